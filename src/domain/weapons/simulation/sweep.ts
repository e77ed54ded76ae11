// Simulates every weapon at every distance in small steps, so that a worker can report progress and stop between two of
// them.

import type { DamageProfile } from "#domain/game-data/schemas/mechanics.ts";
import { damageAt, type Fire, type Magazine } from "#domain/weapons/fire.ts";
import type { Spread } from "#domain/weapons/lethality/hit-rate.ts";
import { shotsToKill } from "#domain/weapons/lethality/lethality.ts";
import { simulateTimeToKill } from "./simulate.ts";

/** A weapon as it is carried; plain values, so that it may be sent to a worker. */
export type Contender = {
  weaponId: string;
  /** Null in Battlefield 4, where parts change no figure. */
  configuration: { barrel: string; ammunition: string } | null;
  damage: DamageProfile;
  pellets: number;
  /** Null where no source gives it; then the weapon is out of the ranking when heads count. */
  headMultiplier: number | null;
  bodyMultiplier: number;
  fire: Fire | null;
  magazine: Magazine | null;
  /** Milliseconds beyond which its times are minimums; without it none is. */
  exactUpToMs?: number;
};

export type Sweep = {
  contenders: readonly Contender[];
  distancesM: readonly number[];
  health: number;
  hitRate: number;
  headChance: number;
  seed: number;
  /** Fights at each distance; the band needs some hundreds. */
  runs: number;
};

export type SweepProgress = { done: number; total: number };

/** Milliseconds; `place` counts from 1, and equals where the mean is the same. */
type Ranked = Pick<Contender, "weaponId" | "configuration" | "exactUpToMs"> & { place: number; ms: Spread };

export type SweepResult = readonly { distanceM: number; ranking: readonly Ranked[] }[];

/** More than these is refused: 1,000 × 40 × 2,000 fights are some seconds of a worker, and all a screen can show. */
export const SWEEP_LIMITS = { contenders: 1000, distances: 40, runs: 2000 } as const;

/**
 * Yields after each contender how many are done; returns the ranking by mean time to kill at each distance, quickest
 * first. All contenders meet the same luck, that of the seed. Those without a public rate of fire are ranked where one
 * hit is sure to kill. Throws a RangeError beyond SWEEP_LIMITS.
 */
export function* sweep(terms: Sweep): Generator<SweepProgress, SweepResult, void> {
  refuseTooMuch(terms);
  const { contenders, distancesM } = terms;
  const times = new Map<Contender, readonly (Spread | null)[]>();
  for (const contender of contenders) {
    times.set(contender, getTimes(contender, terms));
    yield { done: times.size, total: contenders.length };
  }
  return distancesM.map((distanceM, at) => ({ distanceM, ranking: rankingAt(times, at) }));
}

/** The times of one contender; distances at which the same hits kill share their fights. */
function getTimes(contender: Contender, terms: Sweep): readonly (Spread | null)[] {
  const byHits = new Map<string, Spread | null>();
  return terms.distancesM.map((distanceM) => {
    const damage = damageAt(contender.damage, distanceM);
    const key = hitsThatKill(contender, damage, terms.health);
    const cached = byHits.get(key);
    if (cached !== undefined) return cached;
    const spread = getSpread(contender, damage, terms);
    byHits.set(key, spread);
    return spread;
  });
}

/** The fewest hits with none to the head, one, two, up to all: what decides every fight beside luck. */
function hitsThatKill(contender: Contender, damage: number, health: number): string {
  const { pellets, bodyMultiplier, headMultiplier } = contender;
  const hit = { health, damage, pellets, bodyMultiplier, headMultiplier: headMultiplier ?? 1 };
  const most = shotsToKill({ ...hit, headHits: Number.POSITIVE_INFINITY });
  return Array.from({ length: most + 1 }, (_, headHits) => shotsToKill({ ...hit, headHits })).join(" ");
}

function getSpread(contender: Contender, damage: number, terms: Sweep): Spread | null {
  const { pellets, headMultiplier, bodyMultiplier, fire, magazine } = contender;
  const { health, hitRate, headChance, seed, runs } = terms;
  if (headChance > 0 && headMultiplier === null) return null;
  const simulated = simulateTimeToKill({
    health,
    damage,
    pellets,
    headMultiplier: headMultiplier ?? 1,
    bodyMultiplier,
    hitRate,
    headChance,
    fire,
    magazine,
    seed,
    runs,
  });
  if (!simulated) return null;
  const isOneShot = simulated.shots.mean === 1;
  return simulated.ms ?? (isOneShot ? { mean: 0, p10: 0, median: 0, p90: 0 } : null);
}

function rankingAt(times: ReadonlyMap<Contender, readonly (Spread | null)[]>, at: number): readonly Ranked[] {
  const timed = [...times].flatMap(([{ weaponId, configuration, exactUpToMs }, spreads]) => {
    const ms = spreads[at];
    return ms ? [{ weaponId, configuration, ms, ...(exactUpToMs !== undefined && { exactUpToMs }) }] : [];
  });
  timed.sort((a, b) => a.ms.mean - b.ms.mean);
  let place = 0;
  return timed.map((one, index) => {
    if (one.ms.mean !== timed[index - 1]?.ms.mean) place = index + 1;
    return { ...one, place };
  });
}

function refuseTooMuch({ contenders, distancesM, runs }: Sweep): void {
  const { contenders: most, distances, runs: mostRuns } = SWEEP_LIMITS;
  if (contenders.length > most) throw new RangeError(`A sweep takes at most ${most} contenders.`);
  if (distancesM.length > distances) throw new RangeError(`A sweep takes at most ${distances} distances.`);
  if (runs > mostRuns) throw new RangeError(`A sweep takes at most ${mostRuns} fights a distance.`);
}
