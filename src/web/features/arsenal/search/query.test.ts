import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createWeapon } from "#test/fixtures/weapon.ts";
import { listedWeapons } from "#web/features/arsenal/listed-weapon.ts";
import { getRow } from "#web/features/arsenal/table/row-figures.ts";
import { DEFAULTS, type Terms } from "#web/features/arsenal/terms.ts";
import { applyQuery, getChips, getKeys, getText, holds, parseQuery, removeControlTerms } from "./query.ts";
import { GAME_CONTROLS, getVocabulary } from "./vocabulary.ts";

const BF4 = getVocabulary(GAME_CONTROLS.bf4, ["assault-rifle", "lmg", "dmr", "sniper-rifle", "shotgun", "sidearm"]);
const BF2042 = getVocabulary(GAME_CONTROLS.bf2042, ["assault-rifle", "lmg"]);

const read = (text: string): Terms => applyQuery({ ...DEFAULTS, q: text }, parseQuery(text, BF4));

describe("a text in the search field", () => {
  test("of free words has no terms", () => {
    expect(parseQuery("ak 12", BF4)).toEqual({ words: "ak 12", changes: {}, comparisons: [], parts: [], problems: [] });
  });

  test.for<[string, Partial<Terms>]>([
    ["class:lmg kit:recon", { class: "lmg", kit: "recon" }],
    ["CLASS:Sniper", { class: "sniper-rifle" }],
    ["range:40 hs:first hit:40", { rangeM: 40, heads: "first", hitPercent: 40 }],
    ["health:hardcore armour:defensive body:legs", { health: "hardcore", defensive: true, part: "legs" }],
    ["sort:ttk", { sort: "ttk", direction: "asc" }],
    ["sort:-rpm", { sort: "rateOfFire", direction: "asc" }],
    ["class:dmr class:lmg", { class: "lmg" }],
  ])("%s sets controls", ([text, changes]) => {
    expect(parseQuery(text, BF4)).toMatchObject({ changes, problems: [] });
  });

  test("parses comparisons and attachments, with quotes around names that have spaces", () => {
    const { comparisons, parts, words } = parseQuery('mg rpm:>700 ttk:<=300 mag:30 has:"muzzle brake" has:acog', BF4);
    expect(words).toBe("mg");
    expect(parts).toEqual(["muzzle brake", "acog"]);
    expect(comparisons).toEqual([
      { figure: "rpm", operator: ">", value: 700 },
      { figure: "ttk", operator: "<=", value: 300 },
      { figure: "mag", operator: "=", value: 30 },
    ]);
  });

  test.for([
    ["clas", 4, ""],
    ["ak cl", 5, "ak"],
    ["CLAS", 4, ""],
    ["clas", null, "clas"],
    ["clas ak", 7, "clas ak"],
    ["class 12", 8, "class 12"],
    ["ak", 2, "ak"],
  ] as const)(
    "%s with the caret at %s has the words “%s”: the beginning of a term is no word yet",
    ([text, caret, words]) => {
      expect(parseQuery(text, BF4, caret).words).toBe(words);
    },
  );

  test("parses an attachment's name in a quote that is not closed", () => {
    expect(parseQuery('mg has:"heavy bar', BF4)).toMatchObject({ words: "mg", parts: ["heavy bar"], problems: [] });
  });

  test("parses the terms about a soldier if there is one, and reports them as a problem if there is none", () => {
    const own = (state: "known" | "none" | "loading") =>
      parseQuery(
        "kills:>100 accuracy:>12.5 unlocked:no",
        getVocabulary(GAME_CONTROLS.bf4, [], { own: state, parts: [] }),
      );
    expect(own("known")).toMatchObject({
      changes: { unlocked: "no" },
      comparisons: [
        { figure: "kills", operator: ">", value: 100 },
        { figure: "accuracy", operator: ">", value: 12.5 },
      ],
      problems: [],
    });
    const missing = ["kills", "accuracy", "unlocked"].map((key) => ({ kind: "needs-soldier", key }));
    expect(own("none")).toMatchObject({ changes: {}, comparisons: [], problems: missing });
    expect(own("loading")).toMatchObject({ changes: {}, comparisons: [], problems: [] });
  });

  test.for([
    ["rmp:>700", { kind: "unknown-term", key: "rmp", meant: "rpm" }],
    ["clas:lmg", { kind: "unknown-term", key: "clas", meant: "class" }],
    ["colour:red", { kind: "unknown-term", key: "colour", meant: null }],
    ["era:portal", { kind: "unknown-term", key: "era", meant: null }],
    ["rpm:fast", { kind: "unusable-value", key: "rpm", value: "fast" }],
    ["class:s", { kind: "unusable-value", key: "class", value: "s" }],
    ["range:900", { kind: "unusable-value", key: "range", value: "900" }],
    ["has:", { kind: "unusable-value", key: "has", value: "" }],
  ] as const)("%s is reported as a problem and does not affect the rest", ([text, problem]) => {
    const query = parseQuery(`ak ${text} class:lmg`, BF4);
    expect(query).toMatchObject({ words: "ak", changes: { class: "lmg" }, comparisons: [], problems: [problem] });
  });

  test("each game has its own terms", () => {
    expect(getKeys(BF4)).toEqual(expect.arrayContaining(["kit", "health", "armour"]));
    expect(getKeys(BF2042)).not.toEqual(expect.arrayContaining(["kit"]));
    expect(parseQuery("era:portal", BF2042).changes).toEqual({ portal: true });
  });
});

