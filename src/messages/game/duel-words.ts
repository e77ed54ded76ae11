// A duel in words.
import { DUEL_RUNS, type DuelResult } from "#domain/weapons/simulation/duel.ts";
import { m } from "#messages";

/** Who wins how often, in a sentence: "AEK-971 wins 63 of 100 at 25 m." */
export function formatVerdict(
  names: readonly [string, string],
  { wins }: Pick<DuelResult, "wins">,
  rangeM: number,
): string {
  const [left, right] = [Math.round((wins[0] / DUEL_RUNS) * 100), Math.round((wins[1] / DUEL_RUNS) * 100)];
  if (left === right) return m.duel_even({ rangeM, wins: left });
  return left > right
    ? m.duel_wins({ name: names[0], wins: left, rangeM })
    : m.duel_wins({ name: names[1], wins: right, rangeM });
}
