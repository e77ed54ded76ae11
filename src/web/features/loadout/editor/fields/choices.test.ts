import { describe, expect, test } from "vitest";
import { atLayer } from "#domain/game-data/bf2042-arsenal.ts";
import type { KitId } from "#domain/game-data/kit-id.ts";
import type { Layer } from "#domain/game-data/patch.ts";
import type { Bf4Loadout, Loadout } from "#domain/loadout/loadout.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { describeInSentence } from "#messages/loadout/violation.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { aWeapon } from "#test/fixtures/weapon.ts";
import { createValidator } from "#web/features/loadout/editor/editing.ts";
import type { EditorContext } from "#web/features/loadout/editor/editor-context.ts";
import type { WeaponAnswer } from "#web/features/loadout/loadout-search.ts";
import {
  boardEffects,
  filterOptions,
  itemChoices,
  itemName,
  listOptions,
  partEffects,
  weaponChoices,
} from "./choices.ts";

const { bf4, bf2042 } = ARSENALS;

function assault(changes: Partial<Bf4Loadout> = {}): Loadout {
  const starter = starterLoadout(bf4, "assault");
  return starter.game === "bf4" ? { ...starter, ...changes } : starter;
}

const carrying = (weaponId: string, attachments: Bf4Loadout["primary"]["attachments"] = {}) => ({
  primary: { weaponId, attachments },
});

describe("a choice not yet made", () => {
  test("that the game allows meets no objection", () => {
    expect(createValidator(assault(), bf4)(assault(carrying("m416")))).toBeNull();
  });

  test("of another kit's weapon is answered with the reason", () => {
    const broken = createValidator(assault(), bf4)(assault(carrying("m249")));
    expect(broken && describeInSentence(broken, bf4)).toBe("LMGs are Support-only in Battlefield 4.");
  });
});

