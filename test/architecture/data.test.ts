import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { GAMES } from "#domain/game.ts";
import { hasDisagreement } from "#domain/game-data/figure.ts";
import { ARSENAL_FILES } from "#domain/game-data/files.ts";
import { KIT_SLOTS } from "#domain/game-data/slot.ts";
import { readArsenals } from "#server/arsenals.ts";

const readJson = (path: string): unknown => JSON.parse(readFileSync(`data/${path}.json`, "utf8"));
const listNames = (folder: string) => readdirSync(`data/${folder}`).map((name) => name.replace(".json", ""));

const { bf4: BF4, bf2042: BF2042 } = readArsenals("data");
const RAW = GAMES.flatMap((game) =>
  ARSENAL_FILES[game].map((name) => [`${game}/${name}`, readJson(`${game}/${name}`)] as const),
);

/** Yields every leaf of a JSON value with its path of keys, without list indexes. */
function* getLeaves(value: unknown, path: readonly string[] = []): Generator<[path: readonly string[], leaf: unknown]> {
  if (Array.isArray(value)) for (const item of value) yield* getLeaves(item, path);
  else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* getLeaves(item, [...path, key]);
  } else yield [path, value];
}

const LEAVES = RAW.flatMap(([file, data]) => [...getLeaves(data)].map(([path, leaf]) => ({ file, path, leaf })));

const bf4Weapons = [...BF4.weapons.values()];
const bf4Items = new Set([...BF4.weapons.keys(), ...BF4.gadgets.keys()]);
const bf4Options = [...BF4.attachments.values()].flatMap(({ slots }) => slots.flatMap(({ options }) => options));
const bf2042Weapons = [...BF2042.weapons.values()];
const allOutWarfare = bf2042Weapons.filter((weapon) => weapon.allOutWarfare);
const bf2042Options = [...BF2042.attachments.values()].flatMap(({ options }) => options);

const findMissing = (ids: Iterable<string>, listed: { has(id: string): boolean }) =>
  [...ids].filter((id) => !listed.has(id));
const count = <T>(items: readonly T[], predicate: (item: T) => boolean) => items.filter(predicate).length;

describe("the data files", () => {
  test("are exactly the files that the arsenals read", () => {
    for (const game of GAMES) expect(listNames(game).sort()).toEqual([...ARSENAL_FILES[game]].sort());
  });

  test("take less than three megabytes", () => {
    expect(RAW.reduce((sum, [file]) => sum + readFileSync(`data/${file}.json`).length, 0)).toBeLessThan(3_000_000);
  });
});

describe("every figure", () => {
  const cited = LEAVES.filter(({ path }) => path.at(-1)?.toLowerCase().endsWith("sourceid"));

  test("cites a source that sources.json contains", () => {
    expect(
      findMissing(
        cited.map(({ leaf }) => String(leaf)),
        BF4.sources,
      ),
    ).toEqual([]);
  });

  test("cites sources that are all used; only derived and remembered sources have no public origin", () => {
    const used = new Set(cited.map(({ leaf }) => leaf));
    expect(findMissing(BF4.sources.keys(), used)).toEqual([]);
    const withoutOrigin = [...BF4.sources.values()].filter(({ origin }) => origin === null).map(({ id }) => id);
    expect(withoutOrigin).toEqual(["battlepack-rule", "memory"]);
  });

  test("is left out if it is unknown; only these fields can be zero", () => {
    const zeros = LEAVES.filter(({ leaf }) => leaf === 0).map(({ path }) => path.at(-1));
    expect([...new Set(zeros)].sort()).toEqual(
      [
        // The first values of curves, reload stages, ranks and lists of awards.
        ...["fromM", "damage", "fromRounds", "toRounds", "rank", "points", "index"],
        // Real zeros of the Season 2 file, such as no drag or no horizontal recoil.
        ...["drag", "horizontal", "vertical", "left", "min", "decOffset"],
        // The lowest value of a bar on Battlelog, which two weapons have.
        ...["handling", "mobility"],
      ].sort(),
    );
  });
});

