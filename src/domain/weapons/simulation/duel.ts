// Two builds shooting at each other: who falls first, in many fights.
import { type Ballistics, hasEarlierHead } from "#domain/weapons/ballistics.ts";
import { damageAt, type Fire, getFire, getMagazine, type Magazine, shotAtMs } from "#domain/weapons/fire.ts";
import type { Multipliers } from "#domain/weapons/hit-zones.ts";
import { flightMs, getLanding } from "#domain/weapons/lethality/at-range.ts";
import { countShots, createRandom, type Shooting } from "./simulate.ts";

/** A weapon and, in Battlefield 2042, what is mounted; what is left out is as issued. */
export type DuelBuild = { weaponId: string; barrel?: string; ammunition?: string };

export type Duel = {
  builds: readonly [DuelBuild, DuelBuild];
  rangeM: number;
  /** Percent of the shots that hit. */
  hitRate: number;
  /** Percent of the hits that are to the head. */
  headShare: number;
};

export const DUEL_RANGE_M = { min: 0, max: 150, step: 5, default: 25 } as const;
export const DUEL_HIT_RATE = { min: 10, max: 100, step: 5, default: 40 } as const;
export const DUEL_HEAD_SHARE = { min: 0, max: 100, step: 5, default: 10 } as const;

/** Fights of a duel. */
export const DUEL_RUNS = 10_000;
/** The same fights for everyone who opens the same link. */
const SEED = 2042;

// A duel in an address: `ak-24:6KU:High Power,m5a3,25,40,10`. No name of a source holds a colon or a comma.

export function formatDuel({ builds, rangeM, hitRate, headShare }: Duel): string {
  const sides = builds.map(({ weaponId, barrel = "", ammunition = "" }) =>
    [weaponId, barrel, ammunition].join(":").replace(/:+$/, ""),
  );
  return [...sides, rangeM, hitRate, headShare].join(",");
}

/** The duel of an address; null where it does not name two weapons. A figure out of bounds takes its default. */
export function parseDuel(text: string): Duel | null {
  const [left, right, range, hitRate, headShare] = text.split(",");
  if (!left || !right) return null;
  return {
    builds: [parseBuild(left), parseBuild(right)],
    rangeM: parseStep(range, DUEL_RANGE_M),
    hitRate: parseStep(hitRate, DUEL_HIT_RATE),
    headShare: parseStep(headShare, DUEL_HEAD_SHARE),
  };
}

function parseBuild(text: string): DuelBuild {
  const [weaponId = "", barrel, ammunition] = text.split(":");
  return { weaponId, ...(barrel && { barrel }), ...(ammunition && { ammunition }) };
}

type Steps = { min: number; max: number; step: number; default: number };

function parseStep(text: string | undefined, { min, max, step, default: usual }: Steps): number {
  const value = text ? Number(text) : Number.NaN;
  return value >= min && value <= max && value % step === 0 ? value : usual;
}

/** One side of a duel at a range. */
export type Duellist = Omit<Shooting, "hitRate" | "headChance"> & {
  fire: Fire;
  /** Null where magazine or reload is unknown: then it never reloads. */
  magazine: Magazine | null;
  /** Milliseconds of a bullet to the target; null without a public velocity. */
  flightMs: number | null;
  /** Whether hits to the head count like hits to the body, because no source gives their multiplier. */
  hasNoHead: boolean;
  /** The head multiplier is that of an earlier record than the damage. */
  hasEarlierHead: boolean;
  /** Its times are minimums: no source gives the pause between its bursts. */
  isMinimum: boolean;
};

/** What a duel needs and no source gives of a weapon. */
export type MissingFigure = "damage" | "pellets" | "rate of fire" | "health";

