// What a weapon does at a distance. Every screen takes damage, hits and time to kill from here; null stands for a figure that
// needs one that is not public.
import type { WeaponSummary } from "#domain/game-data/summary.ts";
import { damageAt, getFire, shotAtMs } from "#domain/weapons/fire.ts";
import { type BodyHit, getBodyMultiplier, type Multipliers } from "#domain/weapons/hit-zones.ts";
import { timeAtHitRate } from "./hit-rate.ts";
import { getMs, getTotalDamage, type Landing, shotsToKill } from "./lethality.ts";

/** Every shot hitting, but for `expectedMs`: the mean time at the target's hit rate. */
export type Lethality = {
  /** Of one bullet or pellet to the chest. */
  damage: number | null;
  shots: number | null;
  ttkMs: number | null;
  /** That time is a minimum: the kill needs more than one burst, and the pause between bursts is not known. */
  isMinimum: boolean;
  expectedMs: number | null;
  isExpectedMinimum: boolean;
};

/** How many of the hits, the first ones, are to the head. */
export const HEAD_HITS = ["0", "1", "2", "all"] as const;
export type HeadHits = (typeof HEAD_HITS)[number];

export type Aim = {
  head: HeadHits;
  /** Where the other hits land; default: the chest. */
  part?: BodyHit["part"];
  /** Whether the soldier has Battlefield 4's Defensive upgrade. */
  defensive?: boolean;
};

export type Target = Aim & {
  rangeM: number;
  /** Null where no source gives the health. */
  hitPoints: number | null;
  /** The share of shots that hit, from 0.01 to 1; default: 1. */
  hitRate?: number;
};

/** Without multipliers a hit to the body counts once. */
export type Lethal = Pick<WeaponSummary, "damage" | "pellets" | "rateOfFireRpm" | "bursts"> & {
  hasBurstsOnly?: boolean;
  headMultiplier?: number | null;
  multipliers?: Multipliers;
};

/** Shots in a burst of the Battlefield 4 weapons that fire bursts alone. */
const BURST_SHOTS = 3;

/** Damage of one bullet, hits and time to kill at a range. */
export function getLethality(weapon: Lethal, target: Target): Lethality {
  const damage = weapon.damage && damageAt(weapon.damage, target.rangeM);
  const landing = getLanding(weapon, target);
  if (damage === null || !landing || target.hitPoints === null)
    return { damage, shots: null, ttkMs: null, isMinimum: false, expectedMs: null, isExpectedMinimum: false };
  const shots = shotsToKill({ ...landing, health: target.hitPoints, damage });
  const ttkMs = getMs(shots, getFire(weapon));
  const expectedMs = getExpectedMs(shots, ttkMs, weapon, target.hitRate);
  return {
    damage,
    shots,
    ttkMs,
    isMinimum: (ttkMs ?? 0) > exactUpToMs(weapon),
    expectedMs,
    isExpectedMinimum: (expectedMs ?? 0) > exactUpToMs(weapon, target.hitRate),
  };
}

/**
 * Milliseconds beyond which a weapon's times are minimums: one burst where no source gives the pause after it, nothing at all for a
 * mean over fights of which some take longer; infinite for every other weapon.
 */
export function exactUpToMs(weapon: Pick<Lethal, "rateOfFireRpm" | "hasBurstsOnly">, hitRate = 1): number {
  const fire = weapon.hasBurstsOnly ? getFire(weapon) : null;
  if (!fire) return Number.POSITIVE_INFINITY;
  return hitRate < 1 ? 0 : shotAtMs(fire, BURST_SHOTS);
}

/** Hits that the author of Battlefield 2042's sheet counts as a kill: their damage is less than this much too little. */
const NEAR_MISS = 0.5;

/** The hits one short of a kill, and their damage, where only a fraction of a point is missing; else null. */
export function getNearMiss(weapon: Lethal, target: Target): { shots: number; damage: number } | null {
  const { damage, shots } = getLethality(weapon, target);
  const landing = getLanding(weapon, target);
  if (damage === null || shots === null || !landing || target.hitPoints === null) return null;
  const dealt = getTotalDamage(shots - 1, { ...landing, health: target.hitPoints, damage });
  return dealt >= target.hitPoints - NEAR_MISS ? { shots: shots - 1, damage: dealt } : null;
}

/** The mean; of steady fire (shots ÷ rate − 1) × 60,000 ÷ rounds a minute. */
function getExpectedMs(shots: number, ttkMs: number | null, weapon: Lethal, hitRate = 1): number | null {
  if (hitRate === 1) return ttkMs;
  const fire = getFire(weapon);
  if (fire?.kind === "burst") return timeAtHitRate(shots, hitRate, fire)?.mean ?? null;
  return fire && shotAtMs(fire, shots / hitRate);
}

/** Where the hits land; null where a figure this needs is not public. */
export function getLanding(
  { pellets, headMultiplier = null, multipliers }: Lethal,
  { head, part = "chest", defensive = false }: Aim,
): Landing | null {
  if (pellets === null) return null;
  const bodyMultiplier = multipliers ? getBodyMultiplier(multipliers, { part, defensive }) : 1;
  if (head !== "all" && bodyMultiplier === null) return null;
  const body = { pellets, ...(bodyMultiplier !== null && { bodyMultiplier }) };
  if (head === "0") return body;
  if (headMultiplier === null) return null;
  return { ...body, headMultiplier, headHits: head === "all" ? Number.POSITIVE_INFINITY : Number(head) };
}

/**
 * Milliseconds of a bullet's flight without drag; null without a public velocity. Season 2 lists a drag for each weapon, but no
 * source gives the law by which it slows a bullet; it is 0 for all but the NTW-50.
 */
export const flightMs = (velocityMps: number | null, rangeM: number): number | null =>
  velocityMps === null ? null : (rangeM / velocityMps) * 1000;

/** Metres below a level line of sight after so many milliseconds: g × t² ÷ 2. Gravity is known for Season 2 only. */
export const getDrop = (ms: number, gravityMps2: number): number => (gravityMps2 * (ms / 1000) ** 2) / 2;

/** The greatest and the least damage of one bullet. */
export function getDamageEnds({ damage }: Pick<Lethal, "damage">): { max: number; min: number } | null {
  if (!damage) return null;
  if (damage.kind === "linear") return { max: damage.max, min: damage.min };
  const values = damage.steps.map((step) => step.damage);
  return { max: Math.max(...values), min: Math.min(...values) };
}