describe("Battlefield 4", () => {
  test("has the expected numbers of weapons and figures", () => {
    expect(bf4Weapons).toHaveLength(116);
    expect(count(bf4Weapons, ({ damage }) => damage.length > 0)).toBe(99);
    expect(count(bf4Weapons, ({ bars }) => bars.length > 0)).toBe(106);
    expect(count(bf4Weapons, ({ kitIds }) => kitIds.length > 0)).toBe(107);
    expect(count(bf4Weapons, ({ velocityMps }) => velocityMps.length > 0)).toBe(22);
    const rates = bf4Weapons.flatMap(({ rateOfFireRpm }) => rateOfFireRpm);
    expect(count(rates, ({ sourceId }) => sourceId === "battlelog-2015")).toBe(55);
    expect(count(rates, ({ sourceId }) => sourceId === "bf4-table")).toBe(102);
  });

  test("has the expected numbers of items, parts and rules", () => {
    const itemLike = [...BF4.gadgets.values()].filter(({ kind }) => kind !== "gadget" && kind !== "field-upgrade");
    expect(BF4.gadgets.size).toBe(58 + 52);
    expect(bf4Weapons.length + 58).toBe(174);
    expect(itemLike.length).toBe(58 + 7);
    expect(BF4.attachments.size).toBe(98);
    expect(BF4.partTypes.size).toBe(82);
    expect(bf4Options).toHaveLength(3_508);
    const kinds = [...BF4.compatibility.values()].map(({ kind }) => kind);
    expect(kinds).toHaveLength(1_431);
    expect(["excludes", "needs", "category", "free"].map((kind) => count(kinds, (other) => other === kind))).toEqual([
      622, 148, 45, 616,
    ]);
  });

  test("has the expected numbers of unlock conditions of parts", () => {
    const kinds = bf4Options.flatMap(({ unlocks }) => unlocks ?? []).map(({ kind }) => kind);
    expect(["kills", "battlepack", "award"].map((kind) => count(kinds, (other) => other === kind))).toEqual([
      1_324, 1_738, 19,
    ]);
    expect(count(bf4Options, ({ unlocks }) => unlocks?.length === 0)).toBe(428);
  });

  test("writes its names in Title Case: only model names and abbreviations are in capitals", () => {
    const spelledNames =
      /^(ACOG|APFSDS|DART|DICE|FAMAS|FLIR|HIMARS|IRNV|JDAM|LSAT|MASS|MRAP|MTAR|RAWR|RHIB|SCAR|SEAL|SLAM|SMAW|SOFLAM|SPAS|SRAW|STAFF|SUAV|TGPA|UCAV|USAS|VIII)$/;
    const names = LEAVES.filter(({ file, path }) => file.startsWith("bf4/") && path.at(-1) === "name");
    const words = new Set(names.flatMap(({ leaf }) => String(leaf).match(/\p{Lu}{4,}/gu) ?? []));
    expect([...words].filter((word) => !spelledNames.test(word))).toEqual([]);
  });

  test("has the ranks 0 to 140 with increasing points", () => {
    expect(BF4.ranks.map(({ rank }) => rank)).toEqual(Array.from({ length: 141 }, (_, rank) => rank));
    for (const [index, { points }] of BF4.ranks.entries()) {
      if (index > 0) expect(points).toBeGreaterThan(BF4.ranks[index - 1]?.points ?? 0);
    }
    expect(BF4.ranks.at(-1)?.points).toBe(32_160_000);
  });

  test("has the expected numbers of ladders, awards, vehicles and maps", () => {
    expect([BF4.ladders.size, BF4.awards.size]).toEqual([13, 687]);
    const options = [...BF4.vehicleLoadouts.values()].flatMap(({ slots }) => slots.flatMap((slot) => slot.options));
    expect([BF4.vehicles.size, BF4.vehicleLoadouts.size, options.length]).toEqual([63, 9, 148]);
    expect([BF4.maps.size, BF4.modes.size]).toEqual([33, 18]);
  });

  test("marks the 26 figures on which two sources differ", () => {
    expect(bf4Weapons.flatMap(({ conflicts }) => conflicts)).toHaveLength(26);
    const disputed = bf4Weapons.filter(({ rateOfFireRpm }) => hasDisagreement(rateOfFireRpm));
    expect(disputed.every(({ conflicts }) => conflicts.includes("rateOfFireRpm"))).toBe(true);
  });

  test("refers only to ids that exist", () => {
    const kits = [...BF4.kits.values()];
    expect(
      findMissing(
        kits.flatMap(({ slots }) => KIT_SLOTS.flatMap((slot) => slots[slot])),
        bf4Items,
      ),
    ).toEqual([]);
    expect(findMissing(BF4.attachments.keys(), BF4.weapons)).toEqual([]);
    expect(
      findMissing(
        bf4Options.map(({ typeId }) => typeId),
        BF4.partTypes,
      ),
    ).toEqual([]);
    const partIds = new Set([...bf4Options.map(({ id }) => id), ...bf4Items]);
    const rules = [...BF4.compatibility.values()];
    expect(
      findMissing(
        rules.flatMap((rule) => [rule.itemId, ...("partIds" in rule ? rule.partIds : [])]),
        partIds,
      ),
    ).toEqual([]);
    const ladderSteps = [...BF4.ladders.values()].flatMap(({ steps }) => steps);
    const rewarded = [...BF4.awards.values()].flatMap(({ rewards }) => rewards);
    expect(
      findMissing(
        [...ladderSteps, ...rewarded].map(({ itemId }) => itemId),
        bf4Items,
      ),
    ).toEqual([]);
    expect(
      findMissing(
        [...BF4.maps.values()].flatMap(({ modeIds }) => modeIds ?? []),
        BF4.modes,
      ),
    ).toEqual([]);
    const groups = new Set(BF4.combat.multiplierGroups.map(({ id }) => id));
    expect(
      findMissing(
        bf4Weapons.map(({ multiplierGroupId }) => multiplierGroupId),
        groups,
      ),
    ).toEqual([]);
  });

  test("unlocks items by ladders and awards that exist", () => {
    const vehicleOptions = [...BF4.vehicleLoadouts.values()].flatMap(({ slots }) =>
      slots.flatMap((slot) => slot.options),
    );
    const holders = [...bf4Weapons, ...BF4.gadgets.values(), ...bf4Options, ...vehicleOptions];
    const unlocks = holders.flatMap(({ unlocks }) => unlocks ?? []);
    const codes = new Set([...BF4.awards.values()].map(({ code }) => code));
    const ladders = new Set([...BF4.ladders.keys(), ...BF4.vehicleLoadouts.keys()]);
    const awarded = unlocks.flatMap((unlock) => (unlock.kind === "award" ? [unlock.awardCode ?? unlock.rawCode] : []));
    expect(findMissing(awarded, codes)).toEqual([]);
    expect(
      findMissing(
        unlocks.flatMap((unlock) => (unlock.kind === "score" ? [unlock.ladderId] : [])),
        ladders,
      ),
    ).toEqual([]);
  });
});

