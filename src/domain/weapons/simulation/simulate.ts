// Fights tried out by chance, for what no formula gives: heads hit by luck, with misses, bursts and magazines.
import { type Fire, type Magazine, shotAtMs } from "#domain/weapons/fire.ts";
import { refuseHitRate, type Spread } from "#domain/weapons/lethality/hit-rate.ts";
import { kills } from "#domain/weapons/lethality/lethality.ts";

export type Simulation = {
  /** Of the soldier, and the damage of one bullet or pellet to the chest. */
  health: number;
  damage: number;
  pellets?: number;
  headMultiplier?: number;
  bodyMultiplier?: number;
  /** Chance that a shot hits, all its pellets together: 0, or from MIN_HIT_RATE to 1. */
  hitRate: number;
  /** Chance from 0 to 1 that a hit is to the head. */
  headChance?: number;
  /** Null where the fire rate is unknown: then only shots are simulated. */
  fire: Fire | null;
  magazine?: Magazine | null;
  /** The same seed gives the same fights; weapons compared by one seed meet the same luck. */
  seed: number;
  /** Fights to try, 1 to 100,000. */
  runs: number;
};

export type Simulated = {
  shots: Spread;
  /** Milliseconds from the first shot to the one that kills; null without a rate of fire. */
  ms: Spread | null;
  /** How far the mean of `ms` is likely off: standard deviation ÷ √runs. Null without a rate. */
  standardErrorMs: number | null;
};

const MAX_RUNS = 100_000;
/** A fight ends after this many shots: at the minimum hit rate 20 hits take 2,000 shots, and almost never 4,000. */
const MAX_SHOTS = 10_000;

/**
 * What so many fights came to. Each shot hits with the chance `hitRate`, each hit is to the head with `headChance`. Null
 * where nothing ever hits. Throws a RangeError where a chance or the runs are out of bounds.
 */
export function simulateTimeToKill(simulation: Simulation): Simulated | null {
  const { hitRate, headChance = 0, fire, magazine = null, runs } = simulation;
  refuseHitRate(hitRate);
  if (!(headChance >= 0 && headChance <= 1))
    throw new RangeError(`A chance lies between 0 and 1, not at ${headChance}.`);
  if (!(Number.isInteger(runs) && runs >= 1 && runs <= MAX_RUNS)) {
    throw new RangeError(`Runs lie between 1 and ${MAX_RUNS}, not at ${runs}.`);
  }
  if (hitRate === 0) return null;
  const counts = getCounts(simulation, headChance);
  const shots = getSpread(counts, runs, (shot) => shot);
  if (!fire) return { shots, ms: null, standardErrorMs: null };
  const at = (shot: number) => shotAtMs(fire, shot, magazine);
  const ms = getSpread(counts, runs, at);
  return { shots, ms, standardErrorMs: getStandardError(counts, runs, ms.mean, at) };
}

/** How many fights took so many shots, fewest shots first. */
type Counts = readonly (readonly [shots: number, fights: number])[];

function getCounts(simulation: Simulation, headChance: number): Counts {
  const { health, damage, pellets = 1, headMultiplier = 1, bodyMultiplier = 1, hitRate, seed, runs } = simulation;
  const [head, body] = [damage * pellets * headMultiplier, damage * pellets * bodyMultiplier];
  const shooting = { health, head, body, hitRate, headChance };
  const random = createRandom(seed);
  const counts = new Map<number, number>();
  for (let run = 0; run < runs; run += 1) {
    const shots = countShots(shooting, random);
    counts.set(shots, (counts.get(shots) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => a - b);
}

/** One soldier shooting at another. */
export type Shooting = {
  /** Of the soldier shot at. */
  health: number;
  /** Damage of a shot to the head, and to the body. */
  head: number;
  body: number;
  /** Chance that a shot hits, from 0.01 to 1. */
  hitRate: number;
  /** Chance from 0 to 1 that a hit is to the head. */
  headChance: number;
};

/** The shots of one fight up to the one that kills; `onShot` gets the damage of each, 0 for a miss. */
export function countShots(
  { health, head, body, hitRate, headChance }: Shooting,
  random: () => number,
  onShot?: (damage: number) => void,
): number {
  // The misses before a hit are drawn at once: at a hit rate of 10 % that is ten times as fast as shot by shot.
  const missLog = Math.log1p(-hitRate);
  let dealt = 0;
  let shots = 0;
  while (!kills(dealt, health) && shots < MAX_SHOTS) {
    const misses = hitRate === 1 ? 0 : Math.floor(Math.log1p(-random()) / missLog);
    const damage = headChance > 0 && random() < headChance ? head : body;
    if (onShot) for (let miss = 0; miss < misses; miss += 1) onShot(0);
    onShot?.(damage);
    shots += misses + 1;
    dealt += damage;
  }
  return shots;
}

function getSpread(counts: Counts, runs: number, at: (shots: number) => number): Spread {
  const mean = counts.reduce((sum, [shots, fights]) => sum + at(shots) * fights, 0) / runs;
  const below = (share: number): number => {
    let sum = 0;
    for (const [shots, fights] of counts) {
      sum += fights;
      if (sum >= share * runs) return at(shots);
    }
    return Number.NaN;
  };
  return { mean, p10: below(0.1), median: below(0.5), p90: below(0.9) };
}

function getStandardError(counts: Counts, runs: number, mean: number, at: (shots: number) => number): number {
  const squares = counts.reduce((sum, [shots, fights]) => sum + fights * (at(shots) - mean) ** 2, 0);
  return Math.sqrt(squares / Math.max(1, runs - 1) / runs);
}

/**
 * Numbers from 0 to below 1, the same for the same seed: mulberry32 of Tommy Ettinger, a 32-bit state stepped by an odd
 * constant and mixed twice. Good for simulations of millions of draws, no good for secrets.
 */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
