// A duel in words.
import { type DuelChances, type Duellists, type DuelResult, toHundred } from "#domain/weapons/duel.ts";
import { m } from "#messages";
import { formatList } from "#messages/format.ts";

/** Who wins how often, in a sentence: "AEK-971 wins 63 of 100 at 25 m"; why none is named where that is open. */
export function formatVerdict(names: readonly [string, string], { wins, open }: DuelResult, rangeM: number): string {
  if (open === "burst pause") return m.duel_open_burst_pause();
  if (open === "head multiplier") return m.duel_open_head_multiplier();
  const [left, right] = toHundred(wins);
  if (left === right) return m.duel_even({ rangeM, wins: left });
  return left > right
    ? m.duel_wins({ name: names[0], wins: left, rangeM })
    : m.duel_wins({ name: names[1], wins: right, rangeM });
}

/** What the result assumes of hits to the head, beside it; null where there is nothing to state. */
export function formatHeadNote(
  names: readonly [string, string],
  sides: Duellists,
  { headShare }: DuelChances,
  { isHeadless }: DuelResult,
): string | null {
  if (isHeadless) {
    const unknown = names.filter((_, at) => sides[at === 0 ? 0 : 1].hit.headMultiplier === undefined);
    return m.arsenal_duel_method_no_head_multiplier({ weapons: formatList(unknown) });
  }
  return headShare > 0 && sides.some(({ hasEarlierHead }) => hasEarlierHead) ? m.duel_earlier_heads() : null;
}
