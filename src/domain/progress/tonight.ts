// Which weapons to carry tonight, so that the most started unlocks are finished in the time there is.
import { compareTexts } from "#domain/plain-values.ts";
import { isStarted } from "./closest-next.ts";
import type { Standing } from "./remaining.ts";

/** A started unlock that kills with one weapon alone finish. */
type OpenUnlock = { targetId: string; weaponId: string; left: number };

/** A weapon to carry, the kills it takes, and what they finish, closest first. */
export type TonightPick = { weaponId: string; kills: number; targetIds: readonly string[] };

/** More than five hours at two kills a minute; it bounds the time that choosing takes. */
const MAX_TONIGHT_KILLS = 600;

/** The started unlocks of these standings that kills with a weapon finish. */
export function listOpenUnlocks(standings: readonly Standing[]): readonly OpenUnlock[] {
  return standings.flatMap(({ target: { id, weapon }, remainder }) =>
    weapon && remainder.state === "left" && remainder.counter === `kills:${weapon.id}` && isStarted(remainder)
      ? [{ targetId: id, weaponId: weapon.id, left: remainder.left }]
      : [],
  );
}

/**
 * At most `maxWeapons` weapons whose kills together stay within `kills` and finish the most unlocks; of equals the fewest
 * kills. Unlocks of one weapon count the same kills, so the first so many of them cost what the last of them leaves.
 */
export function pickTonight(
  open: readonly OpenUnlock[],
  { kills, maxWeapons }: { kills: number; maxWeapons: number },
): readonly TonightPick[] {
  const budget = Math.min(MAX_TONIGHT_KILLS, Math.floor(kills));
  const byWeapon = new Map<string, OpenUnlock[]>();
  for (const unlock of open) {
    if (unlock.left <= budget) byWeapon.set(unlock.weaponId, [...(byWeapon.get(unlock.weaponId) ?? []), unlock]);
  }
  // best[count][spent]: the most unlocks that so many weapons finish with at most so many kills.
  const best: Choice[][] = Array.from({ length: maxWeapons + 1 }, () => Array(budget + 1).fill(NOTHING));
  for (const [weaponId, unlocks] of byWeapon) {
    const options = listOptions(weaponId, unlocks);
    for (let count = maxWeapons; count >= 1; count -= 1) {
      for (let spent = budget; spent >= 0; spent -= 1) {
        for (const option of options) {
          const before = best[count - 1]?.[spent - option.kills];
          const present = best[count]?.[spent];
          if (!before || !present) continue;
          const total = { finished: before.finished + option.targetIds.length, kills: before.kills + option.kills };
          if (!isBetter(total, present)) continue;
          const row = best[count];
          if (row) row[spent] = { ...total, pick: option, before };
        }
      }
    }
  }
  const ends = best.map((row) => row[budget] ?? NOTHING);
  const picks = listPicks(ends.reduce((most, end) => (isBetter(end, most) ? end : most), NOTHING));
  return picks.toSorted((a, b) => b.targetIds.length - a.targetIds.length || a.kills - b.kills);
}

type Choice = { finished: number; kills: number; pick?: TonightPick; before?: Choice };

const NOTHING: Choice = { finished: 0, kills: 0 };

const isBetter = (a: Choice, b: Choice): boolean =>
  a.finished > b.finished || (a.finished === b.finished && a.kills < b.kills);

/** The first unlock of the weapon, the first two, and so on. */
function listOptions(weaponId: string, unlocks: readonly OpenUnlock[]): readonly TonightPick[] {
  const closestFirst = unlocks.toSorted((a, b) => a.left - b.left || compareTexts(a.targetId, b.targetId));
  return closestFirst.map(({ left }, at) => ({
    weaponId,
    kills: left,
    targetIds: closestFirst.slice(0, at + 1).map(({ targetId }) => targetId),
  }));
}

function listPicks(end: Choice): readonly TonightPick[] {
  const picks: TonightPick[] = [];
  for (let choice: Choice | undefined = end; choice; choice = choice.before) if (choice.pick) picks.push(choice.pick);
  return picks;
}
