// What the screens get of a target: how it stands, and what its player did with it.
import type { Bf4Arsenal } from "#domain/arsenal/bf4-arsenal.ts";
import { hoursOf } from "#domain/progress/closest-next.ts";
import type { Hours } from "#domain/progress/pace.ts";
import { timesEarned } from "#domain/progress/remaining.ts";
import type { Standing } from "#domain/progress/standing.ts";
import { sayWays, wholeOf } from "#domain/progress/target.ts";
import type { Desk } from "./desk.ts";

export function lineOf({ target, remainder }: Standing, { known, pace, planned }: Desk) {
  const { id, kind, name, group, weapon, gives, through, repeats, sourceId } = target;
  const hours: Hours | null = remainder.state === "left" ? hoursOf(remainder, pace) : null;
  return {
    id,
    kind,
    name,
    group,
    weapon,
    gives,
    through,
    repeats,
    sourceId,
    /** What is to be done for it, in words; empty where no source tells. */
    says: sayWays(target),
    remainder,
    hours,
    /** How often sources say it was earned; 0 where none says so. */
    times: timesEarned(target, known),
    /** As much as a tick says when its player gives no number. */
    whole: wholeOf(target),
    ticked: known.ticks.get(id)?.count ?? null,
    planned: planned.has(id),
  };
}

/** Each word with how many of the standings bear it, in the order they come. */
export function countsOf<Word extends string>(words: Iterable<Word>): { name: Word; count: number }[] {
  const counts = new Map<Word, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count }));
}

type Asked = { limit: number; cursor?: number | null | undefined; direction: "forward" | "backward" };

/** The page after the cursor, or before it, with the sources it names; cursors are null at either end. */
export function answerOf(
  { sources }: Bf4Arsenal,
  all: readonly Standing[],
  { limit, cursor, direction }: Asked,
  desk: Desk,
) {
  const forward = direction === "forward";
  const turn = Math.min(cursor ?? (forward ? 0 : all.length), all.length);
  const [start, end] = forward ? [turn, Math.min(turn + limit, all.length)] : [Math.max(0, turn - limit), turn];
  const items = all.slice(start, end).map((item) => lineOf(item, desk));
  return {
    items,
    nextCursor: end < all.length ? end : null,
    previousCursor: start > 0 ? start : null,
    total: all.length,
    sources: [...new Set(items.map(({ sourceId }) => sourceId))].flatMap((id) => sources.get(id) ?? []),
  };
}
