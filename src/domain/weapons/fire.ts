// When a weapon's shots leave it.
import type { Reload } from "#domain/game-data/schemas/bf2042-weapon.ts";
import type { DamageProfile, Mechanics } from "#domain/game-data/schemas/mechanics.ts";

/**
 * The rhythm of a weapon. Steady: automatic fire, or single shots as fast as the weapon allows. Burst: `shots` at `rpm`
 * rounds a minute, then again `burstsPerMinute` times a minute, counted from first shot to first shot.
 */
export type Fire = { kind: "steady"; rpm: number } | Burst;

export type Burst = { kind: "burst"; shots: number; rpm: number; burstsPerMinute: number };

/** Rounds a minute by the way to fire; null where the weapon does not have it, or its rate is not public. */
export type RatesOfFire = { auto: number | null; burst: number | null; single: number | null };

/** Rounds before the first reload of `reloadMs`, and before each that follows. */
export type Magazine = { rounds: number; reloadedRounds: number; reloadMs: number };

const MINUTE_MS = 60_000;

/**
 * Milliseconds from the first shot to the nth, n from 1 on. A burst begins no sooner than the one before has left the
 * weapon. With a magazine its last shot is followed by a reload; the first shot after it begins a new burst.
 */
export function shotAtMs(fire: Fire, shot: number, magazine: Magazine | null = null): number {
  if (magazine === null || shot <= magazine.rounds) return inRhythmMs(fire, shot);
  const { rounds, reloadedRounds, reloadMs } = magazine;
  const emptyingMs = (shots: number) => inRhythmMs(fire, shots) + Math.max(reloadMs, MINUTE_MS / fire.rpm);
  const later = shot - rounds;
  const reloads = Math.floor((later - 1) / reloadedRounds);
  return emptyingMs(rounds) + reloads * emptyingMs(reloadedRounds) + inRhythmMs(fire, later - reloads * reloadedRounds);
}

function inRhythmMs(fire: Fire, shot: number): number {
  const shotMs = MINUTE_MS / fire.rpm;
  if (fire.kind === "steady") return (shot - 1) * shotMs;
  const burstMs = Math.max(MINUTE_MS / fire.burstsPerMinute, fire.shots * shotMs);
  const bursts = Math.floor((shot - 1) / fire.shots);
  return bursts * burstMs + (shot - 1 - bursts * fire.shots) * shotMs;
}

/**
 * How every time to kill of a weapon is computed: bursts where their pause is known, else steady fire at the rate shown; null
 * without a public one. Battlefield 4 gives no pause between bursts.
 */
export function getFire({ rateOfFireRpm, bursts }: { rateOfFireRpm: number | null; bursts?: Burst }): Fire | null {
  return bursts ?? (rateOfFireRpm === null ? null : { kind: "steady", rpm: rateOfFireRpm });
}

/** A way to fire the weapon offers. */
type FireMode = { mode: "auto" | "burst" | "single"; fire: Fire };

/**
 * Every way to fire of which a rate is public: automatic, bursts, single shots. Bursts have a pause where `mechanics` are
 * given: those of Season 2, for that layer alone. Else they are steady fire at the source's rate: the 2042 sheet gives
 * effective ones, Battlefield 4 names no pause between bursts.
 */
export function getFireModes(
  { ratesOfFireRpm: { auto, burst, single } }: { ratesOfFireRpm: RatesOfFire },
  mechanics: Mechanics | null,
): readonly FireMode[] {
  const bursts = mechanics && getBurst(mechanics);
  return [
    ...steadyAt("auto", auto),
    ...(bursts ? [{ mode: "burst" as const, fire: bursts }] : steadyAt("burst", burst)),
    ...steadyAt("single", single),
  ];
}

function steadyAt(mode: FireMode["mode"], rpm: number | null): readonly FireMode[] {
  return rpm === null ? [] : [{ mode, fire: { kind: "steady", rpm } }];
}

/** The bursts Season 2 gives a weapon; null where it gives none. */
export function getBurst({ rateOfFireRpm, burstsPerMinute, shotsPerBurst }: Mechanics): Burst | null {
  if (burstsPerMinute === null || shotsPerBurst < 2) return null;
  return { kind: "burst", shots: shotsPerBurst, rpm: rateOfFireRpm.burst, burstsPerMinute };
}

type Loading = { magazine?: number | null; reloadedRounds?: number | null; reload?: Reload | null };

/** The magazine and its reload when empty; null where either is unknown. */
export function getMagazine({ magazine, reloadedRounds, reload }: Loading): Magazine | null {
  if (magazine == null || reloadedRounds == null || !reload?.emptyS) return null;
  return { rounds: magazine, reloadedRounds, reloadMs: reload.emptyS * 1000 };
}

/**
 * Damage of one bullet or pellet to the chest at a distance in metres. Linear: max − (max − min) × (d − start) ÷
 * (end − start), held at max before the start and at min after the end. Steps: the last step begun.
 */
export function damageAt(profile: DamageProfile, distanceM: number): number {
  if (profile.kind === "steps") {
    const [first, ...others] = profile.steps;
    return others.reduce((reached, step) => (step.fromM <= distanceM ? step : reached), first).damage;
  }
  const { max, min, dropStartM, dropEndM } = profile;
  if (distanceM <= dropStartM) return max;
  if (distanceM >= dropEndM) return min;
  return max - ((max - min) * (distanceM - dropStartM)) / (dropEndM - dropStartM);
}
