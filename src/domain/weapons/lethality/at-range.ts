// What a weapon does at a distance. Every screen takes damage, hits and time to kill from here; null stands for a figure that
// needs one that is not public.
import type { WeaponSummary } from "#domain/game-data/summary.ts";
import { damageAt, type Fire, getFire, getMagazine, shotAtMs } from "#domain/weapons/fire.ts";
import { type BodyHit, getBodyMultiplier, type Multipliers } from "#domain/weapons/hit-zones.ts";
import { type Attack, getTimeSpread, type Spread } from "./kill-chances.ts";
import { getMs, getTotalDamage, type Landing, shotsToKill } from "./lethality.ts";

export type Lethality = {
  /** Of one bullet or pellet to the chest. */
  damage: number | null;
  /** The hits that kill where none is to the head by chance, of shells with all their pellets. */
  shots: number | null;
  /** Milliseconds from the first shot to the one that kills: the mean where anything is by chance. */
  ttkMs: number | null;
  /** That time is a minimum: the kill may need more than one burst, and the pause between bursts is not known. */
  isMinimum: boolean;
};

/** Which hits are to the head: the first one, the first two, or by chance this share of them, from 0 to 1 for all. */
export type Heads = "first" | "two" | number;

export type Aim = {
  heads: Heads;
  /** Where the other hits land; default: the chest. */
  part?: BodyHit["part"];
  /** Whether the soldier has Battlefield 4's Defensive upgrade. */
  defensive?: boolean;
};

/** The chances of a fight: nothing else in it is by chance. */
export type Chances = Pick<Aim, "heads"> & {
  /** The share of bullets, or of the pellets of shells, that hit: 0, or from MIN_HIT_RATE to 1; default: 1. */
  hitRate?: number;
};

export type Target = Aim &
  Chances & {
    rangeM: number;
    /** Null where no source gives the health. */
    hitPoints: number | null;
  };

/** Without multipliers a hit to the body counts once, and without a magazine it never reloads. */
export type Lethal = Pick<WeaponSummary, "damage" | "pellets" | "rateOfFireRpm" | "bursts"> &
  Partial<Pick<WeaponSummary, "magazine" | "reloadedRounds" | "reload">> & {
    hasBurstsOnly?: boolean;
    headMultiplier?: number | null;
    multipliers?: Multipliers;
  };

/** Shots in a burst of the Battlefield 4 weapons that fire bursts alone. */
const BURST_SHOTS = 3;

/** Damage of one bullet, hits and time to kill at a range. */
export function getLethality(weapon: Lethal, target: Target): Lethality {
  const damage = weapon.damage && damageAt(weapon.damage, target.rangeM);
  const attack = getAttack(weapon, target);
  if (!attack) return { damage, shots: null, ttkMs: null, isMinimum: false };
  const fire = getFire(weapon);
  const magazine = getMagazine(weapon);
  const shots = shotsToKill(attack);
  const ttkMs = isSure(target) ? getMs(shots, fire, magazine) : (getTimeSpread(attack, fire, magazine)?.mean ?? null);
  return { damage, shots, ttkMs, isMinimum: (ttkMs ?? 0) > exactUpToMs(weapon, target) };
}

/** Milliseconds to the kill of many such fights; null where a figure this needs is not public. */
export function getKillTimes(weapon: Lethal, target: Target, fire: Fire | null = getFire(weapon)): Spread | null {
  const attack = getAttack(weapon, target);
  return attack && getTimeSpread(attack, fire, getMagazine(weapon));
}

/** Every fight is the same. */
export const isSure = ({ heads, hitRate = 1 }: Chances): boolean =>
  hitRate === 1 && (typeof heads === "string" || heads === 0 || heads === 1);

/**
 * Milliseconds beyond which a weapon's times are minimums: one burst where no source gives the pause after it, nothing at all for a
 * mean over fights of which some take longer; infinite for every other weapon.
 */
export function exactUpToMs(weapon: Pick<Lethal, "rateOfFireRpm" | "hasBurstsOnly">, chances?: Chances): number {
  const fire = weapon.hasBurstsOnly ? getFire(weapon) : null;
  if (!fire) return Number.POSITIVE_INFINITY;
  return chances && !isSure(chances) ? 0 : shotAtMs(fire, BURST_SHOTS);
}

/** Hits that the author of Battlefield 2042's sheet counts as a kill: their damage is less than this much too little. */
const NEAR_MISS = 0.5;

/** The hits one short of a kill, and their damage, where only a fraction of a point is missing; else null. */
export function getNearMiss(weapon: Lethal, target: Target): { shots: number; damage: number } | null {
  const attack = getAttack(weapon, target);
  if (!attack) return null;
  const shots = shotsToKill(attack) - 1;
  const damage = getTotalDamage(shots, attack);
  return damage >= attack.health - NEAR_MISS ? { shots, damage } : null;
}

/** Each hit of a weapon and its chances; null where a figure this needs is not public. */
export function getAttack(weapon: Lethal, target: Target): Attack | null {
  const landing = getLanding(weapon, target);
  if (!weapon.damage || !landing || target.hitPoints === null) return null;
  const damage = damageAt(weapon.damage, target.rangeM);
  return { ...landing, health: target.hitPoints, damage, hitRate: target.hitRate ?? 1 };
}

/** Where the hits land; null where a figure this needs is not public. */
export function getLanding(
  { pellets, headMultiplier = null, multipliers }: Lethal,
  { heads, part = "chest", defensive = false }: Aim,
): (Landing & { headShare?: number }) | null {
  if (pellets === null) return null;
  const bodyMultiplier = multipliers ? getBodyMultiplier(multipliers, { part, defensive }) : 1;
  if (heads !== 1 && bodyMultiplier === null) return null;
  const body = { pellets, ...(bodyMultiplier !== null && { bodyMultiplier }) };
  if (heads === 0) return body;
  if (headMultiplier === null) return null;
  const head = { ...body, headMultiplier };
  if (typeof heads === "string") return { ...head, headHits: heads === "first" ? 1 : 2 };
  return heads === 1 ? { ...head, headHits: Number.POSITIVE_INFINITY } : { ...head, headShare: heads };
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
