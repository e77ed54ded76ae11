// What a weapon does at a distance, as the arsenal's columns and charts show it.

import type { WeaponSummary } from "#domain/game-data/summary.ts";
import { getFlight } from "#domain/weapons/ballistics.ts";
import { damageAt, type Fire, shotAtMs } from "#domain/weapons/fire.ts";
import { getBodyMultiplier, type Multipliers } from "#domain/weapons/hit-zones.ts";
import { type Landing, shotsToKill, timeToKillMs } from "#domain/weapons/lethality/lethality.ts";
import type { BodyPart, HeadHits } from "./terms.ts";

/** Each is null where a figure it needs is not public. */
export type Lethality = { damage: number | null; shots: number | null; ttkMs: number | null };

/** What is shot at, and how well: health is null where no source gives one. */
export type Target = {
  rangeM: number;
  head: HeadHits;
  hitPoints: number | null;
  /** Where the hits land that are not to the head; the chest where left out. */
  part?: BodyPart;
  /** Behind Battlefield 4's Defensive upgrade. */
  defensive?: boolean;
  /** The share of shots that hit, from 0.01 to 1; all of them where left out. */
  hitRate?: number;
};

/** Without multipliers a hit to the body counts once. */
export type Lethal = Pick<WeaponSummary, "damage" | "pellets" | "headMultiplier" | "rateOfFireRpm"> & {
  multipliers?: Multipliers;
};

/** Damage of one bullet, hits and time to kill at a range, every shot hitting. */
export function getLethality(weapon: Lethal, target: Target): Lethality {
  if (!weapon.damage) return { damage: null, shots: null, ttkMs: null };
  const damage = damageAt(weapon.damage, target.rangeM);
  const shots = shotsAt(weapon, damage, target);
  return { damage, shots, ttkMs: shots === null ? null : getTtk(shots, weapon.rateOfFireRpm) };
}

/** One hit takes no time, whatever the rate of fire. */
const getTtk = (shots: number, rpm: number | null): number | null => (shots === 1 ? 0 : timeToKillMs(shots, rpm));

function shotsAt(weapon: Lethal, damage: number, target: Target): number | null {
  const landing = getLanding(weapon, target);
  return landing && target.hitPoints !== null ? shotsToKill({ ...landing, health: target.hitPoints, damage }) : null;
}

type Aim = Pick<Target, "head" | "part" | "defensive">;

/** Where the hits land; null where a figure this needs is not public. */
export function getLanding(weapon: Lethal, { head, part = "chest", defensive = false }: Aim): Landing | null {
  const { pellets, headMultiplier, multipliers } = weapon;
  if (pellets === null) return null;
  const bodyMultiplier = multipliers ? getBodyMultiplier(multipliers, { part, defensive }) : 1;
  if (head !== "all" && bodyMultiplier === null) return null;
  const body = { pellets, ...(bodyMultiplier !== null && { bodyMultiplier }) };
  if (head === "0") return body;
  if (headMultiplier === null) return null;
  return { ...body, headMultiplier, headHits: head === "all" ? Number.POSITIVE_INFINITY : Number(head) };
}

/**
 * The mean time to kill at a hit rate, steady fire: (shots ÷ rate − 1) × 60,000 ÷ rounds a minute. Null without a rate
 * of fire, unless one sure hit kills.
 */
export function expectedMs(shots: number | null, rpm: number | null, hitRate = 1): number | null {
  if (shots === null) return null;
  if (shots === 1 && hitRate === 1) return 0;
  const fire: Fire | null = rpm === null ? null : { kind: "steady", rpm };
  return fire && shotAtMs(fire, shots / hitRate);
}

/** Milliseconds a bullet is on its way; null without a public velocity. */
export const flightMs = (velocityMps: number | null, rangeM: number): number | null =>
  velocityMps === null ? null : getFlight(rangeM, velocityMps).ms;

/** Damage of one bullet at its greatest and its least. */
export function getDamageEnds({ damage }: Pick<Lethal, "damage">): { max: number; min: number } | null {
  if (!damage) return null;
  if (damage.kind === "linear") return { max: damage.max, min: damage.min };
  const values = damage.steps.map((step) => step.damage);
  return { max: Math.max(...values), min: Math.min(...values) };
}