/** What no record of the arsenal stands for, with the reason. */
const CRITERIA_WITHOUT_RECORD: Readonly<Record<string, string>> = {
  "4x4 Utility": "a vehicle that stands on the map",
  "Polaris RZR": "a vehicle that stands on the map",
  "Polaris Sportsman": "a vehicle that stands on the map",
  "Tuk-Tuk": "a vehicle that stands on the map",
};

describe("what Battlefield 2042 counts toward unlocks and awards", () => {
  const criteria = [...BF2042.criteria.values()];
  const subjects = criteria.flatMap(({ items, subjects }) => [...items, ...subjects]);

  test("refers to records, or to things without one that are listed with the reason", () => {
    const records: Readonly<Record<string, { has(id: string): boolean }>> = {
      weapon: BF2042.weapons,
      gadget: BF2042.gadgets,
      vehicle: BF2042.vehicles,
      specialist: BF2042.specialists,
      map: BF2042.maps,
      mode: BF2042.statModes,
    };
    const missing = subjects.filter((subject) => {
      const ofKind = records[subject.kind];
      return ofKind !== undefined && "id" in subject && !ofKind.has(subject.id);
    });
    expect(missing).toEqual([]);
    const others = subjects.flatMap((subject) => (subject.kind === "other" ? [subject.name] : []));
    expect([...new Set(others)].toSorted()).toEqual(Object.keys(CRITERIA_WITHOUT_RECORD));
  });

  test("has the number of each kind, and a number to reach only where the text has one", () => {
    const kinds = Object.groupBy(criteria, ({ kind }) => kind);
    expect(Object.entries(kinds).map(([kind, ofKind]) => [kind, ofKind?.length])).toEqual([
      ["weapon", 33],
      ["gadget", 6],
      ["vehicle", 4],
      ["set", 159],
      ["mastery", 28],
      ["badge", 170],
      ["assignment", 99],
      ["award", 15],
      ["ribbon", 2],
    ]);
    const targets = criteria.flatMap(({ id, target }) => (target === null ? [] : [`${id} ${target}`]));
    expect(targets).toEqual(["badge/gm07 10", "assignment/expl-gm04 3"]);
  });

  test("contains no text of the publisher", () => {
    const texts = LEAVES.filter(({ file, path }) => file === "bf2042/criteria" && path.at(-1) !== "name");
    expect(texts.filter(({ leaf }) => typeof leaf === "string" && leaf.includes(" "))).toEqual([]);
  });
});

