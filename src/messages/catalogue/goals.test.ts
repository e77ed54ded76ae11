import { describe, expect, test } from "vitest";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { listAwardEntries } from "./bf4-progress.ts";

const { bf4 } = ARSENALS;
const ENTRIES = listAwardEntries(bf4);
const SENTENCES = ENTRIES.map(({ id, brief }) => [id, brief] as const);

/** Codes that are also a word or the name of a weapon, so texts may contain them. */
const NAME_CODES = new Set([
  "as",
  "en",
  "be",
  "ca",
  "br",
  "scout",
  ...[...bf4.weapons.values()].map(({ name }) => name),
]);
const CODES = new Set(
  [...bf4.awards.values()]
    .flatMap(({ code, criteria }) => [code, ...criteria.flatMap(({ statCode, x, y }) => [statCode, x, y])])
    .filter((code) => code !== null && !NAME_CODES.has(code)),
);
const VERB =
  /^(Arm|Assist|Break|Capture|Complete|Deliver|Deploy|Destroy|Earn|End|Extend|Finish|Follow|Get|Have|Heal|Hit|Immobilize|Issue|Kill|Launch|Let|Make|Mark|Pick up|Play|Promote|Reach|Repair|Resupply|Revive|Save|Score|Spend|Spot|Start|Tag|Take|Travel|Unlock|Win|Wipe out) /;
const getGoals = (awardIdEnd: string) =>
  ENTRIES.find(({ id }) => id.toLowerCase().endsWith(awardIdEnd))?.sections.flatMap(({ items }) => items);

describe("the description of an award", () => {
  test("exists for each of the 687 awards", () => {
    expect(SENTENCES).toHaveLength(687);
  });

  test("is one sentence without separators, codes and double spaces", () => {
    for (const [id, sentence] of SENTENCES) {
      expect(sentence, id).toMatch(/^[A-Z][^:;{}|%_!?]*\.$/);
      expect(sentence.slice(0, -1), id).not.toMatch(/\.(?!\d)/);
      expect(sentence, id).not.toMatch(
        / {2}|, in | 1 (?!kill|round|multi|vehicle|bomb|flag|consumable|other|aircraft|heli)/,
      );
      expect(sentence, id).not.toMatch(/\bundefined\b|\bnull\b|\b1 \w+s\b/);
      expect(
        sentence.split(/[\s.,]+/).filter((word) => CODES.has(word)),
        id,
      ).toEqual([]);
    }
  });

  test("begins each goal with a verb, and has no ambiguous endings", () => {
    const goals = ENTRIES.flatMap(({ sections }) => sections.filter(({ title }) => title === "To do"))
      .flatMap(({ items }) => items)
      .map(({ name }) => name);
    expect(goals.length).toBeGreaterThan(700);
    expect(goals.filter((goal) => !VERB.test(goal))).toEqual([]);
    expect(goals.filter((goal) => /\b(\w+) \1\b|\bthat (is|are|no) .* (in|as) /i.test(goal))).toEqual([]);
  });

  test("contains no code, and its entry contains none", () => {
    const visibleTexts = ENTRIES.flatMap(({ facts, sections }) => [
      ...facts.map(({ value }) => value),
      ...sections.flatMap(({ items }) => items.flatMap(({ name, note }) => [name, note])),
    ]);
    expect(visibleTexts.filter((text) => text !== null && (CODES.has(text) || /_|counted as/.test(text)))).toEqual([]);
  });

  test.for([
    ["as29", "Immobilize 25 vehicles and destroy 50 targets of an unknown kind."],
    ["xp2as10", "Win 20 rounds of Carrier Assault."],
    [
      "mp-as31",
      "Earn the Medkit Ribbon 50 times, get 200 kills with assault rifles and earn the Assault Rifle Ribbon 10 times.",
    ],
    [
      "pa5",
      "Get 100 scan assists as Commander, get 100 EMP bonuses as Commander, promote 75 squads as Commander, have soldiers use 50 of your Commander supply drops and have soldiers use 25 of your Commander vehicle drops.",
    ],
    ["r16", "Get 6 kills with unspecified equipment in one round."],
    ["xp1as02", "Earn an unspecified award and earn an unspecified award 3 times."],
  ] as const)("is for %s: %s", ([code, sentence]) => {
    expect(SENTENCES.find(([id]) => id.toLowerCase().endsWith(code))?.[1]).toBe(sentence);
  });

  test("has a separate line for each goal", () => {
    expect(
      getGoals("as29")
        ?.slice(0, 2)
        .map(({ name }) => name),
    ).toEqual(["Immobilize 25 vehicles", "Destroy 50 targets of an unknown kind"]);
  });
});
