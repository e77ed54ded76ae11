// Two builds shooting at each other: the chance that each falls first, and one fight by chance.
import { createRandom } from "#domain/seeded-random.ts";
import { type Ballistics, hasEarlierHead } from "./ballistics.ts";
import { damageAt, type Fire, getFire, getMagazine, type Magazine, shotAtMs } from "./fire.ts";
import type { Multipliers } from "./hit-zones.ts";
import { exactUpToMs, flightMs, getLanding } from "./lethality/at-range.ts";
import { getKillChances, getTimeSpread } from "./lethality/kill-chances.ts";
import { type Hit, kills } from "./lethality/lethality.ts";

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
export type Duellist = {
  /** A hit to the body; its head multiplier is left out where no source gives one. */
  hit: Hit;
  fire: Fire;
  /** Null where magazine or reload is unknown: then it never reloads. */
  magazine: Magazine | null;
  /** Milliseconds of a bullet to the target; null without a public velocity. */
  flightMs: number | null;
  /** The head multiplier is that of an earlier record than the damage. */
  hasEarlierHead: boolean;
  /** Milliseconds beyond which its times are minimums, as no source gives the pause between its bursts; else infinite. */
  exactUpToMs: number;
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
  const landing = getLanding({ ...build, multipliers }, { heads: 0 });
  if (!damage || !landing || !fire || health === null) {
    const inputs = { damage, pellets, "rate of fire": fire, health };
    const names = ["damage", "pellets", "rate of fire", "health"] as const;
    return { missing: names.filter((name) => inputs[name] === null) };
  }
  const hit = { ...landing, health, damage: damageAt(damage, rangeM) };
  return {
    hit: headMultiplier === null ? hit : { ...hit, headMultiplier },
    fire,
    magazine: getMagazine(build),
    flightMs: flightMs(build.velocityMps, rangeM),
    hasEarlierHead: hasEarlierHead(build),
    exactUpToMs: exactUpToMs(build),
  };
}

export type Duellists = readonly [Duellist, Duellist];
export type DuelChances = Pick<Duel, "hitRate" | "headShare">;

export type DuelResult = {
  /** The chance of each side to win, from 0 to 1; the rest is both falling at once. */
  wins: readonly [number, number];
  /** Milliseconds from the first shot to the hit that kills, undisturbed, not exceeded by half of the fights. */
  medianMs: readonly [number, number];
  /** The bullets' flight counts; it does not where one of the velocities is unknown. */
  hasFlight: boolean;
  /** Hits to the head count like hits to the body for both, because no source gives the multiplier of one of them. */
  isHeadless: boolean;
  /** What is not public and could turn the winner, so that none may be named. */
  open: "head multiplier" | "burst pause" | null;
};

/** The greatest that a source gives for any weapon of either game. */
export const GREATEST_HEAD_MULTIPLIER = 4;

/** How a duel ends in which both sides begin to fire at the same moment. */
export function getDuel(sides: Duellists, chances: DuelChances): DuelResult {
  const isHeadless = hasUnknownHead(sides, chances);
  const hasFlight = sides.every((side) => side.flightMs !== null);
  const odds = getOdds(sides, chances);
  const times = [getTimes(sides[0], odds, hasFlight), getTimes(sides[1], odds, hasFlight)] as const;
  const wins = [getWinning(times[0], times[1]), getWinning(times[1], times[0])] as const;
  const medianMs = [getMedian(sides[0], odds, hasFlight), getMedian(sides[1], odds, hasFlight)] as const;
  return { wins, medianMs, hasFlight, isHeadless, open: getOpen(sides, chances, { wins, times }) };
}

type Odds = { hitRate: number; headShare: number };

/** The median of its times, with the flight. */
const getMedian = ({ hit, fire, magazine, flightMs }: Duellist, odds: Odds, hasFlight: boolean): number =>
  (getTimeSpread({ ...hit, ...odds }, fire, magazine)?.median ?? Number.NaN) + (hasFlight ? (flightMs ?? 0) : 0);

const hasUnknownHead = (sides: Duellists, { headShare }: DuelChances): boolean =>
  headShare > 0 && sides.some(({ hit }) => hit.headMultiplier === undefined);

/** The same for both sides: none to the head where the multiplier of one of them is unknown. */
const getOdds = (sides: Duellists, chances: DuelChances): Odds => ({
  hitRate: chances.hitRate / 100,
  headShare: hasUnknownHead(sides, chances) ? 0 : chances.headShare / 100,
});

type Outcome = Pick<DuelResult, "wins"> & { times: readonly [Times, Times] };