describe("Battlefield 2042", () => {
  test("has the expected numbers of weapons and figures", () => {
    expect([bf2042Weapons.length, allOutWarfare.length]).toEqual([143, 69]);
    expect(count(bf2042Weapons, ({ configurations }) => configurations.length > 0)).toBe(69);
    const configurations = bf2042Weapons.flatMap((weapon) => weapon.configurations);
    expect(count(configurations, ({ velocityMps }) => velocityMps !== null)).toBe(719);
    const rates = configurations.map(({ rateOfFireRpm }) => rateOfFireRpm);
    const countRates = (mode: "auto" | "single" | "burst") => count(rates, (rate) => rate[mode] !== null);
    expect([countRates("single"), countRates("auto"), countRates("burst")]).toEqual([681, 480, 157]);
    expect(count(bf2042Weapons, ({ mechanics }) => mechanics !== null)).toBe(27);
    expect(count(bf2042Weapons, ({ apiIds }) => apiIds.length > 0)).toBe(135);
  });

  // Of 2,176 parts, 10 belong to no weapon. Of 247 measured parts, one only changes the shell.
  test("has the expected numbers of parts", () => {
    const allOutWarfareOptions = allOutWarfare.flatMap(({ id }) => BF2042.attachments.get(id)?.options ?? []);
    expect([bf2042Options.length + 10, allOutWarfareOptions.length]).toEqual([2_176, 1_486]);
    expect(allOutWarfareOptions.every(({ name }) => name !== null)).toBe(true);
    expect(count(bf2042Options, ({ effects, damage }) => Object.keys(effects).length > 0 || damage !== null)).toBe(246);
  });

  test("has the expected numbers of gadgets, specialists, kits, vehicles and maps", () => {
    expect([BF2042.gadgets.size, BF2042.melee.size, BF2042.specialists.size]).toEqual([89, 25, 27]);
    const kits = [...BF2042.kits.values()];
    expect(kits.map(({ gadgetIds }) => gadgetIds.length)).toEqual([6, 8, 7, 7]);
    expect(kits.map(({ throwableIds }) => throwableIds.length)).toEqual([7, 7, 7, 8]);
    expect(kits.map(({ specialistIds }) => specialistIds.length)).toEqual([4, 3, 3, 4]);
    expect([BF2042.vehicles.size, BF2042.armament.size]).toEqual([59, 516]);
    expect([BF2042.maps.size, BF2042.modes.size, BF2042.statModes.size, BF2042.statMaps.size]).toEqual([22, 6, 8, 19]);
  });

  test("refers only to ids that exist", () => {
    const kits = [...BF2042.kits.values()];
    expect(
      findMissing(
        kits.flatMap((kit) => [...kit.gadgetIds, ...kit.throwableIds]),
        BF2042.gadgets,
      ),
    ).toEqual([]);
    expect(
      findMissing(
        kits.flatMap(({ specialistIds }) => specialistIds),
        BF2042.specialists,
      ),
    ).toEqual([]);
    const specialistGadgets = [...BF2042.specialists.values()].flatMap(({ gadgetIds }) =>
      gadgetIds.flatMap(({ value }) => value),
    );
    const armament = [...BF2042.armament.values()];
    expect(
      findMissing(
        armament.flatMap(({ vehicleIds }) => vehicleIds),
        BF2042.vehicles,
      ),
    ).toEqual([]);
    expect(
      findMissing(
        armament.flatMap(({ gadgetId }) => gadgetId ?? []),
        BF2042.gadgets,
      ),
    ).toEqual([]);
    expect(findMissing(specialistGadgets, BF2042.gadgets)).toEqual([]);
    expect(findMissing(BF2042.attachments.keys(), BF2042.weapons)).toEqual([]);
    const maps = [...BF2042.maps.values()];
    expect(
      findMissing(
        maps.flatMap(({ modeIds }) => modeIds ?? []),
        BF2042.modes,
      ),
    ).toEqual([]);
    expect(findMissing(BF2042.statMaps.keys(), new Set(maps.flatMap(({ statIds }) => statIds)))).toEqual([]);
  });

  test("gives each part of a weapon a unique id, and only barrels and ammunition that a record lists", () => {
    for (const weapon of bf2042Weapons) {
      const lines = [...BF2042.records.values()].flatMap(({ configurations }) => configurations.get(weapon.id) ?? []);
      const barrels = new Set(lines.map(({ barrel }) => barrel));
      const ammunition = new Set(lines.map((line) => line.ammunition));
      const parts = BF2042.attachments.get(weapon.id)?.options ?? [];
      expect(new Set(parts.map(({ id }) => id)).size, weapon.id).toBe(parts.length);
      expect(
        findMissing(
          parts.flatMap(({ barrel }) => barrel ?? []),
          barrels,
        ),
      ).toEqual([]);
      expect(
        findMissing(
          parts.flatMap((part) => part.ammunition ?? []),
          ammunition,
        ),
      ).toEqual([]);
      const base = weapon.configurations.some(
        (line) => line.barrel === weapon.base?.barrel && line.ammunition === weapon.base.ammunition,
      );
      expect(base).toBe(weapon.configurations.length > 0);
    }
  });

  test("starts every damage curve at 0 m, with increasing distances", () => {
    for (const { damage } of bf2042Weapons.flatMap((weapon) => weapon.configurations)) {
      const distances = damage.steps.map(({ fromM }) => fromM);
      expect(distances).toEqual([...new Set(distances)].sort((a, b) => a - b));
      expect(distances[0]).toBe(0);
    }
  });
});
