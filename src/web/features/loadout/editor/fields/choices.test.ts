import { describe, expect, test } from "vitest";
import { getArsenalAtLayer } from "#domain/game-data/bf2042-arsenal.ts";
import type { KitId } from "#domain/game-data/kit-id.ts";
import { type Layer, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import type { Bf4Loadout, Loadout } from "#domain/loadout/loadout.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { DEFAULT_SCENARIO, getTarget } from "#domain/weapons/scenario.ts";
import { describeViolation } from "#messages/loadout/violation.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { createWeapon } from "#test/fixtures/weapon.ts";
import { createValidator } from "#web/features/loadout/editor/editing.ts";
import type { EditorContext } from "#web/features/loadout/editor/editor-context.ts";
import type { WeaponResponse } from "#web/features/loadout/loadout-search.ts";
import {
  type Choice,
  type Effect,
  filterOptions,
  getItemName,
  listBoardEffects,
  listColumns,
  listItemChoices,
  listOptions,
  listPartEffects,
  listWeaponChoices,
} from "./choices.ts";

const { bf4, bf2042 } = ARSENALS;

const TARGET = getTarget(DEFAULT_SCENARIO, bf2042.combat);

/** Returns the changes that are known as texts. */
const listTexts = (effects: readonly Effect[] | null): readonly string[] =>
  (effects ?? []).flatMap(({ label, text }) => (text === null ? [] : [`${text} ${label}`]));

function createAssault(changes: Partial<Bf4Loadout> = {}): Loadout {
  const starter = createStarterLoadout(bf4, "assault");
  return starter.game === "bf4" ? { ...starter, ...changes } : starter;
}

const createCarrying = (weaponId: string, attachments: Bf4Loadout["primary"]["attachments"] = {}) => ({
  primary: { weaponId, attachments },
});

describe("the validation of a choice", () => {
  test("returns null for an allowed choice", () => {
    expect(createValidator(createAssault(), bf4)(createAssault(createCarrying("m416")))).toBeNull();
  });

  test("returns the violation for a weapon of another kit", () => {
    const broken = createValidator(createAssault(), bf4)(createAssault(createCarrying("m249")));
    expect(broken && describeViolation(broken, bf4)).toBe("LMGs are Support-only in Battlefield 4.");
  });
});

/** Returns the options of a slot with these choices. */
function getOptions(
  loadout: Loadout,
  armoury: EditorContext["armoury"],
  slot: { choose: (id: string) => Loadout; holds: (loadout: Loadout, id: string) => boolean },
  ids: readonly string[],
) {
  const context = { armoury, validate: createValidator(loadout, armoury) } as EditorContext;
  return listOptions(
    ids.map((id) => ({ id, name: id })),
    context,
    slot,
  );
}

const NO_WEAPON = { weaponId: null, attachments: {} };
const EMPTY_BOARD = { sight: [], ammunition: [], underbarrel: [], barrel: [] };

/** Returns the part of the context with the shown figures. */
function createShowing(
  armoury: EditorContext["armoury"],
  weapons: EditorContext["weapons"],
  shown: Partial<EditorContext["shown"]> = {},
) {
  const none = { weapons, responses: new Map(), failures: new Map(), error: null };
  return { weapons, armoury, shown: { ...none, ...shown } } as unknown as EditorContext;
}

/** Returns a gun with the figures of a layer. */
function getGun(layer: Layer, id = "ak-24"): WeaponResponse {
  const weapon = getArsenalAtLayer(bf2042, layer).weapons.get(id);
  const attachments = bf2042.attachments.get(id) ?? null;
  if (!weapon || !attachments) throw new Error(`No ${id}`);
  return { game: "bf2042", layer, weapon, attachments } as WeaponResponse;
}

describe("the weapons of a slot", () => {
  const gun = getGun(SHOWN_PATCH);
  const [ak24, other] = ["ak-24", "m5a3"].map((id) => createWeapon({ id, name: id, velocityMps: 600, magazine: 31 }));
  const weapons = [ak24, other].flatMap((weapon) => weapon ?? []);
  const withDrum = { weaponId: "ak-24", board: { ...EMPTY_BOARD, ammunition: ["standard-issue-drum"] } };
  const find = (choices: readonly Choice[], id: string) => choices.find((choice) => choice.id === id);

  test("are compared with the build of the loadout, which is the present weapon's row", () => {
    const context = createShowing(bf2042, weapons, { responses: new Map([["ak-24", gun]]) });
    const getMagazineEffect = (build: typeof withDrum) => {
      const choices = listWeaponChoices(context, "primary", build, TARGET);
      expect(listTexts(find(choices, "ak-24")?.effects ?? null)).toEqual([]);
      return find(choices, "m5a3")?.effects?.find(({ label }) => label === "Magazine");
    };
    expect(getMagazineEffect({ weaponId: "ak-24", board: EMPTY_BOARD })).toBeUndefined();
    expect(getMagazineEffect(withDrum)?.gain).toBeLessThan(0);
  });

  test("are loading, not unknown, until their figures are loaded", () => {
    const context = createShowing(bf2042, weapons, { weapons: null });
    for (const choice of listWeaponChoices(context, "primary", withDrum, TARGET)) {
      expect(choice).toMatchObject({ isLoading: true, effects: null });
      expect(choice.subject).toBeUndefined();
    }
  });

  test("have the error of what could not be loaded", () => {
    const context = createShowing(bf2042, weapons, {
      weapons: null,
      error: "list",
      failures: new Map([["ak-24", "gun"]]),
    });
    const choices = listWeaponChoices(context, "primary", withDrum, TARGET);
    expect(find(choices, "ak-24")).toMatchObject({ error: "gun" });
    expect(find(choices, "m5a3")).toMatchObject({ error: "list" });
    expect(choices.some(({ isLoading }) => isLoading)).toBe(false);
  });
});

test("a weapon is found by its English class name in every language", () => {
  const weapons = [createWeapon({ id: "m416", class: "assault-rifle" }), createWeapon({ id: "mx4", class: "pdw" })];
  const choices = listWeaponChoices(createShowing(bf4, weapons), "primary", NO_WEAPON, TARGET);
  const inGerman = choices.map((choice) => ({ ...choice, detail: "Sturmgewehr" }));
  expect(filterOptions(inGerman, "assault rifle").map(({ id }) => id)).toEqual(["m416"]);
  expect(filterOptions(inGerman, "sturm")).toHaveLength(2);
});

test("a choice is found in any Unicode form and without its dashes, but not by symbols it lacks", () => {
  const choices = [{ id: "ak", name: "AK-12", detail: "Große Straße" }];
  const find = (typed: string) => filterOptions(choices, typed).length;
  expect([find(""), find("ak12"), find("ＡＫ strasse"), find("-"), find("★")]).toEqual([1, 1, 1, 0, 0]);
});

test("an item of another kit is omitted if the current kit has an item of the same name", () => {
  const getOffered = (kit: KitId) => bf4.kits.get(kit)?.slots.fieldUpgrade ?? [];
  const upgrades = [...bf4.kits.keys()].flatMap(getOffered).map((id) => getItemName(bf4, id));
  expect(upgrades.filter((name) => name === "Offensive").length).toBeGreaterThan(1);
  const names = listItemChoices(bf4, "assault", getOffered).map(({ name }) => name);
  expect(names.slice(0, 2)).toEqual(["Defensive", "Offensive"]);
  expect(names).toEqual([...new Set(names)]);
});

describe("the options of a slot", () => {
  const isHeld = () => true;
  const createChoice = (id: string, ttkMs: number | null, gains: Record<string, number | null> = {}): Choice => ({
    id,
    name: id,
    subject: { build: null, at: { damage: null, shots: null, ttkMs, isMinimum: false, flightMs: null } },
    effects: Object.entries(gains).map(([label, gain], order) => ({
      label,
      order,
      text: gain === null ? null : `${gain}`,
      gain,
    })),
  });
  const sort = (choices: readonly Choice[]) => {
    const loadout = createAssault();
    const context = { armoury: bf4, validate: createValidator(loadout, bf4) } as unknown as EditorContext;
    return listOptions(choices, context, { choose: () => loadout, holds: isHeld }).map(({ id }) => id);
  };

  test("are sorted by time to kill, then by the other figures in the order of the columns", () => {
    const choices = [
      createChoice("unknown", null),
      createChoice("slow", 400, { Velocity: 200 }),
      createChoice("less recoil", 300, { Velocity: 0, Recoil: 5 }),
      createChoice("slower bullet", 300, { Velocity: -20, Recoil: 9 }),
      createChoice("equal when rounded", 300.2, { Velocity: 50 }),
    ];
    expect(sort(choices)).toEqual(["equal when rounded", "less recoil", "slower bullet", "slow", "unknown"]);
    expect(listColumns(choices)).toEqual(["Velocity", "Recoil"]);
  });

  test("with an unknown change are after those with a loss", () => {
    const choices = [
      createChoice("unknown", 300, { Recoil: null }),
      createChoice("unchanged", 300),
      createChoice("loss", 300, { Recoil: -5 }),
    ];
    expect(sort(choices)).toEqual(["unchanged", "loss", "unknown"]);
  });

  test("are sorted like the arsenal's table: a minimum after an equal time, then the faster bullet, then the rank", () => {
    const create = (id: string, velocityMps: number | null, isMinimum = false, rank = 0): Choice => ({
      ...createChoice(id, 300, { "Rate of fire": velocityMps === null ? 9 : 0 }),
      rank,
      subject: {
        build: createWeapon({ id, velocityMps }),
        at: { damage: null, shots: null, ttkMs: 300, isMinimum, flightMs: null },
      },
    });
    const choices = [
      create("minimum", 900, true),
      create("no velocity", null),
      create("slow", 500),
      create("fast, second by name", 700, false, 2),
      create("fast, first by name", 700, false, 1),
    ];
    expect(sort(choices)).toEqual(["fast, first by name", "fast, second by name", "slow", "no velocity", "minimum"]);
  });

  test("without figures stay in their order", () => {
    expect(
      sort([
        { id: "b", name: "b" },
        { id: "a", name: "a" },
      ]),
    ).toEqual(["b", "a"]);
  });

  test("include a remedy for a forbidden option", () => {
    const slot = {
      choose: (id: string) => createAssault(createCarrying(id)),
      holds: (loadout: Loadout, id: string) => "primary" in loadout && loadout.primary.weaponId === id,
    };
    const [allowed, forbidden] = getOptions(createAssault(), bf4, slot, ["m249", "m416"]);
    expect(allowed).toMatchObject({ id: "m416", reason: null, remedy: null });
    expect(forbidden).toMatchObject({ id: "m249", reason: "LMGs are Support-only in Battlefield 4." });
    expect(forbidden?.remedy).toMatchObject({
      label: "Switch to Support",
      loadout: { kitId: "support", primary: { weaponId: "m249" } },
    });
    expect(forbidden?.remedy && findViolations(forbidden.remedy.loadout, bf4)).toEqual([]);
  });

  test("include a remedy for parts that need another optic or exclude each other", () => {
    const createLoadout = (optic: string, accessory: string): Loadout =>
      createAssault(createCarrying("ace-23", { optic, accessory }));
    const bare = createAssault(createCarrying("ace-23", { optic: "ace-23-acog-4x" }));
    const slot = {
      choose: (accessory: string) => createLoadout("ace-23-acog-4x", accessory),
      holds: (loadout: Loadout, id: string) =>
        "primary" in loadout && "attachments" in loadout.primary && loadout.primary.attachments.accessory === id,
    };
    const parts = bf4.attachments.get("ace-23")?.slots.find((each) => each.slot === "accessory")?.options ?? [];
    const forbidden = getOptions(
      bare,
      bf4,
      slot,
      parts.map(({ id }) => id),
    ).filter(({ reason }) => reason);
    expect(forbidden.length).toBeGreaterThan(0);
    for (const { remedy } of forbidden) {
      expect(remedy?.label).toMatch(/^(Take off|Mount) /);
      expect(remedy && findViolations(remedy.loadout, bf4)).toEqual([]);
    }
  });

  test("have no remedy for a weapon of Portal", () => {
    const loadout = createStarterLoadout(bf2042, "assault");
    const portal = [...bf2042.weapons.values()].find((weapon) => !weapon.allOutWarfare && weapon.class !== "sidearm");
    const slot = {
      choose: (weaponId: string): Loadout =>
        loadout.game === "bf2042" ? { ...loadout, primary: { ...loadout.primary, weaponId } } : loadout,
      holds: (other: Loadout, id: string) => "primary" in other && other.primary.weaponId === id,
    };
    const [option] = getOptions(loadout, bf2042, slot, [portal?.id ?? ""]);
    expect(option).toMatchObject({ reason: expect.stringContaining("Portal"), remedy: null });
  });
});

describe("the effects of a part", () => {
  const parts = bf4.attachments.get("ak-12")?.slots.find(({ slot }) => slot === "barrel")?.options ?? [];
  const response = { partTypes: [...bf4.partTypes.values()] } as Extract<WeaponResponse, { game: "bf4" }>;
  const findPart = (name: string) => parts.find((each) => each.name.startsWith(name)) ?? parts[0];
  const listEffects = (next: string, present: string) => {
    const [a, b] = [findPart(next), findPart(present)];
    const effects = a ? listPartEffects(a, b, response) : [];
    return effects?.map(({ label, text }) => `${label} ${text}`);
  };

  test("are relative to the part it replaces", () => {
    expect(listEffects("Heavy", "Standard")).toContain("vertical recoil +30 %");
    expect(listEffects("Standard", "Heavy")).toContain("vertical recoil −23.1 %");
    expect(listEffects("Heavy", "Heavy")).toEqual([]);
  });

  test("are unknown if one of the two parts was not measured", () => {
    expect(listEffects("Flash", "Standard")).toBeUndefined();
    expect(listEffects("Standard", "Flash")).toBeUndefined();
  });

  const board = EMPTY_BOARD;
  const bare = { weaponId: "ak-24", board };

  test("in 2042 are reversed if the parts are swapped", () => {
    const gun = getGun("9.2.0");
    const long = { weaponId: "ak-24", board: { ...board, barrel: ["extended-barrel"] } };
    const there = listBoardEffects(gun, bare, long, TARGET) ?? [];
    const back = listBoardEffects(gun, long, bare, TARGET) ?? [];
    expect(there.find(({ label }) => label === "Velocity")?.gain).toBeGreaterThan(0);
    const reverseEffect = ({ label, text, gain }: Effect) => ({
      label,
      text: text?.startsWith("+") ? `−${text.slice(1)}` : text && `+${text.slice(1)}`,
      isBetter: (gain ?? 0) < 0,
    });
    expect(back.map(reverseEffect)).toEqual(
      there.map(({ label, text, gain }) => ({ label, text, isBetter: (gain ?? 0) > 0 })),
    );
  });

  const listAmmunitionEffects = (layer: Layer, id: string, weaponId = "ak-24") => {
    const next = { weaponId, board: { ...board, ammunition: [id] } };
    return listTexts(listBoardEffects(getGun(layer, weaponId), { weaponId, board }, next, TARGET));
  };

  test("in 2042 come from the record of the chosen patch: 750 → 965 m/s, and 2.18 → 3.27 s with the drum", () => {
    expect(listAmmunitionEffects("9.2.0", "high-power")).toContain("+215 m/s Velocity");
    const drum = listAmmunitionEffects("9.2.0", "standard-issue-drum");
    expect(drum).toContain("+1.09 s Reload, tactical");
    expect(drum).toContain("+0.66 s Reload, empty");
    expect(listAmmunitionEffects("6.2.0", "high-power", "rm68")).toContain("+6 Damage at range");
    expect(listAmmunitionEffects("9.2.0", "high-power", "rm68")).toContain("+4 Damage at range");
  });

  test("in 2042 are labelled with Season 2 if only Season 2 measured them", () => {
    const grip = { weaponId: "ak-24", board: { ...board, barrel: ["warhawk-compensator"] } };
    const effects = listTexts(listBoardEffects(getGun("9.2.0"), bare, grip, TARGET));
    expect(effects.length).toBeGreaterThan(0);
    for (const text of effects) expect(text).toMatch(/, Season 2$/);
    for (const text of listAmmunitionEffects("season-2", "high-power")) expect(text).toMatch(/, Season 2$/);
    expect(listAmmunitionEffects("season-2", "high-power")).toContain("+96 m/s Velocity, Season 2");
  });
});