/** The build at a range against a soldier of this health; or what is not public of it, nothing of an unlisted build. */
export function getDuellist(
  build: Ballistics | null,
  { multipliers, health, rangeM }: { multipliers: Multipliers; health: number | null; rangeM: number },
): Duellist | { missing: readonly MissingFigure[] } {
  if (!build) return { missing: [] };
  const { damage, pellets, headMultiplier } = build;
  const fire = getFire(build);
  const landing = getLanding({ ...build, multipliers }, { head: "0" });
  if (!damage || !landing || !fire || health === null) {
    const inputs = { damage, pellets, "rate of fire": fire, health };
    const names = ["damage", "pellets", "rate of fire", "health"] as const;
    return { missing: names.filter((name) => inputs[name] === null) };
  }
  const { pellets: count = 1, bodyMultiplier = 1 } = landing;
  const shell = damageAt(damage, rangeM) * count;
  const body = shell * bodyMultiplier;
  return {
    health,
    body,
    head: headMultiplier === null ? body : shell * headMultiplier,
    fire,
    magazine: getMagazine(build),
    flightMs: flightMs(build.velocityMps, rangeM),
    hasNoHead: headMultiplier === null,
    hasEarlierHead: hasEarlierHead(build),
    isMinimum: build.hasBurstsOnly,
  };
}

export type Duellists = readonly [Duellist, Duellist];

export type DuelResult = {
  /** Fights each side won, of DUEL_RUNS; in the others both fall at once. */
  wins: readonly [number, number];
  /** Median milliseconds from the first shot to the hit that kills, undisturbed. */
  medianMs: readonly [number, number];
  /** The bullets' flight counts; it does not where one of the velocities is unknown. */
  hasFlight: boolean;
};

/** DUEL_RUNS fights in which both sides begin to fire at the same moment. The same duel has the same result. */
export function simulateDuel(
  sides: Duellists,
  { hitRate, headShare }: Pick<Duel, "hitRate" | "headShare">,
): DuelResult {
  const random = createRandom(SEED);
  const hasFlight = sides.every((side) => side.flightMs !== null);
  const wins: [number, number] = [0, 0];
  const times: [number[], number[]] = [[], []];
  const [first, second] = sides.map((side) => ({ ...side, hitRate: hitRate / 100, headChance: headShare / 100 }));
  if (!first || !second) throw new Error("A duel has two sides.");
  for (let run = 0; run < DUEL_RUNS; run += 1) {
    const firstMs = getKillMs(first, countShots(first, random), hasFlight);
    const secondMs = getKillMs(second, countShots(second, random), hasFlight);
    times[0].push(firstMs);
    times[1].push(secondMs);
    if (firstMs < secondMs) wins[0] += 1;
    if (secondMs < firstMs) wins[1] += 1;
  }
  return { wins, medianMs: [getMedian(times[0]), getMedian(times[1])], hasFlight };
}

function getKillMs({ fire, magazine, flightMs }: Duellist, shots: number, hasFlight: boolean): number {
  const ms = shotAtMs(fire, shots, magazine) + (hasFlight ? (flightMs ?? 0) : 0);
  // Equal fights must compare as equal, whatever order the sums were made in.
  return Math.round(ms * 100) / 100;
}

const getMedian = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

export type Shot = {
  /** Milliseconds from the beginning to its landing. */
  ms: number;
  /** Share of the health it takes, from 0 for a miss; 1 kills. */
  share: number;
  isHead: boolean;
};

/** One fight, shot by shot; a side's shots end with its kill, whether or not it lives to fire them. */
export function fightOnce(
  sides: Duellists,
  { hitRate, headShare }: Pick<Duel, "hitRate" | "headShare">,
  seed: number,
): readonly [readonly Shot[], readonly Shot[]] {
  const random = createRandom(seed);
  const hasFlight = sides.every((side) => side.flightMs !== null);
  const [first, second] = sides.map((side) => {
    const shots: Shot[] = [];
    countShots({ ...side, hitRate: hitRate / 100, headChance: headShare / 100 }, random, (damage) => {
      const ms = getKillMs(side, shots.length + 1, hasFlight);
      shots.push({ ms, share: damage / side.health, isHead: damage > side.body });
    });
    return shots;
  });
  return [first ?? [], second ?? []];
}
