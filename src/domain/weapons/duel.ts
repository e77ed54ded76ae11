// Computes a fight between two builds in a scenario: the chance that each wins, and a random example.
import { createRandom } from "#domain/seeded-random.ts";
import type { Ballistics } from "./ballistics.ts";
import { type Fire, getFire, getMagazine, getShotTimeMs } from "./fire.ts";
import { flightMs, getAttack, getExactLimitMs, getLanding, type Target } from "./lethality/at-range.ts";
import { type Attack, getKillChances } from "./lethality/kill-chances.ts";
import { isLethal } from "./lethality/lethality.ts";

/** A figure that a fight requires and that no source gives. */
export type MissingFigure = "damage" | "pellets" | "rate of fire" | "health" | "body multiplier";

/** Returns the figures that a build lacks for a fight at this target; empty if none. A first shot that kills needs no rate of fire. */
export function listMissingFigures(build: Ballistics, target: Target): readonly MissingFigure[] {
  const attack = getAttack(build, { ...target, heads: 0 });
  const inputs = {
    damage: build.damage,
    pellets: build.pellets,
    "rate of fire": attack && getKillChances(attack).length === 1 ? ONE_SHOT : getFire(build),
    health: target.hitPoints,
    "body multiplier": getLanding({ ...build, pellets: 1 }, { ...target, heads: 0 }),
  };
  const names = ["damage", "pellets", "rate of fire", "health", "body multiplier"] as const;
  return names.filter((name) => inputs[name] === null);
}

/** The fire of a weapon whose first shot kills. */
const ONE_SHOT: Fire = { kind: "steady", rpm: 1 };

/** A build; without `weaponId`, its weapon is unknown. */
export type Duellist = Ballistics & { weaponId?: string };
export type Duellists = readonly [Duellist, Duellist];

export type DuelResult = {
  /** The chance of each side to win, from 0 to 1; the rest is the chance that both die at the same time. */
  wins: readonly [number, number];
  /** Whether the bullets' flight counts; false if one of the velocities is unknown. */
  hasFlight: boolean;
  /** Whether headshots count as hits to the body for both sides, because the multiplier of one is unknown. */
  ignoresHeadshots: boolean;
  /** The unknown figure that could change the winner, so that no winner may be named; otherwise null. */
  decisiveUnknown: "head multiplier" | "burst pause" | null;
};

/** The greatest multiplier that a source gives for any weapon of either game. */
export const GREATEST_HEAD_MULTIPLIER = 4;

/**
 * Returns the result of a fight in which both sides open fire at the same moment.
 * @throws {RangeError} for a side that lacks one of the figures of `listMissingFigures`
 */
export function getDuel(builds: Duellists, target: Target): DuelResult {
  const sides = getSides(builds, target);
  const times = [listKillTimes(sides[0]), listKillTimes(sides[1])] as const;
  const wins = [getWinChance(times[0], times[1]), getWinChance(times[1], times[0])] as const;
  return {
    wins,
    hasFlight: hasFlight(builds),
    ignoresHeadshots: hasUnknownHead(builds, target),
    decisiveUnknown: getDecisiveUnknown(builds, target, { wins, times, flights: [sides[0].flight, sides[1].flight] }),
  };
}

type Side = { attack: Attack; flight: number; getShotMs: (shot: number) => number };

const hasFlight = (builds: Duellists): boolean => builds.every(({ velocityMps }) => velocityMps !== null);

const hasUnknownHead = (builds: Duellists, { heads }: Target): boolean =>
  heads !== 0 && builds.some(({ headMultiplier }) => headMultiplier === null);

/** Returns both sides under the same assumptions: if a figure of either is unknown, both have no headshots or no flight time. */
function getSides(builds: Duellists, target: Target): readonly [Side, Side] {
  const assumedTarget = hasUnknownHead(builds, target) ? { ...target, heads: 0 } : target;
  const getSide = (build: Ballistics): Side => {
    const [attack, fire, magazine] = [getAttack(build, assumedTarget), getFire(build) ?? ONE_SHOT, getMagazine(build)];
    if (!attack || listMissingFigures(build, assumedTarget).length > 0)
      throw new RangeError("A figure that a fight requires is not public.");
    const flight = hasFlight(builds) ? (flightMs(build.velocityMps, target.rangeM) ?? 0) : 0;
    // Rounding makes equal times equal, regardless of the order of the additions.
    return {
      attack,
      flight,
      getShotMs: (shot) => Math.round((getShotTimeMs(fire, shot, magazine) + flight) * 100) / 100,
    };
  };
  return [getSide(builds[0]), getSide(builds[1])];
}

type KillTimes = readonly { ms: number; chance: number }[];

const listKillTimes = ({ attack, getShotMs }: Side): KillTimes =>
  getKillChances(attack).map((chance, index) => ({ ms: getShotMs(index + 1), chance }));

type Outcome = Pick<DuelResult, "wins"> & {
  times: readonly [KillTimes, KillTimes];
  flights: readonly [number, number];
};

