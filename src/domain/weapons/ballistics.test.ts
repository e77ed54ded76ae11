import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type Arsenal, createArsenal, type Weapon } from "#domain/game-data/arsenal.ts";
import { getArsenalAtLayer } from "#domain/game-data/bf2042-arsenal.ts";
import { LAYERS, type Layer, SEASON_TWO } from "#domain/game-data/patch.ts";
import { summarizeWeapon } from "#domain/game-data/summary.ts";
import { getFire } from "#domain/weapons/fire.ts";
import { getMs, shotsToKill } from "#domain/weapons/lethality/lethality.ts";
import { readArsenals } from "#server/arsenals.ts";
import { getBallistics, getChoice } from "./ballistics.ts";
import { damageAt } from "./fire.ts";
import { getMultipliers } from "./hit-zones.ts";

const { bf4: BF4, bf2042: BF2042 } = readArsenals("data");

function getWeapon(arsenal: Arsenal, id: string): Weapon {
  const weapon = arsenal.weapons.get(id);
  if (!weapon) throw new Error(`No weapon "${id}".`);
  return weapon;
}

function getParts(weaponId: string, ...ids: string[]) {
  return (BF2042.attachments.get(weaponId)?.options ?? []).filter(({ id }) => ids.includes(id));
}

/** Returns the weapon's multipliers of hits to the body. */
const getBodyMultipliers = (arsenal: Arsenal, id: string) =>
  getMultipliers(getBallistics(getWeapon(arsenal, id))?.multiplierGroupId ?? "", arsenal.combat.multiplierGroups);

describe("the ballistics of a Battlefield 4 weapon", () => {
  test("show Battlelog's figure where a table differs, and say so", () => {
    expect(getBallistics(getWeapon(BF4, "ak-12"))).toMatchObject({
      rateOfFireRpm: 680,
      magazine: 30,
      headMultiplier: 2.13,
      disagree: true,
      sourceIds: { rateOfFireRpm: "battlelog-2015", damage: "symthic-2015" },
    });
  });

  test("leave what no source gives unknown", () => {
    expect(getBallistics(getWeapon(BF4, "ak-12"))).toMatchObject({ velocityMps: null, reload: null });
    expect(getBallistics(getWeapon(BF4, "870-mcs"))).toMatchObject({ damage: null, pellets: null, magazine: 8 });
  });
});

describe("the way to fire a Battlefield 4 weapon", () => {
  test.for(["an-94", "groza-1", "groza-4", "l86a2"])("%s is automatic", (id) => {
    const build = getBallistics(getWeapon(BF4, id));
    expect(build?.ratesOfFireRpm).toMatchObject({ auto: build?.rateOfFireRpm, single: null });
  });

  test.for(["m16a4", "m4", "93r"])("%s fires bursts alone, at the rate inside one", (id) => {
    const build = getBallistics(getWeapon(BF4, id));
    expect(build).toMatchObject({ hasBurstsOnly: true, ratesOfFireRpm: { auto: null, burst: build?.rateOfFireRpm } });
  });
});

describe("a Battlefield 4 shotgun", () => {
  test("has the damage of a whole shell and a rate, without a count of pellets", () => {
    expect(getBallistics(getWeapon(BF4, "shorty-12g"))).toMatchObject({
      shellDamage: 145.6,
      rateOfFireRpm: 100,
      pellets: null,
      sourceIds: { shellDamage: "bf4-table", rateOfFireRpm: "bf4-table" },
    });
  });

  test("fires a slug that counts twice to the head, and darts that the Defensive upgrade does not stop", () => {
    const slug = getWeapon(BF4, "m26-slug");
    expect(getBallistics(slug)).toMatchObject({ headMultiplier: 2, pellets: 1 });
    expect(getBodyMultipliers(BF4, "m26-slug").chestDefensive).toBe(0.93);
    expect(getBodyMultipliers(BF4, "m26-dart").chestDefensive).toBe(1);
  });
});

