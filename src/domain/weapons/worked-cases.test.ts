// Compares the engine with the worked cases of docs/figures.md, which were computed independently.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Arsenal, Weapon } from "#domain/game-data/arsenal.ts";
import { getArsenalAtLayer } from "#domain/game-data/bf2042-arsenal.ts";
import { LAYERS, SEASON_TWO, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import { flightMs, getDrop } from "#domain/weapons/lethality/at-range.ts";
import { type Attack, getKillChances, getTimeSpread } from "#domain/weapons/lethality/kill-chances.ts";
import { getMs, shotsToKill } from "#domain/weapons/lethality/lethality.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { getBallistics } from "./ballistics.ts";
import { damageAt, type Fire, getBurst, getFire, getMagazine, type Magazine } from "./fire.ts";
import { getBodyMultiplier, getHealth, getMultipliers, HEALTH_IDS } from "./hit-zones.ts";

/** Returns the rows below the heading; the first cell of each has the index 1. */
const readCases = (name: string): string[][] =>
  readFileSync(`test/fixtures/worked-cases/${name}.tsv`, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => ["", ...line.split("\t")]);

const rows = readCases("weapons");

const UNKNOWN = "—";
const parseCell = (cell = "") => (cell === UNKNOWN ? null : Number(cell));
const getHealthId = (cell: string) => HEALTH_IDS.find((id) => id === cell) ?? "normal";
const getCount = (cell = "") => (cell === "all" ? Number.POSITIVE_INFINITY : Number(cell));

function getWeapon(cell: string, patch: string): { weapon: Weapon; arsenal: Arsenal } {
  const [game = "", id = ""] = cell.split(" ");
  const layer = LAYERS.find((id) => id === patch) ?? SHOWN_PATCH;
  const arsenal: Arsenal = game === "bf4" ? ARSENALS.bf4 : getArsenalAtLayer(ARSENALS.bf2042, layer);
  const weapon = arsenal.weapons.get(id);
  if (!weapon) throw new Error(`No weapon "${cell}".`);
  return { weapon, arsenal };
}

function getBuild(weapon: Weapon, pair: string) {
  const [barrel, ammunition] = pair.split(", ");
  const build = getBallistics(weapon, barrel && ammunition ? { barrel, ammunition } : {});
  if (!build?.damage || build.pellets === null) throw new Error(`No public damage of "${weapon.id}" with "${pair}".`);
  return { ...build, damage: build.damage, pellets: build.pellets };
}

/** Returns the engine's results for the left half of a row, in the order of the right half. */
function computeResults(row: readonly string[]): readonly (number | null)[] {
  const [, name = "", patch = "", pair = "", metres, health = "", head, legs, defensive, firePattern = "", rate] = row;
  const { weapon, arsenal } = getWeapon(name, patch);
  const build = getBuild(weapon, pair);
  const mechanics = weapon.game === "bf2042" && patch === SEASON_TWO ? weapon.mechanics : null;
  const multipliers = getMultipliers(build.multiplierGroupId, arsenal.combat.multiplierGroups);
  // For a gun with automatic fire, bursts are one of several modes; for other guns they are the only mode.
  const isOneOfSeveralModes = firePattern.includes("burst") && build.ratesOfFireRpm.auto !== null;
  const fire = isOneOfSeveralModes ? mechanics && getBurst(mechanics) : getFire(build);
  const magazine = firePattern.includes("reload") ? getMagazine(build) : null;
  const damage = damageAt(build.damage, Number(metres));
  const hit = {
    health: getHealth(arsenal.combat, getHealthId(health)) ?? Number.NaN,
    damage,
    pellets: build.pellets,
    headMultiplier: head === "0" ? 1 : (build.headMultiplier ?? Number.NaN),
    legMultiplier: multipliers.legs ?? Number.NaN,
    bodyMultiplier: getBodyMultiplier(multipliers, { part: "chest", defensive: defensive === "yes" }) ?? Number.NaN,
    headHits: getCount(head),
    legHits: getCount(legs),
  };
  const shots = shotsToKill(hit);
  const time = getTimeSpread({ ...hit, hitRate: Number(rate) }, fire, magazine);
  if (rate === "1") expect(time?.mean ?? null).toBe(getMs(shots, fire, magazine));
  const flight = flightMs(build.velocityMps, Number(metres));
  return [
    damage,
    shots,
    time?.mean ?? null,
    time?.p10 ?? null,
    time?.p90 ?? null,
    flight,
    flight !== null && mechanics ? getDrop(flight, mechanics.gravityMps2) : null,
  ];
}

describe("a worked case of a weapon", () => {
  test("is one of 120 different cases of all layers", () => {
    expect(rows).toHaveLength(120);
    expect(new Set(rows.map((row) => row.slice(1, 11).join("|"))).size).toBe(120);
    expect(new Set(rows.map((row) => row[2]))).toEqual(new Set([UNKNOWN, ...LAYERS]));
  });

  test.for(rows)("has the results of the engine: %s%s of %s (%s) at %s m", (row) => {
    const expected = row.slice(11, 18).map(parseCell);
    const results = computeResults(row);
    expect(results.map((result) => result === null)).toEqual(expected.map((value) => value === null));
    results.forEach((result, at) => {
      const value = expected[at] ?? 0;
      expect(Math.abs((result ?? 0) - value)).toBeLessThanOrEqual(Math.abs(value) / 1000);
    });
  });
});

const DISTRIBUTION_ROWS = readCases("chances");

function parseAttack([, , health, damage, pellets, body, head, heads = "", rate]: readonly string[]): Attack {
  const headHits = { first: 1, two: 2, all: Number.POSITIVE_INFINITY }[heads];
  return {
    health: Number(health),
    damage: Number(damage),
    pellets: Number(pellets),
    bodyMultiplier: Number(body),
    headMultiplier: Number(head),
    hitRate: Number(rate),
    ...(headHits === undefined ? { headShare: Number(heads) } : { headHits }),
  };
}

function parseRhythm([fire = "", loading = ""]: readonly string[]): { fire: Fire; magazine: Magazine | null } {
  const [rpm = 0, bursts] = fire.split(", 3 × ").map(Number);
  const [rounds = 0, reloadedRounds = 0, reloadMs = 0] = loading.split(", ").map(Number);
  return {
    fire: bursts ? { kind: "burst", shots: 3, rpm, burstsPerMinute: bursts } : { kind: "steady", rpm },
    magazine: loading === UNKNOWN ? null : { rounds, reloadedRounds, reloadMs },
  };
}

describe("a worked case of the distribution", () => {
  test("is one of 60 different cases", () => {
    expect(DISTRIBUTION_ROWS).toHaveLength(60);
    expect(new Set(DISTRIBUTION_ROWS.map((row) => row.slice(2, 11).join("|"))).size).toBe(60);
  });

  test.for(DISTRIBUTION_ROWS)("has the results of the engine: %s%s", (row) => {
    const attack = parseAttack(row);
    const { fire, magazine } = parseRhythm(row.slice(9, 11));
    const chances = getKillChances(attack);
    for (const [at, cell] of row.slice(11, 14).entries()) {
      if (cell === UNKNOWN) continue;
      const killChance = chances.slice(0, at + 1).reduce((sum, chance) => sum + chance, 0);
      expect(killChance, `by shot ${at + 1}`).toBeCloseTo(Number(cell), 6);
    }
    const times = getTimeSpread(attack, fire, magazine);
    [times?.mean, times?.p10, times?.median, times?.p90].forEach((ms, at) => {
      const expectedMs = Number(row[14 + at]);
      expect(Math.abs((ms ?? Number.NaN) - expectedMs)).toBeLessThanOrEqual(expectedMs / 100_000);
    });
  });
});