describe("removeControlTerms", () => {
  test("leaves an unfinished term in the text, although it already sets its control", () => {
    expect(removeControlTerms("ak class:lmg", 12, BF4)).toEqual({ q: "ak class:lmg", changes: {} });
    expect(read("ak class:lmg").class).toBe("lmg");
  });

  test("moves a finished term from the text to its control; words and comparisons stay", () => {
    expect(removeControlTerms("class:lmg ak rpm:>700 ", 22, BF4)).toEqual({
      q: "ak rpm:>700 ",
      changes: { class: "lmg" },
    });
  });
});

describe("chips", () => {
  test("show every changed control and every comparison, and remove them", () => {
    const chips = getChips({ ...DEFAULTS, q: "ak rpm:>700", class: "lmg", rangeM: 40 }, BF4);
    expect(chips.map(({ text }) => text)).toEqual(["class:lmg", "range:40", "rpm:>700"]);
    expect(chips.map(({ removal }) => removal)).toEqual([
      { class: null, q: "ak rpm:>700" },
      { rangeM: 30, q: "ak rpm:>700" },
      { q: "ak" },
    ]);
  });

  test("of a term in the text remove it from the text", () => {
    const [chip] = getChips({ ...DEFAULTS, q: "ak class:lmg" }, BF4);
    expect(chip?.removal).toEqual({ class: null, q: "ak" });
  });
});

const piece = fc.oneof(
  fc.constantFrom(
    "ak",
    "12",
    "M416",
    "class:lmg",
    "kit:recon",
    "range:40",
    "hs:all",
    "acc:7",
    "sort:-ttk",
    "body:legs",
  ),
  fc.constantFrom(
    "rpm:>700",
    "ttk:<=300.5",
    "mag:30",
    "has:acog",
    'has:"muzzle brake"',
    "rmp:>3",
    "class:",
    "health:h",
  ),
  fc.string({ maxLength: 8 }),
);
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(" "));

describe("any text", () => {
  test("is the same after printing and parsing", () => {
    fc.assert(
      fc.property(text, (typed) => {
        const once = read(typed);
        const printed = getText(once, BF4);
        const twice = read(printed);
        expect(getText(twice, BF4)).toBe(printed);
        expect({ ...twice, q: "" }).toEqual({ ...once, q: "" });
        const { problems: _, ...first } = parseQuery(typed, BF4);
        expect(parseQuery(printed, BF4)).toMatchObject({
          words: first.words,
          comparisons: expect.arrayContaining([...first.comparisons]),
          parts: first.parts,
          problems: [],
        });
      }),
    );
  });

  test("has the same meaning after removeControlTerms", () => {
    fc.assert(
      fc.property(text, fc.option(fc.nat(60)), (typed, caret) => {
        const { q, changes } = removeControlTerms(typed, caret, BF4);
        const after = applyQuery({ ...DEFAULTS, ...changes, q }, parseQuery(q, BF4));
        expect({ ...after, q: "" }).toEqual({ ...read(typed), q: "" });
      }),
    );
  });
});

describe("a comparison", () => {
  const [weapon] = listedWeapons([createWeapon({ rateOfFireRpm: 674 })], []);
  const row = weapon && getRow(weapon, { rangeM: 30, heads: 0, hitPoints: 100 });
  test.for([
    [">", 674, false],
    [">=", 674, true],
    ["=", 674, true],
    ["<", 675, true],
  ] as const)("674 %s %i is %s", ([operator, value, expected]) => {
    expect(row && holds({ figure: "rpm", operator, value }, row)).toBe(expected);
  });
  test.for([
    ["kills", 101, true],
    ["accuracy", 12.4, true],
    ["accuracy", 12.5, false],
  ] as const)("%s of the soldier's own is above %s: %s", ([figure, value, expected]) => {
    const own = { kills: 102, accuracy: 0.125, unlocked: null, left: null };
    expect(row && holds({ figure, operator: ">", value }, { ...row, own })).toBe(expected);
    expect(row && holds({ figure, operator: ">", value }, row)).toBe(false);
  });
  test("of an unpublished figure matches nothing", () => {
    expect(row && holds({ figure: "mag", operator: "<", value: 1000 }, row)).toBe(false);
  });
});
