// What the ranking by distance tries, of the weapons the search leaves.

import { WEAPON_CLASSES, type WeaponClass } from "#domain/game-data/weapon-class.ts";
import { damageAt, getFire } from "#domain/weapons/fire.ts";
import { getBodyMultiplier } from "#domain/weapons/hit-zones.ts";
import { exactUpToMs } from "#domain/weapons/lethality/at-range.ts";
import { shotsToKill } from "#domain/weapons/lethality/lethality.ts";
import type { Contender, Sweep, SweepResult } from "#domain/weapons/simulation/sweep.ts";
import { m } from "#messages";
import { formatTtk } from "#messages/game/figure-words.ts";
import { readNumbers } from "#web/data/offline/typed/interrupted-input.ts";
import type { ListedWeapon } from "#web/features/arsenal/listed-weapon.ts";
import type { Terms } from "#web/features/arsenal/terms.ts";
import type { Point, Series } from "#web/ui/charts/chart-scale.ts";

const DISTANCES_M = [0, 10, 20, 30, 40, 50, 75, 100, 150];
/** Fights a distance: enough that the mean is off by a few milliseconds. */
const RUNS = 1000;
/** Any would do; the same one every time gives everybody the same ranking. */
const SEED = 2042;
/** So many lines stay apart in a chart. */
const MAX_LINES = 4;

type Aim = Pick<Terms, "part" | "defensive" | "hitRate"> & {
  health: number;
  headPercent: number;
  /** Of a shell that hits, the share of its pellets that do. */
  pelletPercent: number;
};

/** The places of the table. */
export const PLACES = [
  m.arsenal_first_place(),
  m.arsenal_second_place(),
  m.arsenal_third_place(),
  m.arsenal_fourth_place(),
  m.arsenal_fifth_place(),
];

/** The sliders as they begin. */
export const getPercents = ({ head }: Terms) => ({ headPercent: head === "all" ? 100 : 0, pelletPercent: 100 });

/** The sliders of an earlier page; null for anything else. */
export const readPercents = readNumbers(["headPercent", "pelletPercent"]);

/** The class whose ranking an earlier page showed; null for anything else. */
export const readRankedClass = (value: unknown): WeaponClass | "all" | null =>
  [...WEAPON_CLASSES, "all" as const].find((id) => id === value) ?? null;

/** The sweep over these weapons as issued, and how many of them lack a public figure for it. */
export function getSweep(weapons: readonly ListedWeapon[], aim: Aim): { sweep: Sweep; leftOut: number } {
  const contenders = weapons.flatMap((weapon) => getContender(weapon, aim));
  const { health, headPercent, hitRate } = aim;
  return {
    sweep: {
      contenders,
      distancesM: DISTANCES_M,
      health,
      hitRate: hitRate / 100,
      headChance: headPercent / 100,
      seed: SEED,
      runs: RUNS,
    },
    leftOut: weapons.length - contenders.length,
  };
}

function getContender(weapon: ListedWeapon, aim: Aim): readonly Contender[] {
  const { damage, headMultiplier, multipliers } = weapon;
  const pellets = weapon.pellets && getPelletsThatHit(weapon.pellets, aim.pelletPercent);
  const bodyMultiplier = getBodyMultiplier(multipliers, aim);
  const fire = getFire(weapon);
  const lacksHead = aim.headPercent > 0 && headMultiplier === null;
  if (!damage || pellets === null || bodyMultiplier === null || fire === null || lacksHead) return [];
  // By chance some fights take more hits than others, as they take more shots below a sure hit.
  const isSure = aim.hitRate === 100 && aim.headPercent % 100 === 0;
  const upToMs = exactUpToMs(weapon, isSure ? 1 : 0);
  const own = { weaponId: weapon.id, configuration: null, magazine: null, exactUpToMs: upToMs };
  return [{ ...own, damage, pellets, headMultiplier, bodyMultiplier, fire }];
}

/** Whole pellets, and at least one. */
const getPelletsThatHit = (pellets: number, percent: number): number =>
  Math.max(1, Math.round((pellets * percent) / 100));

type Ranking = SweepResult[number]["ranking"];

export type OneHitTerms = Pick<Sweep, "contenders" | "health" | "headChance">;

/** Ids of the weapons that kill at this distance with any one hit: one to the body, unless every hit is to the head. */
export function listOneHit({ contenders, health, headChance }: OneHitTerms, distanceM: number): ReadonlySet<string> {
  const killsAtOnce = ({ damage, pellets, headMultiplier, bodyMultiplier }: Contender): boolean => {
    const multiplier = headChance === 1 ? (headMultiplier ?? bodyMultiplier) : bodyMultiplier;
    return shotsToKill({ health, damage: damageAt(damage, distanceM), pellets, bodyMultiplier: multiplier }) === 1;
  };
  return new Set(contenders.filter(killsAtOnce).map(({ weaponId }) => weaponId));
}

/** The mean time of a weapon in the ranking. */
export const formatMean = ({ ms: { mean }, exactUpToMs: upToMs = mean }: Ranking[number]): string =>
  formatTtk(mean, mean > upToMs);

/** The weapons of one class at a distance: those that kill with one hit, which no time orders, then the others. */
export function splitRanking(
  ranking: Ranking,
  { isListed, isOneHit }: { isListed: (weaponId: string) => boolean; isOneHit: (weaponId: string) => boolean },
): { oneHit: Ranking; timed: Ranking } {
  const listed = ranking.filter(({ weaponId }) => isListed(weaponId));
  const timed = listed.filter(({ weaponId }) => !isOneHit(weaponId));
  const places = timed.map(({ ms }) => timed.findIndex((other) => other.ms.mean === ms.mean) + 1);
  return {
    oneHit: listed.filter(({ weaponId }) => isOneHit(weaponId)),
    timed: timed.map((one, at) => ({ ...one, place: places[at] ?? at + 1 })),
  };
}

/** The weapons quickest over all distances, as lines of the mean with bands of 10 to 90 % of fights. */
export function bestLines(result: SweepResult, nameOf: (weaponId: string) => string): readonly Series[] {
  const sums = new Map<string, number>();
  for (const { ranking } of result) {
    for (const { weaponId, ms } of ranking) sums.set(weaponId, (sums.get(weaponId) ?? 0) + ms.mean);
  }
  const best = [...sums].sort(([, a], [, b]) => a - b).slice(0, MAX_LINES);
  return best.map(([id]) => getLine(id, nameOf(id), result));
}

function getLine(id: string, name: string, result: SweepResult): Series {
  const points = (of: "mean" | "p10" | "p90") =>
    result.map(({ distanceM, ranking }): Point => {
      return [distanceM, ranking.find(({ weaponId }) => weaponId === id)?.ms[of] ?? null];
    });
  const all = result.flatMap(({ ranking }) => ranking.filter(({ weaponId }) => weaponId === id));
  const [{ exactUpToMs: exactUpTo = Number.POSITIVE_INFINITY } = {}] = all;
  const band = { low: points("p10"), high: points("p90") };
  return { name, shape: "straight", points: points("mean"), band, exactUpTo };
}
