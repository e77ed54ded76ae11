// Computes how many hits kill, and how long they take. The damage is already that at the distance: see `damageAt`.

import { type Fire, getShotTimeMs, type Magazine } from "#domain/weapons/fire.ts";

/** A sum this close to the health counts as reaching it, so that rounding does not turn four hits of 25 into five. */
const ROUNDING = 1e-6;

/** Where the hits of a fight land: the first on the head, the next on the legs, all others on the body. */
export type Landing = {
  /** The pellets of a shell, all of which hit; 1 for a bullet. */
  pellets?: number;
  headMultiplier?: number;
  legMultiplier?: number;
  /** The factor of hits to the body, by chest and armour. */
  bodyMultiplier?: number;
  /** The number of headshots, which are the first hits. */
  headHits?: number;
  /** The number of hits to the legs, which follow the headshots. */
  legHits?: number;
};

export type Hit = Landing & {
  /** The health of the soldier: 100, or 60 in Battlefield 4's hardcore. */
  health: number;
  /** The damage of one bullet or pellet to the chest. */
  damage: number;
};

/**
 * Returns the lowest number of hits that reach the health: head hits of damage × pellets × head multiplier, then leg hits and body
 * hits of damage × pellets × their own multiplier. Healing between hits is ignored.
 */
export function shotsToKill(hit: Hit): number {
  const { health, damage, headHits = 0, legHits = 0 } = hit;
  const { head, legs, body } = getWeights(hit);
  let remainingHealth = health - ROUNDING;
  let shots = 0;
  for (const [hits, weight] of [
    [headHits, head],
    [legHits, legs],
  ] as const) {
    const hitDamage = damage * weight;
    if (hits * hitDamage >= remainingHealth) return shots + Math.ceil(remainingHealth / hitDamage);
    remainingHealth -= hits * hitDamage;
    shots += hits;
  }
  return shots + Math.ceil(remainingHealth / (damage * body));
}

/** Returns the lowest damage of one bullet or pellet with which this many hits kill. */
export const getLethalDamage = (health: number, shots: number, landing: Landing): number =>
  (health - ROUNDING) / getWeight(shots, landing);

/** Returns the total damage of this many hits. */
export const getTotalDamage = (shots: number, hit: Hit): number => hit.damage * getWeight(shots, hit);

/** Returns the sum of the factors of this many hits. */
function getWeight(shots: number, landing: Landing): number {
  const { headHits = 0, legHits = 0 } = landing;
  const { head, legs, body } = getWeights(landing);
  const headshots = Math.min(shots, headHits);
  const hitsToLegs = Math.min(shots - headshots, legHits);
  return headshots * head + hitsToLegs * legs + (shots - headshots - hitsToLegs) * body;
}

/** Whether this total damage kills, with the same rounding as `shotsToKill`. */
export const isLethal = (damage: number, health: number): boolean => damage >= health - ROUNDING;

/**
 * Returns the milliseconds from the first shot to the kill if every shot hits: at steady fire (shots − 1) × 60,000 ÷ rounds per
 * minute; 0 for one shot, null without a known rate. The bullet's flight and the aiming are not included.
 */
export function getMs(shots: number, fire: Fire | null, magazine: Magazine | null = null): number | null {
  if (shots === 1) return 0;
  return fire && getShotTimeMs(fire, shots, magazine);
}

function getWeights({ pellets = 1, headMultiplier = 1, legMultiplier = 1, bodyMultiplier = 1 }: Landing) {
  return { head: pellets * headMultiplier, legs: pellets * legMultiplier, body: pellets * bodyMultiplier };
}
