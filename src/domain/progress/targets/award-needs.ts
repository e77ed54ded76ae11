// The requirements of a Battlefield 4 award, and the counter that measures a soldier's progress with it.

import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import { getAwardCode, goalWords } from "#domain/game-data/catalogue/goals.ts";
import type { Award } from "#domain/game-data/schemas/award.ts";
import { counter } from "#domain/progress/counter.ts";
import { countedCodes } from "./counted-code.ts";
import type { Need, NeedUnit } from "./need.ts";
import type { Way } from "./target.ts";

type Criterion = Award["criteria"][number];

/** Records and events of the game's own script: met at one moment, or not. */
const FEATS: ReadonlySet<string> = new Set([
  "Misc_X_and_Y",
  "GainedHighestUnlockInBucket_X",
  "KillStreakX",
  "HeadshotDistance_With_X",
]);

const KILLS = /^Kill(With)?_|^KillOf_|^(Adrenaline|Avenger|Road|Savior|SquadSavior)Kill$/;

/** Awards that count over a soldier's whole career; an assignment counts from when the game opens it. */
const CAREER: ReadonlySet<Award["group"]> = new Set(["star", "dogtags", "medals"]);

/** What an award asks for; no need at all where its goal is not public. */
export type AwardNeeds = (award: Award) => Way;

export function awardNeeds(arsenal: Bf4Arsenal): AwardNeeds {
  const say = goalWords(arsenal);
  const counterOf = careerCounters(arsenal);
  return ({ group, criteria }) =>
    criteria.map((criterion): Need => {
      const career = CAREER.has(group) ? counterOf(criterion) : null;
      const unit = getUnit(criterion);
      const own = criterion.statCode === null ? null : counter.stat(criterion.statCode);
      return { counter: own, amount: criterion.target, unit, says: say(criterion).name, ...career };
    });
}

/** What adds up over rounds has a code that counts it; what is to be done within one round or life has none. */
function getUnit({ event, scope, statCode }: Criterion): NeedUnit {
  if (scope !== "ever" || statCode === null || FEATS.has(event)) return "feat";
  if (KILLS.test(event)) return "kills";
  if (event.startsWith("Seconds")) return "seconds";
  return event === "DistanceIn_X" ? "metres" : "times";
}

/** Counters that mean the same as an award's own, and that more sources tell. */
function careerCounters(arsenal: Bf4Arsenal): (criterion: Criterion) => Partial<Need> | null {
  const codes = countedCodes(arsenal);
  const awards = new Map([...arsenal.awards.values()].map((award) => [award.code.toLowerCase(), award]));
  const points = new Map(arsenal.ranks.map(({ rank, points }) => [`r${rank}`, points]));
  return ({ event, x }) => {
    const id = KILLS.test(event) && event !== "Kill_As_X" ? codes.get(x ?? "") : undefined;
    if (id) return { counter: counter.kills(id) };
    const award = event === "GainAward_X" ? awards.get(getAwardCode(x, awards)) : undefined;
    if (award) return { counter: counter.award(award.code) };
    const amount = event === "Rank_X" ? points.get(x ?? "") : undefined;
    return amount === undefined ? null : { counter: counter.rankPoints, amount, unit: "points" };
  };
}