function getDecisiveUnknown(
  builds: Duellists,
  target: Target,
  { wins, times, flights }: Outcome,
): DuelResult["decisiveUnknown"] {
  const leader = getLeader(wins);
  const mayTakeLonger = (side: 0 | 1) => getExactLimitMs(builds[side]) + flights[side] < (times[side].at(-1)?.ms ?? 0);
  // More time for the leading side, or for either side of a draw, changes the result.
  if (([0, 1] as const).some((side) => mayTakeLonger(side) && (leader === side || leader === null)))
    return "burst pause";
  if (!hasUnknownHead(builds, target)) return null;
  const others = listPossiblePairs(builds).map((pair) => getDuel(pair, target).wins);
  return others.every((otherWins) => getLeader(otherWins) === leader) ? null : "head multiplier";
}

/** Returns the pairs of builds with each possible head multiplier; two builds of the same weapon have equal multipliers. */
function listPossiblePairs([left, right]: Duellists): readonly Duellists[] {
  const isSameWeapon = left.weaponId !== undefined && left.weaponId === right.weaponId;
  const areBothUnknown = left.headMultiplier === null && right.headMultiplier === null;
  if (isSameWeapon && areBothUnknown)
    return POSSIBLE_HEADS.map((headMultiplier) => [
      { ...left, headMultiplier },
      { ...right, headMultiplier },
    ]);
  return listPossibleHeads(left).flatMap((leftBuild) =>
    listPossibleHeads(right).map((rightBuild) => [leftBuild, rightBuild] as const),
  );
}

const POSSIBLE_HEADS = [1, GREATEST_HEAD_MULTIPLIER];

/** Returns the build with the lowest and the greatest possible head multiplier if its own is unknown. */
const listPossibleHeads = (build: Duellist): readonly Duellist[] =>
  build.headMultiplier === null ? POSSIBLE_HEADS.map((headMultiplier) => ({ ...build, headMultiplier })) : [build];

/** Returns the side that wins more of a hundred fights; null if both win the same number. */
function getLeader(wins: readonly [number, number]): 0 | 1 | null {
  const [left, right] = toHundred(wins);
  if (left === right) return null;
  return left > right ? 0 : 1;
}

/** Returns how many of a hundred fights each side wins. */
export function toHundred(wins: readonly [number, number]): readonly [number, number] {
  const first = Math.round(wins[0] * 100);
  return [first, Math.min(100 - first, Math.round(wins[1] * 100))];
}

/** Returns the chance that the kill of the first list is earlier than that of the second; both lists are sorted by time. */
function getWinChance(own: KillTimes, rival: KillTimes): number {
  let winning = 0;
  let next = 0;
  let rivalLater = rival.reduce((sum, { chance }) => sum + chance, 0);
  for (const { ms, chance } of own) {
    for (let kill = rival[next]; kill && kill.ms <= ms; kill = rival[next]) {
      rivalLater -= kill.chance;
      next += 1;
    }
    winning += chance * Math.max(0, rivalLater);
  }
  return winning;
}

export type Shot = {
  /** The time from the start of the fight to the hit, in milliseconds. */
  ms: number;
  /** The share of the health that the shot removes, from 0 for a miss; 1 kills. */
  share: number;
  isHead: boolean;
};

/** The limit of shots in a fight: at the lowest hit rate 20 hits take 2,000 shots, and almost never 4,000. */
const MAX_SHOTS = 10_000;

/**
 * Returns one simulated fight, shot by shot. A side's shots end with its kill, even if that side dies earlier.
 * @throws {RangeError} as `getDuel`
 */
export function fightOnce(
  builds: Duellists,
  target: Target,
  seed: number,
): readonly [readonly Shot[], readonly Shot[]] {
  const random = createRandom(seed);
  const fire = ({ attack, getShotMs }: Side): readonly Shot[] => {
    const shots: Shot[] = [];
    let dealt = 0;
    for (let hits = 0; !isLethal(dealt, attack.health) && shots.length < MAX_SHOTS; ) {
      const shot = fireShot(attack, hits, random);
      hits += shot.hits;
      dealt += shot.damage;
      shots.push({ ms: getShotMs(shots.length + 1), share: shot.damage / attack.health, isHead: shot.isHead });
    }
    return shots;
  };
  const sides = getSides(builds, target);
  return [fire(sides[0]), fire(sides[1])];
}

/** Returns a shot that follows this many hits of bullets or pellets, with the damage of its own hits. */
function fireShot(attack: Attack, hitsBefore: number, random: () => number) {
  const { damage, hitRate, pellets = 1, headHits = 0, headShare = 0, headMultiplier = 1, bodyMultiplier = 1 } = attack;
  const shot = { hits: 0, damage: 0, isHead: false };
  for (let pellet = 0; pellet < pellets; pellet += 1) {
    if (random() >= hitRate) continue;
    const isHead = hitsBefore + shot.hits < headHits * pellets || random() < headShare;
    shot.hits += 1;
    shot.isHead ||= isHead;
    shot.damage += damage * (isHead ? headMultiplier : bodyMultiplier);
  }
  return shot;
}
