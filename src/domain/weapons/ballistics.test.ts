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

const getBodyMultipliers = (arsenal: Arsenal, id: string) =>
  getMultipliers(getBallistics(getWeapon(arsenal, id))?.multiplierGroupId ?? "", arsenal.combat.multiplierGroups);

describe("the ballistics of a Battlefield 4 weapon", () => {
  test("are those of Battlelog if a table differs, and mark the disagreement", () => {
    expect(getBallistics(getWeapon(BF4, "ak-12"))).toMatchObject({
      rateOfFireRpm: 680,
      magazine: 30,
      headMultiplier: 2.13,
      disagree: true,
      sourceIds: { rateOfFireRpm: "battlelog-2015", damage: "symthic-2015" },
    });
  });

  test("are null if no source gives them", () => {
    expect(getBallistics(getWeapon(BF4, "ak-12"))).toMatchObject({ velocityMps: null, reload: null });
    expect(getBallistics(getWeapon(BF4, "870-mcs"))).toMatchObject({ damage: null, pellets: null, magazine: 8 });
  });
});

describe("the fire mode of a Battlefield 4 weapon", () => {
  test.for(["an-94", "groza-1", "groza-4", "l86a2"])("is automatic for %s", (id) => {
    const build = getBallistics(getWeapon(BF4, id));
    expect(build?.ratesOfFireRpm).toMatchObject({ auto: build?.rateOfFireRpm, single: null });
  });

  test.for(["m16a4", "m4", "93r"])("is only bursts for %s, at the rate within a burst", (id) => {
    const build = getBallistics(getWeapon(BF4, id));
    expect(build).toMatchObject({ hasBurstsOnly: true, ratesOfFireRpm: { auto: null, burst: build?.rateOfFireRpm } });
  });
});

describe("a Battlefield 4 shotgun", () => {
  test("has the damage of a whole shell and a rate, but no number of pellets", () => {
    expect(getBallistics(getWeapon(BF4, "shorty-12g"))).toMatchObject({
      shellDamage: 145.6,
      rateOfFireRpm: 100,
      pellets: null,
      sourceIds: { shellDamage: "bf4-table", rateOfFireRpm: "bf4-table" },
    });
  });

  test("fires slugs with a head multiplier of 2, and darts that the Defensive upgrade does not weaken", () => {
    const slug = getWeapon(BF4, "m26-slug");
    expect(getBallistics(slug)).toMatchObject({ headMultiplier: 2, pellets: 1 });
    expect(getBodyMultipliers(BF4, "m26-slug").chestDefensive).toBe(0.93);
    expect(getBodyMultipliers(BF4, "m26-dart").chestDefensive).toBe(1);
  });
});

