// Chooses the weapons that finish the most unlocks in the available time.
import { compareTexts } from "#domain/plain-values.ts";
import { getEstimate } from "./closest-next.ts";
import type { Basis, PaceOf } from "./pace/pace.ts";
import type { TargetProgress } from "./remaining.ts";

/** An unlock that only needs kills with one weapon; `minutes` is the estimate, rounded up. */
type OpenUnlock = {
  targetId: string;
  weaponId: string;
  left: number;
  minutes: number;
  hours: number;
  basis: Basis;
};

/** A chosen weapon with its needed kills and time, the basis of the estimate, and the targets that are finished, closest first. */
export type TonightPick = Pick<OpenUnlock, "weaponId" | "minutes" | "hours" | "basis"> & {
  kills: number;
  targetIds: readonly string[];
};

/** Returns the started unlocks that only need kills with their weapon, and that have an estimate. */
export function listOpenUnlocks(targetProgress: readonly TargetProgress[], pace: PaceOf): readonly OpenUnlock[] {
  return targetProgress.flatMap(({ target: { id, weapon }, remainder }) => {
    if (!weapon || remainder.state !== "left" || remainder.counter !== `kills:${weapon.id}`) return [];
    const estimate = remainder.done > 0 ? getEstimate(remainder, pace) : null;
    if (!estimate?.basis) return [];
    const { hours, basis } = estimate;
    const minutes = Math.max(1, Math.ceil(hours * 60));
    return [{ targetId: id, weaponId: weapon.id, left: remainder.left, minutes, hours, basis }];
  });
}

/**
 * Returns at most `maxWeapons` weapons that finish the most unlocks within `minutes`; of equal results the one with the fewest
 * minutes. All unlocks of a weapon count the same kills, so the closest n of them cost as many kills as the last of these n.
 */
export function pickTonight(
  open: readonly OpenUnlock[],
  { minutes: budget, maxWeapons }: { minutes: number; maxWeapons: number },
): readonly TonightPick[] {
  const byWeapon = new Map<string, OpenUnlock[]>();
  for (const unlock of open) {
    if (unlock.minutes <= budget) byWeapon.set(unlock.weaponId, [...(byWeapon.get(unlock.weaponId) ?? []), unlock]);
  }
  // best[count][spent] is the best choice of `count` weapons within `spent` minutes.
  const best: Choice[][] = Array.from({ length: maxWeapons + 1 }, () => Array(budget + 1).fill(EMPTY_CHOICE));
  for (const [weaponId, unlocks] of byWeapon) {
    const options = listOptions(weaponId, unlocks);
    for (let count = maxWeapons; count >= 1; count -= 1) {
      for (let spent = budget; spent >= 0; spent -= 1) {
        for (const option of options) {
          const before = best[count - 1]?.[spent - option.minutes];
          const present = best[count]?.[spent];
          if (!before || !present) continue;
          const total = {
            finished: before.finished + option.targetIds.length,
            minutes: before.minutes + option.minutes,
          };
          if (!isBetter(total, present)) continue;
          const row = best[count];
          if (row) row[spent] = { ...total, pick: option, before };
        }
      }
    }
  }
  const ends = best.map((row) => row[budget] ?? EMPTY_CHOICE);
  const picks = listPicks(ends.reduce((most, end) => (isBetter(end, most) ? end : most), EMPTY_CHOICE));
  return picks.toSorted((a, b) => b.targetIds.length - a.targetIds.length || a.minutes - b.minutes);
}

type Choice = { finished: number; minutes: number; pick?: TonightPick; before?: Choice };

const EMPTY_CHOICE: Choice = { finished: 0, minutes: 0 };

const isBetter = (a: Choice, b: Choice): boolean =>
  a.finished > b.finished || (a.finished === b.finished && a.minutes < b.minutes);

/** Returns the options of a weapon: its closest unlock, its closest two, and so on. */
function listOptions(weaponId: string, unlocks: readonly OpenUnlock[]): readonly TonightPick[] {
  const closestFirst = unlocks.toSorted((a, b) => a.left - b.left || compareTexts(a.targetId, b.targetId));
  return closestFirst.map(({ left, minutes, hours, basis }, index) => ({
    weaponId,
    kills: left,
    minutes,
    hours,
    basis,
    targetIds: closestFirst.slice(0, index + 1).map(({ targetId }) => targetId),
  }));
}

function listPicks(end: Choice): readonly TonightPick[] {
  const picks: TonightPick[] = [];
  for (let choice: Choice | undefined = end; choice; choice = choice.before) if (choice.pick) picks.push(choice.pick);
  return picks;
}
