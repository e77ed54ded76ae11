// How many hits kill, and how long they take. Distance is settled before: see `damageAt`.

/** Sums within this much of the health count as reaching it, so that four hits of 25 are four hits of 25. */
const ROUNDING = 1e-6;

export type Hit = {
  /** Of the soldier hit: 100, in Battlefield 4's hardcore 60. */
  health: number;
  /** Of one bullet or pellet to the chest. */
  damage: number;
  /** Pellets of a shell, all of which hit; 1 for a bullet. */
  pellets?: number;
  headMultiplier?: number;
  /** Factor of every hit that is not to the head: part of the body, armour. */
  bodyMultiplier?: number;
  /** How many of the hits, the first ones, are to the head. */
  headHits?: number;
};

/**
 * The fewest hits that reach the health: h hits to the head of damage × pellets × head multiplier, then body hits of
 * damage × pellets × body multiplier. Healing between hits is left out.
 */
export function shotsToKill(hit: Hit): number {
  const { health, damage, pellets = 1, headMultiplier = 1, bodyMultiplier = 1, headHits = 0 } = hit;
  const head = damage * pellets * headMultiplier;
  const body = damage * pellets * bodyMultiplier;
  const needed = health - ROUNDING;
  if (headHits * head >= needed) return Math.ceil(needed / head);
  return headHits + Math.ceil((needed - headHits * head) / body);
}

/**
 * Milliseconds from the first hit to the last, every shot hitting: (shots − 1) × 60,000 ÷ rounds a minute. Null where
 * no rate is known; the bullet's flight and the aiming come on top.
 */
export function timeToKillMs(shots: number, rateOfFireRpm: number | null): number | null {
  return rateOfFireRpm === null ? null : ((shots - 1) * 60_000) / rateOfFireRpm;
}