describe("the ballistics of a Battlefield 2042 weapon", () => {
  const ak24 = getWeapon(BF2042, "ak-24");

  test("are those of Factory and Standard without parts", () => {
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

  test("depend on barrel and ammunition: 6KU has 8 % less damage, 26 × 0.92 = 23.92, and High Power has 622 rpm", () => {
    const choice = getChoice(getParts("ak-24", "6ku-suppressor", "high-power"));
    expect(getBallistics(ak24, choice)).toMatchObject({
      configuration: { barrel: "6KU", ammunition: "High Power" },
      damage: { steps: [{ damage: 23.92 }, { fromM: 20, damage: 20.24 }, { fromM: 150, damage: 16.56 }] },
      rateOfFireRpm: 622,
      velocityMps: 965,
      magazine: 21,
    });
  });

  test("depend on a magazine with the same ammunition", () => {
    const choice = getChoice(getParts("ak-24", "standard-issue-drum"));
    expect(getBallistics(ak24, choice)).toMatchObject({
      rateOfFireRpm: 674,
      magazine: 51,
      configuration: { barrel: "Factory", ammunition: "Standard Drum" },
    });
  });

  test("do not change with a part that the sheet does not list", () => {
    expect(getBallistics(ak24, getChoice(getParts("ak-24", "champion-muzzle-brake")))).toEqual(getBallistics(ak24));
  });

  test("are null for a pair or an ammunition that the sheet does not list", () => {
    expect(getBallistics(ak24, { barrel: "PB" })).toBeNull();
    const seasonTwoWeapon = getWeapon(getArsenalAtLayer(BF2042, SEASON_TWO), "ak-24");
    expect(getBallistics(seasonTwoWeapon, getChoice(getParts("ak-24", "6ku-suppressor")))).toBeNull();
  });

  test("include the number of pellets: 1 for a slug, null without a measurement", () => {
    const shotgun = getWeapon(BF2042, "12m-auto");
    expect(getBallistics(shotgun)).toMatchObject({ pellets: 8, rateOfFireRpm: 300, magazine: 9 });
    expect(getBallistics(shotgun, { ammunition: "Slug" })).toMatchObject({ pellets: 1, magazine: 9 });
    expect(getBallistics(getWeapon(getArsenalAtLayer(BF2042, "6.2.0"), "mcs-880"))).toMatchObject({
      pellets: null,
      magazine: null,
    });
  });

  test("mark damage that rises with distance as a disagreement", () => {
    expect(getBallistics(getWeapon(getArsenalAtLayer(BF2042, "6.2.0"), "m416"))?.disagree).toBe(true);
    expect(getBallistics(getWeapon(BF2042, "m416"))?.disagree).toBe(false);
  });

  test("are from one record, except a head multiplier that later records lack", () => {
    const getSourcesAt = (layer: Layer, id: string) => {
      const { headMultiplier, ...others } =
        getBallistics(getWeapon(getArsenalAtLayer(BF2042, layer), id))?.sourceIds ?? {};
      return { headMultiplier, others: new Set(Object.values(others)) };
    };
    for (const layer of LAYERS) {
      for (const { id } of BF2042.weapons.values()) expect(getSourcesAt(layer, id).others.size).toBeLessThanOrEqual(1);
    }
    expect(getSourcesAt("7.3.0", "ak-24").headMultiplier).toBe("sheet-7.3.0");
    expect(getSourcesAt("9.2.0", "ak-24").headMultiplier).toBe("sheet-7.3.0");
    expect(getBallistics(getWeapon(BF2042, "lynx"))?.headMultiplier).toBeNull();
  });

  test("are null for a weapon without public figures", () => {
    expect(getBallistics(getWeapon(getArsenalAtLayer(BF2042, SEASON_TWO), "l9cz"))).toMatchObject({
      damage: null,
      rateOfFireRpm: null,
      magazine: null,
    });
  });
});

describe("a kill computed from the data", () => {
  test("needs 6 shots of an AK-12 at 60 m in 441.18 ms: 6 × 18 = 108, 5 × 60,000 ÷ 680", () => {
    const figures = getBallistics(getWeapon(BF4, "ak-12"));
    const damage = figures?.damage ? damageAt(figures.damage, 60) : 0;
    const shots = shotsToKill({ health: 100, damage });
    expect(shots).toBe(6);
    expect(figures && getMs(shots, getFire(figures))).toBeCloseTo(441.176, 3);
  });

  test("needs one hit of an M40A5 at 12 m, or two against the Defensive upgrade: 100, 93", () => {
    const weapon = getWeapon(BF4, "m40a5");
    const { chestDefensive } = getBodyMultipliers(BF4, "m40a5");
    const head = getBallistics(weapon)?.headMultiplier;
    expect(shotsToKill({ health: 100, damage: 100 })).toBe(1);
    expect(shotsToKill({ health: 100, damage: 100, bodyMultiplier: chestDefensive ?? 1 })).toBe(2);
    expect(shotsToKill({ health: 100, damage: 59, headMultiplier: head ?? 1, headHits: 1 })).toBe(1);
  });

  test("has the factor 1 for hits to the body in Battlefield 2042", () => {
    expect(getBodyMultipliers(BF2042, "ak-24")).toEqual({ chest: 1, legs: 1, chestDefensive: null });
  });
});

describe("the summary of a weapon", () => {
  test.for([
    ["bf4", BF4, 116],
    ["bf2042", BF2042, 143],
  ] as const)("takes less than 40 kB for all weapons of %s together", ([, arsenal, count]) => {
    const summaries = [...arsenal.weapons.values()].map((weapon) => summarizeWeapon(weapon));
    expect(summaries).toHaveLength(count);
    expect(brotliCompressSync(JSON.stringify(summaries)).length).toBeLessThan(40_000);
  });

  test("contains the availability and the kits", () => {
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

  test("contains the group of body multipliers", () => {
    expect(summarizeWeapon(getWeapon(BF4, "m40a5")).multiplierGroupId).toBe("bolt-action");
    expect(getBodyMultipliers(BF4, "m40a5")).toEqual({ chest: 1, legs: 0.93, chestDefensive: 0.93 });
  });
});

describe("an invalid data file", () => {
  test("is refused with the name of the invalid field", () => {
    expect(() => createArsenal("bf4", { sources: [{ id: "" }] })).toThrow(/"attachments"/);
  });
});
