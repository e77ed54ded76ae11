// How many shots it takes when not every shot hits.
import { type Fire, type Magazine, shotAtMs } from "#domain/weapons/fire.ts";

/** Of many fights alike: the mean, and the values 10, 50 and 90 % of them do not exceed. */
export type Spread = { mean: number; p10: number; median: number; p90: number };

/** Chance that counts as certainty where an endless sum is cut off. */
const NEGLIGIBLE = 1e-12;

/** Below one hit in a hundred shots the sums have no end worth waiting for. */
export const MIN_HIT_RATE = 0.01;

/**
 * The distribution of shots until the nth hit, each shot hitting independently with the chance `hitRate`: negative
 * binomial, P(k shots) = C(k − 1, n − 1) × pⁿ × (1 − p)ᵏ⁻ⁿ, mean n ÷ p. Null at 0, where no shot hits.
 * @throws {RangeError} for any other rate outside MIN_HIT_RATE to 1
 */
export function shotsAtHitRate(hits: number, hitRate: number): Spread | null {
  refuseHitRate(hitRate);
  if (hitRate === 0) return null;
  const [p10, median, p90] = getQuantiles(hits, hitRate, [0.1, 0.5, 0.9]);
  return { mean: hits / hitRate, p10, median, p90 };
}

/**
 * Milliseconds from the first shot to the hit that kills, at such a rate. The points of the distribution are exact, as
 * the instants of those shots; so is the mean of steady fire, and that of bursts and magazines is the sum over all
 * numbers of shots, cut off where less than 10⁻¹² of the chance is left. Null without a rate of fire, or where nothing
 * ever hits. One sure hit takes no time.
 */
export function timeAtHitRate(
  hits: number,
  hitRate: number,
  fire: Fire | null,
  magazine: Magazine | null = null,
): Spread | null {
  if (hits === 1 && hitRate === 1) return { mean: 0, p10: 0, median: 0, p90: 0 };
  const shots = shotsAtHitRate(hits, hitRate);
  if (!shots || !fire) return null;
  const at = (shot: number) => shotAtMs(fire, shot, magazine);
  const plain = fire.kind === "steady" && magazine === null;
  const mean = plain ? at(shots.mean) : getMean(hits, hitRate, at);
  return { mean, p10: at(shots.p10), median: at(shots.median), p90: at(shots.p90) };
}

/** @throws {RangeError} for a hit rate that is neither 0 nor from MIN_HIT_RATE to 1 */
export function refuseHitRate(hitRate: number): void {
  if (hitRate === 0 || (hitRate >= MIN_HIT_RATE && hitRate <= 1)) return;
  throw new RangeError(`A hit rate is 0 or lies between ${MIN_HIT_RATE} and 1, not at ${hitRate}.`);
}

/** The numbers of shots from n on, each with its chance, until almost none is left. Logarithms keep pⁿ from vanishing. */
function* getChances(hits: number, hitRate: number): Generator<readonly [shots: number, chance: number]> {
  const log = { hit: Math.log(hitRate), miss: Math.log1p(-hitRate) };
  let logChance = hits * log.hit;
  let left = 1;
  for (let shots = hits; left > NEGLIGIBLE; shots += 1) {
    const chance = Math.exp(logChance);
    yield [shots, chance];
    left -= chance;
    // Past the peak, chances that add nothing end the sum where rounding keeps `left` from vanishing.
    if (shots > hits / hitRate && chance < NEGLIGIBLE * NEGLIGIBLE) return;
    logChance += Math.log(shots / (shots - hits + 1)) + log.miss;
  }
}

function getQuantiles(hits: number, hitRate: number, levels: [number, number, number]): [number, number, number] {
  const distances = levels.map(() => Number.NaN);
  let sum = 0;
  let next = 0;
  let last = hits;
  for (const [shots, chance] of getChances(hits, hitRate)) {
    sum += chance;
    last = shots;
    while (next < levels.length && sum >= (levels[next] ?? 1) - NEGLIGIBLE) {
      distances[next] = shots;
      next += 1;
    }
    if (next === levels.length) break;
  }
  const [p10 = last, median = last, p90 = last] = distances;
  return [p10, median, p90];
}

function getMean(hits: number, hitRate: number, at: (shot: number) => number): number {
  let mean = 0;
  for (const [shots, chance] of getChances(hits, hitRate)) mean += chance * at(shots);
  return mean;
}
