// Computes shots and time to kill over distance: the exact distances of each change, not samples.
import type { DamageProfile } from "#domain/game-data/schemas/mechanics.ts";
import { getAttack, getKillTimes, type Lethal, type Target } from "./at-range.ts";
import type { Attack, Spread } from "./kill-chances.ts";
import { getLethalDamage, getTotalDamage, type Landing, shotsToKill } from "./lethality.ts";

/** The length of the distance axis of charts, in metres. */
export const CHART_RANGE_M = 150;

type Point = readonly [distanceM: number, damage: number];

/** Returns the corners of a chart's line of one bullet's damage by distance: steps in Battlefield 2042, a slope in 4. */
export function getDamageLine(profile: DamageProfile): { shape: "step" | "straight"; points: readonly Point[] } {
  if (profile.kind === "steps") {
    const steps = profile.steps.filter(({ fromM }) => fromM <= CHART_RANGE_M);
    return { shape: "step", points: steps.map(({ fromM, damage }) => [fromM, damage]) };
  }
  const { max, min, dropStartM, dropEndM } = profile;
  const points: readonly Point[] = [
    [0, max],
    [dropStartM, max],
    [dropEndM, min],
    [CHART_RANGE_M, min],
  ];
  return { shape: "straight", points: points.filter(([x], at) => at === 0 || x > (points[at - 1]?.[0] ?? 0)) };
}

const ROUND_FACTORS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** Returns the round number above these values at which the axis of a chart ends. */
export function getAxisTop(values: readonly number[]): number {
  const top = Math.max(1, ...values);
  const power = 10 ** Math.floor(Math.log10(top));
  return (ROUND_FACTORS.find((factor) => factor * power >= top * 1.02) ?? 10) * power;
}

/** The shots to kill from a distance up to the start of the next stretch. */
export type Stretch = { fromM: number; shots: number };

/**
 * Returns the shots to kill by distance, nearest first; the first stretch starts at 0 m, and neighbours differ. Damage in steps: a
 * stretch includes its `fromM`. Damage on a slope: the shots of a stretch still kill at the `fromM` of the next, where the
 * damage is just enough, d = start + (max − damage that kills) × (end − start) ÷ (max − min); beyond it one more shot is
 * needed.
 */
export function getShotsLine(profile: DamageProfile, health: number, landing: Landing = {}): readonly Stretch[] {
  return profile.kind === "steps" ? getSteps(profile, health, landing) : getSlope(profile, health, landing);
}

/** The milliseconds to the kill from a distance up to the start of the next stretch; null without a known rate of fire. */
export type TimeStretch = { fromM: number; ms: Spread | null };

/**
 * Returns the times to kill of a weapon over distance, nearest first. They change only where the number of hits that kill changes;
 * empty if a required figure is unknown.
 */
export function getTimeLine(weapon: Lethal, aim: Omit<Target, "rangeM">): readonly TimeStretch[] {
  const attack = getAttack(weapon, { ...aim, rangeM: 0 });
  if (!attack || !weapon.damage) return [];
  const starts = listChanges(weapon.damage, attack);
  const line = starts.map((fromM, at): TimeStretch => {
    const untilM = starts[at + 1] ?? CHART_RANGE_M;
    return { fromM, ms: getKillTimes(weapon, { ...aim, rangeM: (fromM + untilM) / 2 }) };
  });
  return line.filter(({ ms }, at) => at === 0 || ms?.mean !== line[at - 1]?.ms?.mean);
}

/** Returns the distances in metres, from 0 on, at which the number of hits that kill may change. */
function listChanges(profile: DamageProfile, attack: Attack): readonly number[] {
  const rangesM =
    profile.kind === "steps" ? profile.steps.map(({ fromM }) => fromM) : listSlopeChanges(profile, attack);
  return [...new Set([0, ...rangesM])].filter((fromM) => fromM < CHART_RANGE_M).sort((a, b) => a - b);
}

/** Returns the distances on a slope at which the damage is just enough for a number of hits and a number of headshots. */
function listSlopeChanges(
  { max, min, dropStartM, dropEndM }: ProfileOfKind<"linear">,
  attack: Attack,
): readonly number[] {
  const { health, pellets = 1, headHits = 0, legHits = 0, headShare = 0 } = attack;
  const { headMultiplier = 1, bodyMultiplier = 1 } = attack;
  const maxHits = shotsToKill({ ...attack, damage: min }) * pellets;
  const single = { ...attack, damage: 1, pellets: 1, headHits: headHits * pellets, legHits: legHits * pellets };
  const lethalDamages = Array.from({ length: maxHits }, (_, at) => {
    const randomHits = headShare === 0 ? 0 : Math.max(0, at + 1 - single.headHits - single.legHits);
    const weight = getTotalDamage(at + 1, single);
    return Array.from(
      { length: randomHits + 1 },
      (_, heads) => health / (weight + heads * (headMultiplier - bodyMultiplier)),
    );
  });
  return lethalDamages
    .flat()
    .filter((damage) => damage > min && damage <= max)
    .map((damage) => dropStartM + ((max - damage) * (dropEndM - dropStartM)) / (max - min));
}

type ProfileOfKind<K extends DamageProfile["kind"]> = Extract<DamageProfile, { kind: K }>;

function getSteps({ steps }: ProfileOfKind<"steps">, health: number, landing: Landing): readonly Stretch[] {
  const stretches = steps.map(({ fromM, damage }) => ({ fromM, shots: shotsToKill({ ...landing, health, damage }) }));
  return stretches.filter(({ shots }, at) => shots !== stretches[at - 1]?.shots);
}

function getSlope({ max, min, dropStartM, dropEndM }: ProfileOfKind<"linear">, health: number, landing: Landing) {
  const first = shotsToKill({ ...landing, health, damage: max });
  const last = shotsToKill({ ...landing, health, damage: min });
  const line: Stretch[] = [{ fromM: 0, shots: first }];
  for (let shots = first; shots < last; shots += 1) {
    const lethalDamage = getLethalDamage(health, shots, landing);
    const fromM = dropStartM + ((max - lethalDamage) * (dropEndM - dropStartM)) / (max - min);
    line.push({ fromM, shots: shots + 1 });
  }
  return line;
}
