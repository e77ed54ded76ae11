// Computes damage, hits and time to kill at a distance, for every screen. A value is null if it requires a figure that is
// unknown.
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import type { WeaponSummary } from "#domain/game-data/summary.ts";
import { damageAt, type Fire, getFire, getMagazine, getShotTimeMs } from "#domain/weapons/fire.ts";
import { type BodyHit, getBodyMultiplier, getMultipliers } from "#domain/weapons/hit-zones.ts";
import { type Attack, getTimeSpread, type Spread } from "./kill-chances.ts";
import { getMs, getTotalDamage, type Landing, shotsToKill } from "./lethality.ts";

export type Lethality = {
  /** The damage of one bullet or pellet to the chest. */
  damage: number | null;
  /** The hits that kill, without random headshots and with all pellets of a shell. */
  shots: number | null;
  /** The milliseconds from the first shot to the kill; the mean if anything is random. */
  ttkMs: number | null;
  /** Whether that time is a minimum: the kill may need more than one burst, and the pause between bursts is unknown. */
  isMinimum: boolean;
};

/** Which hits are headshots: the first, the first two, or each with this chance, from 0 to 1. */
export type Heads = "first" | "two" | number;

export type Aim = {
  heads: Heads;
  /** The part of the body that the other hits land on; default: the chest. */
  part?: BodyHit["part"];
  /** Whether the soldier has Battlefield 4's Defensive upgrade. */
  defensive?: boolean;
  /** The game's multipliers by group of weapons; without them, hits to the body have the factor 1. */
  multiplierGroups?: Combat["multiplierGroups"];
};

/** The random parts of a fight; everything else is fixed. */
export type Chances = Pick<Aim, "heads"> & {
  /** The share of bullets, or of the pellets of shells, that hit: 0, or from MIN_HIT_RATE to 1; default: 1. */
  hitRate?: number;
};

export type Target = Aim &
  Chances & {
    rangeM: number;
    /** Null if no source gives the health. */
    hitPoints: number | null;
  };

/** The figures that a kill depends on. Without a magazine, the weapon never reloads. */
export type Lethal = Pick<WeaponSummary, "damage" | "pellets" | "rateOfFireRpm" | "bursts"> &
  Partial<Pick<WeaponSummary, "magazine" | "reloadedRounds" | "reload" | "multiplierGroupId">> & {
    hasBurstsOnly?: boolean;
    headMultiplier?: number | null;
  };

/** The shots in a burst of the Battlefield 4 weapons that fire only bursts. */
const BURST_SHOTS = 3;

/** Returns the damage of one bullet, the hits and the time to kill at a range. */
export function getLethality(weapon: Lethal, target: Target): Lethality {
  const damage = weapon.damage && damageAt(weapon.damage, target.rangeM);
  const attack = getAttack(weapon, target);
  if (!attack) return { damage, shots: null, ttkMs: null, isMinimum: false };
  const fire = getFire(weapon);
  const magazine = getMagazine(weapon);
  const shots = shotsToKill(attack);
  const ttkMs = isDeterministic(target)
    ? getMs(shots, fire, magazine)
    : (getTimeSpread(attack, fire, magazine)?.mean ?? null);
  return { damage, shots, ttkMs, isMinimum: (ttkMs ?? 0) > getExactLimitMs(weapon, target) };
}

/** Returns the distribution of the milliseconds to the kill; null if a required figure is unknown. */
export function getKillTimes(weapon: Lethal, target: Target, fire: Fire | null = getFire(weapon)): Spread | null {
  const attack = getAttack(weapon, target);
  return attack && getTimeSpread(attack, fire, getMagazine(weapon));
}

/** Whether nothing is random, so that every fight is the same. */
export const isDeterministic = ({ heads, hitRate = 1 }: Chances): boolean =>
  hitRate === 1 && (typeof heads === "string" || heads === 0 || heads === 1);

/**
 * Returns the milliseconds above which a weapon's times are minimums: the time of one burst if no source gives the pause after it, 0
 * for a mean over fights some of which may take longer; infinite for every other weapon.
 */
export function getExactLimitMs(weapon: Pick<Lethal, "rateOfFireRpm" | "hasBurstsOnly">, chances?: Chances): number {
  const fire = weapon.hasBurstsOnly ? getFire(weapon) : null;
  if (!fire) return Number.POSITIVE_INFINITY;
  return chances && !isDeterministic(chances) ? 0 : getShotTimeMs(fire, BURST_SHOTS);
}

/** The author of Battlefield 2042's sheet counts hits as a kill if at most this much damage is missing. */
const NEAR_MISS = 0.5;

/** Returns the hits one short of a kill and their damage, if less than a point is missing; otherwise null. */
export function getNearMiss(weapon: Lethal, target: Target): { shots: number; damage: number } | null {
  const attack = getAttack(weapon, target);
  if (!attack) return null;
  const shots = shotsToKill(attack) - 1;
  const damage = getTotalDamage(shots, attack);
  return damage >= attack.health - NEAR_MISS ? { shots, damage } : null;
}

/** Returns the damage and the chances of a weapon's hits; null if a required figure is unknown. */
export function getAttack(weapon: Lethal, target: Target): Attack | null {
  const landing = getLanding(weapon, target);
  if (!weapon.damage || !landing || target.hitPoints === null) return null;
  const damage = damageAt(weapon.damage, target.rangeM);
  return { ...landing, health: target.hitPoints, damage, hitRate: target.hitRate ?? 1 };
}

/** Returns where the hits land; null if a required figure is unknown. */
export function getLanding(
  { pellets, headMultiplier = null, multiplierGroupId }: Lethal,
  { heads, part = "chest", defensive = false, multiplierGroups }: Aim,
): (Landing & { headShare?: number }) | null {
  if (pellets === null) return null;
  const bodyMultiplier =
    multiplierGroupId && multiplierGroups
      ? getBodyMultiplier(getMultipliers(multiplierGroupId, multiplierGroups), { part, defensive })
      : 1;
  if (heads !== 1 && bodyMultiplier === null) return null;
  const body = { pellets, ...(bodyMultiplier !== null && { bodyMultiplier }) };
  if (heads === 0) return body;
  if (headMultiplier === null) return null;
  const head = { ...body, headMultiplier };
  if (typeof heads === "string") return { ...head, headHits: heads === "first" ? 1 : 2 };
  return heads === 1 ? { ...head, headHits: Number.POSITIVE_INFINITY } : { ...head, headShare: heads };
}

/**
 * Returns the milliseconds of a bullet's flight without drag; null without a known velocity. Season 2 lists a drag for each weapon,
 * but no source gives the formula that uses it; it is 0 for all but the NTW-50.
 */
export const flightMs = (velocityMps: number | null, rangeM: number): number | null =>
  velocityMps === null ? null : (rangeM / velocityMps) * 1000;

/** Returns the metres that a bullet falls in this many milliseconds: g × t² ÷ 2. Gravity is known for Season 2 only. */
export const getDrop = (ms: number, gravityMps2: number): number => (gravityMps2 * (ms / 1000) ** 2) / 2;

/** Returns the greatest and the lowest damage of one bullet. */
export function getDamageRange({ damage }: Pick<Lethal, "damage">): { max: number; min: number } | null {
  if (!damage) return null;
  if (damage.kind === "linear") return { max: damage.max, min: damage.min };
  const values = damage.steps.map((step) => step.damage);
  return { max: Math.max(...values), min: Math.min(...values) };
}
