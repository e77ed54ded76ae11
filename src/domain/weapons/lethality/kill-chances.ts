// Computes the exact distribution of the shot that kills, without a simulation, if hits or headshots are random.
import { type Fire, getShotTimeMs, type Magazine } from "#domain/weapons/fire.ts";
import { getTotalDamage, type Hit, isLethal } from "./lethality.ts";

/** A distribution: the mean, and the values that 10, 50 and 90 % of the fights do not exceed. */
export type Spread = { mean: number; p10: number; median: number; p90: number };

/** Lower hit rates are refused, because their sums take too long. */
export const MIN_HIT_RATE = 0.01;
/** Chances below this are ignored, which ends an infinite sum. */
const NEGLIGIBLE = 1e-15;

/** Hits as in `Landing`; those after the fixed ones are headshots at random. */
export type Attack = Hit & {
  /** The chance from 0 to 1 that a random hit is a headshot; default: 0. */
  headShare?: number;
  /** The chance that a bullet, or each pellet of a shell, hits: 0, or from MIN_HIT_RATE to 1. */
  hitRate: number;
};

/**
 * Returns the chance that the first shot kills, the second, and so on; the sum is 1 − 10⁻¹⁵. Hits and headshots are independent of
 * each other, so the state after each shot is the chance of every number of hits.
 * The result is empty at a hit rate of 0.
 * @throws {RangeError} for a share outside 0 to 1, or another hit rate below MIN_HIT_RATE or above 1
 */
export function getKillChances(attack: Attack): readonly number[] {
  const { hitRate, headShare = 0, pellets = 1 } = attack;
  checkHitRate(hitRate);
  if (!(headShare >= 0 && headShare <= 1))
    throw new RangeError(`A headshot share has to be from 0 to 1, but it is ${headShare}.`);
  if (hitRate === 0) return [];
  const killingHits = getKillingHits({ ...attack, headShare });
  /** The chance of each number of hits with the soldier still alive. */
  const alive = new Float64Array(killingHits.length);
  alive[0] = 1;
  const chances: number[] = [];
  for (let aliveChance = 1; aliveChance > NEGLIGIBLE; ) {
    let killChance = 0;
    for (let pellet = 0; pellet < pellets; pellet += 1) killChance += addPellet(alive, hitRate, killingHits);
    chances.push(killChance);
    aliveChance = 0;
    for (const chance of alive) aliveChance += chance;
  }
  return chances;
}

/** Updates the chances after one more bullet or pellet; returns the chance that it kills. */
function addPellet(alive: Float64Array, hitRate: number, killingHits: Float64Array): number {
  let killChance = 0;
  let fromPreviousCount = 0;
  for (let hits = 0; hits < alive.length; hits += 1) {
    const before = alive[hits] ?? 0;
    const hit = before * hitRate;
    const kill = hit * (killingHits[hits] ?? 1);
    alive[hits] = before - hit + fromPreviousCount;
    fromPreviousCount = hit - kill;
    killChance += kill;
  }
  return killChance;
}

/** Returns, for 0, 1, 2 … hits that left the soldier alive, the chance that the next hit kills; the last chance is 1. */
function getKillingHits(attack: Hit & { headShare: number }): Float64Array {
  const chances: number[] = [];
  for (let survival = 1; survival > 0; ) {
    const next = getSurvival(attack, chances.length + 1);
    chances.push(next === 0 ? 1 : 1 - next / survival);
    survival = next;
  }
  return Float64Array.from(chances);
}

/** Returns the chance to survive this many hits: the sum over the possible numbers of random headshots among them. */
function getSurvival(attack: Hit & { headShare: number }, hits: number): number {
  const { health, headShare, pellets = 1, headHits = 0, legHits = 0 } = attack;
  const single = { ...attack, pellets: 1, headHits: headHits * pellets, legHits: legHits * pellets };
  const randomHits = Math.max(0, hits - single.headHits - single.legHits);
  if (headShare === 0 || randomHits === 0) return isLethal(getTotalDamage(hits, single), health) ? 0 : 1;
  const fixedDamage = getTotalDamage(hits - randomHits, single);
  const [head, body] = [attack.damage * (attack.headMultiplier ?? 1), attack.damage * (attack.bodyMultiplier ?? 1)];
  let survival = 0;
  let combinations = 1;
  for (let heads = 0; heads <= randomHits; heads += 1) {
    const damage = fixedDamage + heads * head + (randomHits - heads) * body;
    if (!isLethal(damage, health))
      survival += combinations * headShare ** heads * (1 - headShare) ** (randomHits - heads);
    combinations *= (randomHits - heads) / (heads + 1);
  }
  return survival;
}

/** Returns the distribution of the shots until the kill; null if nothing ever hits. */
export const getShotSpread = (attack: Attack): Spread | null => getSpread(getKillChances(attack), (shot) => shot);

/** Returns the distribution of the milliseconds from the first shot to the kill; null if nothing ever hits, or without a rate of fire. */
export function getTimeSpread(attack: Attack, fire: Fire | null, magazine: Magazine | null = null): Spread | null {
  const chances = getKillChances(attack);
  if (chances.length === 1) return { mean: 0, p10: 0, median: 0, p90: 0 };
  return fire && getSpread(chances, (shot) => getShotTimeMs(fire, shot, magazine));
}

/** Returns the distribution of a value that increases with the number of the killing shot. */
function getSpread(chances: readonly number[], at: (shot: number) => number): Spread | null {
  if (chances.length === 0) return null;
  let mean = 0;
  let sum = 0;
  const points: number[] = [];
  for (const [index, chance] of chances.entries()) {
    const value = at(index + 1);
    mean += chance * value;
    sum += chance;
    while (sum >= (LEVELS[points.length] ?? 2) - ROUNDING) points.push(value);
  }
  const [p10 = 0, median = 0, p90 = 0] = points;
  return { mean, p10, median, p90 };
}

const LEVELS = [0.1, 0.5, 0.9];
/** A sum this close to a level counts as reaching it. */
const ROUNDING = 1e-12;

/** @throws {RangeError} for a hit rate that is neither 0 nor from MIN_HIT_RATE to 1 */
function checkHitRate(hitRate: number): void {
  if (hitRate === 0 || (hitRate >= MIN_HIT_RATE && hitRate <= 1)) return;
  throw new RangeError(`A hit rate has to be 0, or from ${MIN_HIT_RATE} to 1, but it is ${hitRate}.`);
}
