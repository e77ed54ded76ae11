// How an item of Battlefield 4 is come by: each of its unlocks is a way, and any of them will do.
import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import { awardNames } from "#domain/game-data/catalogue/bf4-items.ts";
import type { Unlock } from "#domain/game-data/schemas/award.ts";
import { formatUnlocks, LADDER_TITLES } from "#domain/game-data/text/unlock-words.ts";
import { counter } from "#domain/progress/known-progress.ts";
import { awardWays } from "./award-targets.ts";
import { feat, type Need } from "./need.ts";
import type { Target } from "./target.ts";

type Weapon = NonNullable<Target["weapon"]>;

/** The part of a target that its unlocks decide. */
type Unlocking = Pick<Target, "ways" | "earned" | "through">;

/** Null for what is there from the start. `weapon` is the one whose kills count. */
export type UnlockingOf = (unlocks: readonly Unlock[] | null, weapon?: Weapon) => Unlocking | null;

const NUMBERS = new Intl.NumberFormat("en");

export function getUnlocking(arsenal: Bf4Arsenal): UnlockingOf {
  const waysOf = awardWays(arsenal);
  const nameOf = awardNames(arsenal);
  const points = new Map(arsenal.ranks.map(({ rank, points }) => [rank, points]));
  return (unlocks, weapon) => {
    if (unlocks?.length === 0) return null;
    const award = unlocks?.find((unlock) => unlock.kind === "award");
    const code = award?.kind === "award" ? (award.awardCode ?? award.rawCode) : null;
    const { ways, through } = code === null ? { ways: [], through: null } : waysOf(code);
    const others = (unlocks ?? []).map((unlock) => [
      getNeed(unlock, weapon, points) ?? feat(formatUnlocks([unlock], nameOf), code && counter.award(code)),
    ]);
    return { ways: through === null ? others : ways, earned: code && counter.award(code), through };
  };
}

/** What is counted of an unlock; null where nothing is. */
function getNeed(unlock: Unlock, weapon: Weapon | undefined, points: ReadonlyMap<number, number>): Need | null {
  switch (unlock.kind) {
    case "kills":
      return weapon ? killsNeed(weapon, unlock.kills) : null;
    case "score": {
      const sentence = `${NUMBERS.format(unlock.score)} ${LADDER_TITLES[unlock.ladderId] ?? unlock.ladderId} score`;
      return { counter: counter.score(unlock.ladderId), amount: unlock.score, unit: "score", says: sentence };
    }
    case "rank": {
      const amount = points.get(unlock.rank);
      return amount === undefined ? null : pointsNeed(unlock.rank, amount);
    }
    default:
      return null;
  }
}

/** So many kills with a weapon. */
export const killsNeed = ({ id, name }: Weapon, kills: number): Need => ({
  counter: counter.kills(id),
  amount: kills,
  unit: "kills",
  says: `${NUMBERS.format(kills)} ${kills === 1 ? "kill" : "kills"} with the ${name}`,
});

/** A rank, by the points it takes in total. */
export const pointsNeed = (rank: number, points: number): Need => ({
  counter: counter.rankPoints,
  amount: points,
  unit: "points",
  says: `${NUMBERS.format(points)} points in total, rank ${rank}`,
});
