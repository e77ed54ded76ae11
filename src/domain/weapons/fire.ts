// Computes the times of a weapon's shots.
import type { Reload } from "#domain/game-data/schemas/bf2042-weapon.ts";
import type { DamageProfile, Mechanics } from "#domain/game-data/schemas/mechanics.ts";

/**
 * The fire pattern of a weapon. Steady: automatic fire, or single shots as fast as the weapon allows. Burst: `shots` at `rpm`
 * rounds a minute, `burstsPerMinute` times a minute, counted from first shot to first shot.
 */
export type Fire = { kind: "steady"; rpm: number } | Burst;

export type Burst = { kind: "burst"; shots: number; rpm: number; burstsPerMinute: number };

/** The rounds per minute of each fire mode; null if the weapon lacks the mode, or its rate is unknown. */
export type RatesOfFire = { auto: number | null; burst: number | null; single: number | null };

/** The rounds before the first reload, and the rounds before each later one. */
export type Magazine = { rounds: number; reloadedRounds: number; reloadMs: number };

const MINUTE_MS = 60_000;

/**
 * Returns the milliseconds from the first shot to the nth; n starts at 1. A burst starts after the previous burst has ended. The
 * last shot of a magazine is followed by a reload, and the first shot after it starts a new burst.
 */
export function getShotTimeMs(fire: Fire, shot: number, magazine: Magazine | null = null): number {
  if (magazine === null || shot <= magazine.rounds) return getTimeWithoutReloadsMs(fire, shot);
  const { rounds, reloadedRounds, reloadMs } = magazine;
  const getEmptyingMs = (shots: number) =>
    getTimeWithoutReloadsMs(fire, shots) + Math.max(reloadMs, MINUTE_MS / fire.rpm);
  const laterShot = shot - rounds;
  const reloads = Math.floor((laterShot - 1) / reloadedRounds);
  return (
    getEmptyingMs(rounds) +
    reloads * getEmptyingMs(reloadedRounds) +
    getTimeWithoutReloadsMs(fire, laterShot - reloads * reloadedRounds)
  );
}

function getTimeWithoutReloadsMs(fire: Fire, shot: number): number {
  const shotMs = MINUTE_MS / fire.rpm;
  if (fire.kind === "steady") return (shot - 1) * shotMs;
  const burstMs = Math.max(MINUTE_MS / fire.burstsPerMinute, fire.shots * shotMs);
  const bursts = Math.floor((shot - 1) / fire.shots);
  return bursts * burstMs + (shot - 1 - bursts * fire.shots) * shotMs;
}

/**
 * Returns the fire from which every time to kill of a weapon is computed: bursts if their pause is known, otherwise steady fire
 * at the shown rate; null without a public rate. Battlefield 4's bursts have no known pause.
 */
export function getFire({ rateOfFireRpm, bursts }: { rateOfFireRpm: number | null; bursts?: Burst }): Fire | null {
  return bursts ?? (rateOfFireRpm === null ? null : { kind: "steady", rpm: rateOfFireRpm });
}

type FireMode = { mode: "auto" | "burst" | "single"; fire: Fire };

/**
 * Returns every fire mode with a known rate: automatic, bursts, single shots. Bursts have a pause if `mechanics` of Season 2 are
 * passed, which belong to that layer only. Otherwise they are steady fire at the source's rate: the 2042 sheet gives effective
 * rates, and Battlefield 4 gives no pause between bursts.
 */
export function getFireModes(
  { ratesOfFireRpm: { auto, burst, single } }: { ratesOfFireRpm: RatesOfFire },
  mechanics: Mechanics | null,
): readonly FireMode[] {
  const bursts = mechanics && getBurst(mechanics);
  return [
    ...createSteadyModes("auto", auto),
    ...(bursts ? [{ mode: "burst" as const, fire: bursts }] : createSteadyModes("burst", burst)),
    ...createSteadyModes("single", single),
  ];
}

function createSteadyModes(mode: FireMode["mode"], rpm: number | null): readonly FireMode[] {
  return rpm === null ? [] : [{ mode, fire: { kind: "steady", rpm } }];
}

/** Returns the bursts that Season 2 gives for a weapon; null if it gives none. */
export function getBurst({ rateOfFireRpm, burstsPerMinute, shotsPerBurst }: Mechanics): Burst | null {
  if (burstsPerMinute === null || shotsPerBurst < 2) return null;
  return { kind: "burst", shots: shotsPerBurst, rpm: rateOfFireRpm.burst, burstsPerMinute };
}

type Loading = { magazine?: number | null; reloadedRounds?: number | null; reload?: Reload | null };

/** Returns the magazine and its reload when empty; null if either is unknown. */
export function getMagazine({ magazine, reloadedRounds, reload }: Loading): Magazine | null {
  if (magazine == null || reloadedRounds == null || !reload?.emptyS) return null;
  return { rounds: magazine, reloadedRounds, reloadMs: reload.emptyS * 1000 };
}

/**
 * Returns the damage of one bullet or pellet to the chest at a distance in metres. Linear: max − (max − min) × (d − start) ÷
 * (end − start), limited to max before the start and to min after the end. Steps: the last step at or below the distance.
 */
export function damageAt(profile: DamageProfile, distanceM: number): number {
  if (profile.kind === "steps") {
    const [first, ...others] = profile.steps;
    return others.reduce((current, step) => (step.fromM <= distanceM ? step : current), first).damage;
  }
  const { max, min, dropStartM, dropEndM } = profile;
  if (distanceM <= dropStartM) return max;
  if (distanceM >= dropEndM) return min;
  return max - ((max - min) * (distanceM - dropStartM)) / (dropEndM - dropStartM);
}