function getOpen(sides: Duellists, chances: DuelChances, { wins, times }: Outcome): DuelResult["open"] {
  const leader = getLeader(wins);
  const mayTakeLonger = (at: 0 | 1) => sides[at].exactUpToMs < (times[at].at(-1)?.ms ?? 0) - (sides[at].flightMs ?? 0);
  // More time for the side that is ahead, or for one of two equals, decides otherwise.
  if (([0, 1] as const).some((at) => mayTakeLonger(at) && (leader === at || leader === null))) return "burst pause";
  if (!hasUnknownHead(sides, chances)) return null;
  const [first, second] = sides.map(listAlike);
  const others = (first ?? []).flatMap((one) => (second ?? []).map((other) => getDuel([one, other], chances).wins));
  return others.every((other) => getLeader(other) === leader) ? null : "head multiplier";
}

/** The side with the least and the greatest head multiplier it may have. */
const listAlike = (side: Duellist): readonly Duellist[] =>
  side.hit.headMultiplier === undefined
    ? [1, GREATEST_HEAD_MULTIPLIER].map((headMultiplier) => ({ ...side, hit: { ...side.hit, headMultiplier } }))
    : [side];

/** The side that wins more of a hundred fights; null where both win as many. */
function getLeader(wins: readonly [number, number]): 0 | 1 | null {
  const [left, right] = toHundred(wins);
  if (left === right) return null;
  return left > right ? 0 : 1;
}

/** Of a hundred fights. */
export function toHundred(wins: readonly [number, number]): readonly [number, number] {
  const left = Math.round(wins[0] * 100);
  return [left, Math.min(100 - left, Math.round(wins[1] * 100))];
}

type Times = readonly { ms: number; chance: number }[];

function getTimes(side: Duellist, odds: Odds, hasFlight: boolean): Times {
  return getKillChances({ ...side.hit, ...odds }).map((chance, at) => ({
    ms: getShotMs(side, at + 1, hasFlight),
    chance,
  }));
}

function getShotMs({ fire, magazine, flightMs }: Duellist, shot: number, hasFlight: boolean): number {
  const ms = shotAtMs(fire, shot, magazine) + (hasFlight ? (flightMs ?? 0) : 0);
  // Equal fights must compare as equal, whatever order the sums were made in.
  return Math.round(ms * 100) / 100;
}

/** The chance that the one kills before the other does. */
function getWinning(one: Times, other: Times): number {
  let winning = 0;
  let at = 0;
  let left = other.reduce((sum, { chance }) => sum + chance, 0);
  for (const { ms, chance } of one) {
    for (let next = other[at]; next && next.ms <= ms; next = other[at]) {
      left -= next.chance;
      at += 1;
    }
    winning += chance * Math.max(0, left);
  }
  return winning;
}

export type Shot = {
  /** Milliseconds from the beginning to its landing. */
  ms: number;
  /** Share of the health it takes, from 0 for a miss; 1 kills. */
  share: number;
  isHead: boolean;
};

/** A fight ends after this many shots: at the least hit rate 20 hits take 2,000 shots, and almost never 4,000. */
const MAX_SHOTS = 10_000;

/** One fight, shot by shot; a side's shots end with its kill, whether or not it lives to fire them. */
export function fightOnce(
  sides: Duellists,
  chances: DuelChances,
  seed: number,
): readonly [readonly Shot[], readonly Shot[]] {
  const random = createRandom(seed);
  const hasFlight = sides.every((side) => side.flightMs !== null);
  const odds = getOdds(sides, chances);
  const shoot = (side: Duellist): readonly Shot[] => {
    const shots: Shot[] = [];
    for (let dealt = 0; !kills(dealt, side.hit.health) && shots.length < MAX_SHOTS; ) {
      const { damage, isHead } = shootOnce(side.hit, odds, random);
      dealt += damage;
      shots.push({ ms: getShotMs(side, shots.length + 1, hasFlight), share: damage / side.hit.health, isHead });
    }
    return shots;
  };
  return [shoot(sides[0]), shoot(sides[1])];
}

function shootOnce(
  { damage, pellets = 1, headMultiplier = 1, bodyMultiplier = 1 }: Hit,
  { hitRate, headShare }: Odds,
  random: () => number,
): { damage: number; isHead: boolean } {
  let dealt = 0;
  let isHead = false;
  for (let pellet = 0; pellet < pellets; pellet += 1) {
    if (random() >= hitRate) continue;
    const hitsHead = random() < headShare;
    isHead ||= hitsHead;
    dealt += damage * (hitsHead ? headMultiplier : bodyMultiplier);
  }
  return { damage: dealt, isHead };
}