describe("the ballistics of a Battlefield 2042 weapon", () => {
  const ak24 = getWeapon(BF2042, "ak-24");

  test("as issued are those of Factory and Standard", () => {
    expect(getBallistics(ak24)).toMatchObject({
      configuration: { barrel: "Factory", ammunition: "Standard" },
      damage: { steps: [{ damage: 26 }, { fromM: 10, damage: 22 }, { fromM: 75, damage: 18 }] },
      rateOfFireRpm: 674,
      velocityMps: 750,
      magazine: 31,
      reload: { tacticalS: 2.27, emptyS: 2.74 },
      disagree: false,
    });
  });

  test("follow barrel and ammunition: 6KU takes 8 %, 26 × 0.92 = 23.92, High Power fires 622 a minute", () => {
    const choice = getChoice(getParts("ak-24", "6ku-suppressor", "high-power"));
    expect(getBallistics(ak24, choice)).toMatchObject({
      configuration: { barrel: "6KU", ammunition: "High Power" },
      damage: { steps: [{ damage: 23.92 }, { fromM: 20, damage: 20.24 }, { fromM: 150, damage: 16.56 }] },
      rateOfFireRpm: 622,
      velocityMps: 965,
      magazine: 21,
    });
  });

  test("follow a magazine that keeps the ammunition", () => {
    const choice = getChoice(getParts("ak-24", "standard-issue-drum"));
    expect(getBallistics(ak24, choice)).toMatchObject({
      rateOfFireRpm: 674,
      magazine: 51,
      configuration: { barrel: "Factory", ammunition: "Standard Drum" },
    });
  });

  test("keep the barrel's figures under a part the sheet does not list", () => {
    expect(getBallistics(ak24, getChoice(getParts("ak-24", "champion-muzzle-brake")))).toEqual(getBallistics(ak24));
  });

  test("are missing for a pair or an ammunition the sheet does not list", () => {
    expect(getBallistics(ak24, { barrel: "PB" })).toBeNull();
    const silenced = getWeapon(getArsenalAtLayer(BF2042, SEASON_TWO), "ak-24");
    expect(getBallistics(silenced, getChoice(getParts("ak-24", "6ku-suppressor")))).toBeNull();
  });

  test("count the pellets of a shell, one for a slug, unknown without a measurement", () => {
    const auto = getWeapon(BF2042, "12m-auto");
    expect(getBallistics(auto)).toMatchObject({ pellets: 8, rateOfFireRpm: 300, magazine: 9 });
    expect(getBallistics(auto, { ammunition: "Slug" })).toMatchObject({ pellets: 1, magazine: 9 });
    expect(getBallistics(getWeapon(getArsenalAtLayer(BF2042, "6.2.0"), "mcs-880"))).toMatchObject({
      pellets: null,
      magazine: null,
    });
  });

  test("say when damage rises with distance, as two sheets had it", () => {
    expect(getBallistics(getWeapon(getArsenalAtLayer(BF2042, "6.2.0"), "m416"))?.disagree).toBe(true);
    expect(getBallistics(getWeapon(BF2042, "m416"))?.disagree).toBe(false);
  });

  test("are of one record, but for a head multiplier that later records do not have", () => {
    const sourcesAt = (layer: Layer, id: string) => {
      const { headMultiplier, ...others } =
        getBallistics(getWeapon(getArsenalAtLayer(BF2042, layer), id))?.sourceIds ?? {};
      return { headMultiplier, others: new Set(Object.values(others)) };
    };
    for (const layer of LAYERS) {
      for (const { id } of BF2042.weapons.values()) expect(sourcesAt(layer, id).others.size).toBeLessThanOrEqual(1);
    }
    expect(sourcesAt("7.3.0", "ak-24").headMultiplier).toBe("sheet-7.3.0");
    expect(sourcesAt("9.2.0", "ak-24").headMultiplier).toBe("sheet-7.3.0");
    expect(getBallistics(getWeapon(BF2042, "lynx"))?.headMultiplier).toBeNull();
  });

  test("of a weapon without public figures are unknown", () => {
    expect(getBallistics(getWeapon(getArsenalAtLayer(BF2042, SEASON_TWO), "l9cz"))).toMatchObject({
      damage: null,
      rateOfFireRpm: null,
      magazine: null,
    });
  });
});

describe("a fight worked out from the data", () => {
  test("AK-12 at 60 m: 6 × 18 = 108, so 6 shots in 5 × 60,000 ÷ 680 = 441.18 ms", () => {
    const figures = getBallistics(getWeapon(BF4, "ak-12"));
    const damage = figures?.damage ? damageAt(figures.damage, 60) : 0;
    const shots = shotsToKill({ health: 100, damage });
    expect(shots).toBe(6);
    expect(figures && getMs(shots, getFire(figures))).toBeCloseTo(441.176, 3);
  });

  test("M40A5 at 12 m: 100, or 93 against the Defensive upgrade, or 235 to the head", () => {
    const weapon = getWeapon(BF4, "m40a5");
    const { chestDefensive } = getBodyMultipliers(BF4, "m40a5");
    const head = getBallistics(weapon)?.headMultiplier;
    expect(shotsToKill({ health: 100, damage: 100 })).toBe(1);
    expect(shotsToKill({ health: 100, damage: 100, bodyMultiplier: chestDefensive ?? 1 })).toBe(2);
    expect(shotsToKill({ health: 100, damage: 59, headMultiplier: head ?? 1, headHits: 1 })).toBe(1);
  });

  test("multipliers of Battlefield 2042 are one below the head", () => {
    expect(getBodyMultipliers(BF2042, "ak-24")).toEqual({ chest: 1, legs: 1, chestDefensive: null });
  });
});

describe("summaries", () => {
  test.for([
    ["bf4", BF4, 116],
    ["bf2042", BF2042, 143],
  ] as const)("of all of %s fit in 40 kB", ([, arsenal, count]) => {
    const summaries = [...arsenal.weapons.values()].map((weapon) => summarizeWeapon(weapon));
    expect(summaries).toHaveLength(count);
    expect(brotliCompressSync(JSON.stringify(summaries)).length).toBeLessThan(40_000);
  });

  test("tell where a weapon is found and who carries it", () => {
    expect(summarizeWeapon(getWeapon(BF4, "lsat"))).toMatchObject({
      availability: "loadout",
      kitIds: ["support"],
    });
    expect(summarizeWeapon(getWeapon(BF4, "amr-2"))).toMatchObject({ availability: "map", kitIds: [] });
    expect(summarizeWeapon(getWeapon(BF2042, "m416-bf3"))).toMatchObject({
      availability: "portal",
      kitIds: [],
      damage: null,
    });
    expect(summarizeWeapon(getWeapon(BF2042, "ak-24"))).toMatchObject({
      availability: "loadout",
      reload: { tacticalS: 2.27, emptyS: 2.74 },
    });
  });

  test("have the group of the multipliers of hits to the body", () => {
    expect(summarizeWeapon(getWeapon(BF4, "m40a5")).multiplierGroupId).toBe("bolt-action");
    expect(getBodyMultipliers(BF4, "m40a5")).toEqual({ chest: 1, legs: 0.93, chestDefensive: 0.93 });
  });
});

describe("a data file", () => {
  test("that is not what it should be is named, with the field", () => {
    expect(() => createArsenal("bf4", { sources: [{ id: "" }] })).toThrow(/"attachments"/);
  });
});
