// Formats the result of a duel.
import { hasEarlierHead } from "#domain/weapons/ballistics.ts";
import { type Duellists, type DuelResult, toHundred } from "#domain/weapons/duel.ts";
import type { Target } from "#domain/weapons/lethality/at-range.ts";
import { m } from "#messages";
import { formatList } from "#messages/format.ts";

/** Formats the result: "AEK-971 wins 63 of 100 at 25 m"; if an unknown figure could change the winner, the reason. */
export function formatVerdict(
  names: readonly [string, string],
  { wins, decisiveUnknown }: DuelResult,
  rangeM: number,
): string {
  if (decisiveUnknown === "burst pause") return m.duel_open_burst_pause();
  if (decisiveUnknown === "head multiplier") return m.duel_open_head_multiplier();
  const [left, right] = toHundred(wins);
  if (left === right) return m.duel_even({ rangeM, wins: left });
  return left > right
    ? m.duel_wins({ name: names[0], wins: left, rangeM })
    : m.duel_wins({ name: names[1], wins: right, rangeM });
}

/** Returns the note about the assumptions for headshots; null if none is needed. */
export function formatHeadNote(
  names: readonly [string, string],
  builds: Duellists,
  { heads }: Pick<Target, "heads">,
  { ignoresHeadshots }: DuelResult,
): string | null {
  if (ignoresHeadshots) {
    const unknownNames = names.filter((_, index) => builds[index === 0 ? 0 : 1].headMultiplier === null);
    return m.arsenal_duel_method_no_head_multiplier({ weapons: formatList(unknownNames) });
  }
  return heads !== 0 && builds.some(hasEarlierHead) ? m.duel_earlier_heads() : null;
}