/** The options of a slot whose choices are these. */
function options(
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

test("a weapon is found by its class in English where the screen shows it in another language", () => {
  const shown = { weapons: [], combat: bf4.combat };
  const weapons = [aWeapon({ id: "m416", class: "assault-rifle" }), aWeapon({ id: "mx4", class: "pdw" })];
  const context = { weapons, armoury: bf4, combat: bf4.combat, shown } as unknown as EditorContext;
  const inGerman = weaponChoices(context, "primary", null).map((choice) => ({ ...choice, detail: "Sturmgewehr" }));
  expect(filterOptions(inGerman, "assault rifle").map(({ id }) => id)).toEqual(["m416"]);
  expect(filterOptions(inGerman, "sturm")).toHaveLength(2);
});

test("a choice is found in any form of its letters and without its dashes, and not by signs it lacks", () => {
  const choices = [{ id: "ak", name: "AK-12", detail: "Große Straße" }];
  const find = (typed: string) => filterOptions(choices, typed).length;
  expect([find(""), find("ak12"), find("ＡＫ strasse"), find("-"), find("★")]).toEqual([1, 1, 1, 0, 0]);
});

test("a thing of another kit is left out where the own kit has one of the same name", () => {
  const getOffered = (kit: KitId) => bf4.kits.get(kit)?.slots.fieldUpgrade ?? [];
  const upgrades = [...bf4.kits.keys()].flatMap(getOffered).map((id) => itemName(bf4, id));
  expect(upgrades.filter((name) => name === "Offensive").length).toBeGreaterThan(1);
  const names = itemChoices(bf4, "assault", getOffered).map(({ name }) => name);
  expect(names.slice(0, 2)).toEqual(["Defensive", "Offensive"]);
  expect(names).toEqual([...new Set(names)]);
});

describe("options", () => {
  test("come with what would allow a forbidden one and leaves it chosen", () => {
    const slot = {
      choose: (id: string) => assault(carrying(id)),
      holds: (loadout: Loadout, id: string) => "primary" in loadout && loadout.primary.weaponId === id,
    };
    const [allowed, forbidden] = options(assault(), bf4, slot, ["m249", "m416"]);
    expect(allowed).toMatchObject({ id: "m416", reason: null, remedy: null });
    expect(forbidden).toMatchObject({ id: "m249", reason: "LMGs are Support-only in Battlefield 4." });
    expect(forbidden?.remedy).toMatchObject({
      label: "Switch to Support",
      loadout: { kitId: "support", primary: { weaponId: "m249" } },
    });
    expect(forbidden?.remedy && findViolations(forbidden.remedy.loadout, bf4)).toEqual([]);
  });

  test("of parts that need another optic, or exclude one another, come with the part that changes", () => {
    const at = (optic: string, accessory: string): Loadout => assault(carrying("ace-23", { optic, accessory }));
    const bare = assault(carrying("ace-23", { optic: "ace-23-acog-4x" }));
    const slot = {
      choose: (accessory: string) => at("ace-23-acog-4x", accessory),
      holds: (loadout: Loadout, id: string) =>
        "primary" in loadout && "attachments" in loadout.primary && loadout.primary.attachments.accessory === id,
    };
    const parts = bf4.attachments.get("ace-23")?.slots.find((one) => one.slot === "accessory")?.options ?? [];
    const forbidden = options(
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

  test("of a weapon of Portal have nothing that allows them", () => {
    const loadout = starterLoadout(bf2042, "assault");
    const portal = [...bf2042.weapons.values()].find((weapon) => !weapon.allOutWarfare && weapon.class !== "sidearm");
    const slot = {
      choose: (weaponId: string): Loadout =>
        loadout.game === "bf2042" ? { ...loadout, primary: { ...loadout.primary, weaponId } } : loadout,
      holds: (other: Loadout, id: string) => "primary" in other && other.primary.weaponId === id,
    };
    const [option] = options(loadout, bf2042, slot, [portal?.id ?? ""]);
    expect(option).toMatchObject({ reason: expect.stringContaining("Portal"), remedy: null });
  });
});

describe("what a part changes", () => {
  const parts = bf4.attachments.get("ak-12")?.slots.find(({ slot }) => slot === "barrel")?.options ?? [];
  const answer = { partTypes: [...bf4.partTypes.values()] } as Extract<WeaponAnswer, { game: "bf4" }>;
  const part = (name: string) => parts.find((one) => one.name.startsWith(name)) ?? parts[0];
  const between = (next: string, present: string) => {
    const [a, b] = [part(next), part(present)];
    return a ? partEffects(a, b, answer).map(({ text }) => text) : [];
  };

  test("is against the part it replaces", () => {
    expect(between("Heavy", "Standard")).toContain("vertical recoil +30 %");
    expect(between("Standard", "Heavy")).toContain("vertical recoil −23.1 %");
    expect(between("Heavy", "Heavy")).toEqual([]);
  });

  test("is unknown where one of the two was not measured", () => {
    expect(between("Flash", "Standard")).toEqual([]);
    expect(between("Standard", "Flash")).toEqual([]);
  });

  const board = { sight: [], ammunition: [], underbarrel: [], barrel: [] };
  const bare = { weaponId: "ak-24", board };

  /** A gun with the figures of a layer. */
  function getGun(layer: Layer, id = "ak-24"): WeaponAnswer {
    const weapon = atLayer(bf2042, layer).weapons.get(id);
    const attachments = bf2042.attachments.get(id) ?? null;
    if (!weapon || !attachments) throw new Error(`No ${id}`);
    return { game: "bf2042", layer, weapon, attachments } as WeaponAnswer;
  }

  test("of a 2042 gun goes both ways alike", () => {
    const gun = getGun("9.2.0");
    const long = { weaponId: "ak-24", board: { ...board, barrel: ["extended-barrel"] } };
    const there = boardEffects(gun, bare, long, bf2042.combat);
    const back = boardEffects(gun, long, bare, bf2042.combat);
    expect(there.find(({ text }) => text.endsWith("velocity"))).toMatchObject({ isBetter: true });
    const turned = ({ text, isBetter }: (typeof back)[number]) => ({
      text: text.startsWith("+") ? `−${text.slice(1)}` : `+${text.slice(1)}`,
      isBetter: !isBetter,
    });
    expect(back.map(turned)).toEqual(there);
  });

  const ammunitionEffects = (layer: Layer, id: string, weaponId = "ak-24") => {
    const next = { weaponId, board: { ...board, ammunition: [id] } };
    const effects = boardEffects(getGun(layer, weaponId), { weaponId, board }, next, bf2042.combat);
    return effects.map(({ text }) => text);
  };

  test("of a 2042 gun is the chosen patch's record: 750 → 965 m/s, and 2.18 → 3.27 s with the drum", () => {
    expect(ammunitionEffects("9.2.0", "high-power")).toContain("+215 m/s velocity");
    const drum = ammunitionEffects("9.2.0", "standard-issue-drum");
    expect(drum).toContain("+1.09 s reload, round left");
    expect(drum).toContain("+0.66 s reload, empty");
    expect(ammunitionEffects("6.2.0", "high-power", "rm68")).toContain("+6 damage at 30 m");
    expect(ammunitionEffects("9.2.0", "high-power", "rm68")).toContain("+4 damage at 30 m");
  });

  test("of a 2042 gun that only Season 2 measured bears its name, and no figure of it stands unmarked", () => {
    const grip = { weaponId: "ak-24", board: { ...board, barrel: ["warhawk-compensator"] } };
    const effects = boardEffects(getGun("9.2.0"), bare, grip, bf2042.combat).map(({ text }) => text);
    expect(effects.length).toBeGreaterThan(0);
    for (const text of effects) expect(text).toMatch(/ \(Season 2\)$/);
    for (const text of ammunitionEffects("season-2", "high-power")) expect(text).toMatch(/ \(Season 2\)$/);
    expect(ammunitionEffects("season-2", "high-power")).toContain("+96 m/s velocity (Season 2)");
  });
});
