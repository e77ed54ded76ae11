// How many hits kill, and how long they take. Distance is settled before: see `damageAt`.

import { type Fire, type Magazine, shotAtMs } from "#domain/weapons/fire.ts";

/** Sums within this much of the health count as reaching it, so that four hits of 25 are four hits of 25. */
const ROUNDING = 1e-6;

/** Where the hits of a fight land: the first ones on the head, the next ones on the legs, all others on the body. */
export type Landing = {
  /** Pellets of a shell, all of which hit; 1 for a bullet. */
  pellets?: number;
  headMultiplier?: number;
  legMultiplier?: number;
  /** Factor of every hit that is neither to the head nor to the legs: chest, armour. */
  bodyMultiplier?: number;
  /** How many of the hits, the first ones, are to the head. */
  headHits?: number;
  /** How many of the hits after those are to the legs. */
  legHits?: number;
};

export type Hit = Landing & {
  /** Of the soldier hit: 100, in Battlefield 4's hardcore 60. */
  health: number;
  /** Of one bullet or pellet to the chest. */
  damage: number;
};

/**
 * The fewest hits that reach the health: head hits of damage × pellets × head multiplier, then leg hits and body hits of
 * damage × pellets × their own multiplier. Healing between hits is left out.
 */
export function shotsToKill(hit: Hit): number {
  const { health, damage, headHits = 0, legHits = 0 } = hit;
  const { head, legs, body } = getWeights(hit);
  let left = health - ROUNDING;
  let shots = 0;
  for (const [hits, weight] of [
    [headHits, head],
    [legHits, legs],
  ] as const) {
    const each = damage * weight;
    if (hits * each >= left) return shots + Math.ceil(left / each);
    left -= hits * each;
    shots += hits;
  }
  return shots + Math.ceil(left / (damage * body));
}

/** The least damage of one bullet or pellet with which so many hits kill. */
export const damageThatKills = (health: number, shots: number, landing: Landing): number =>
  (health - ROUNDING) / getWeight(shots, landing);

/** What so many hits deal in sum. */
export const getTotalDamage = (shots: number, hit: Hit): number => hit.damage * getWeight(shots, hit);

/** The factors of so many hits, added up. */
function getWeight(shots: number, landing: Landing): number {
  const { headHits = 0, legHits = 0 } = landing;
  const { head, legs, body } = getWeights(landing);
  const onHead = Math.min(shots, headHits);
  const onLegs = Math.min(shots - onHead, legHits);
  return onHead * head + onLegs * legs + (shots - onHead - onLegs) * body;
}

/** Whether hits of so much damage in sum kill, by the same rounding as `shotsToKill`. */
export const kills = (damage: number, health: number): boolean => damage >= health - ROUNDING;

/**
 * Milliseconds from the first shot to the one that kills, every shot hitting: at steady fire (shots − 1) × 60,000 ÷ rounds a
 * minute. One shot takes no time; null where no rate is known. The bullet's flight and the aiming come on top.
 */
export function getMs(shots: number, fire: Fire | null, magazine: Magazine | null = null): number | null {
  if (shots === 1) return 0;
  return fire && shotAtMs(fire, shots, magazine);
}

function getWeights({ pellets = 1, headMultiplier = 1, legMultiplier = 1, bodyMultiplier = 1 }: Landing) {
  return { head: pellets * headMultiplier, legs: pellets * legMultiplier, body: pellets * bodyMultiplier };
}
