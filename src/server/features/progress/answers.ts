// Converts targets to the responses of the API.

import type { Source } from "#domain/game-data/source.ts";
import { loadout } from "#domain/loadout/loadout.ts";
import { getEstimate } from "#domain/progress/closest-next.ts";
import { listMissing } from "#domain/progress/missing.ts";
import { countTimesEarned, type TargetProgress } from "#domain/progress/remaining.ts";
import { getWhole, type Progress } from "#domain/progress/target.ts";
import { formatWays } from "#messages/progress/target-words.ts";
import { mapInTimeSlices, runInTimeSlice } from "#platform/event-loop.ts";
import type { Database } from "#server/database/database.ts";
import type { ProgressContext } from "./progress-context.ts";

export function createLine({ target, remainder }: TargetProgress, { knownProgress, pace, planned }: ProgressContext) {
  const { id, kind, name, group, weapon, gives, through, repeats, sourceId } = target;
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
    /** The target's requirement as text; empty if no source gives it. */
    sentence: formatWays(target),
    remainder,
    /** The estimated time of the remainder; null if no pace is known. */
    estimate: remainder.state === "left" ? getEstimate(remainder, pace) : null,
    /** How often it was earned according to the sources; 0 if no source reports it. */
    times: countTimesEarned(target, knownProgress),
    /** The count of a complete tick. */
    whole: getWhole(target),
    ticked: knownProgress.ticks.get(id)?.count ?? null,
    planned: planned.has(id),
  };
}

/** Counts equal values, in the order of their first occurrence. */
export function countValues<Value extends string>(values: Iterable<Value>): { name: Value; count: number }[] {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count }));
}

type PageRequest = { limit: number; cursor?: number | null | undefined; direction: "forward" | "backward" };

/** Returns the page after or before the cursor, with the sources of its targets; a cursor is null at its end of the list. */
export async function createPage<Item, Created extends { sourceId: string }>(
  { sources }: { sources: ReadonlyMap<string, Source> },
  all: readonly Item[],
  { limit, cursor, direction }: PageRequest,
  create: (item: Item) => Created,
) {
  const isForward = direction === "forward";
  const offset = Math.min(cursor ?? (isForward ? 0 : all.length), all.length);
  const [start, end] = isForward
    ? [offset, Math.min(offset + limit, all.length)]
    : [Math.max(0, offset - limit), offset];
  const items = await mapInTimeSlices(all.slice(start, end), create);
  return {
    items,
    nextCursor: end < all.length ? end : null,
    previousCursor: start > 0 ? start : null,
    total: all.length,
    sources: [...new Set(items.map(({ sourceId }) => sourceId))].flatMap((id) => sources.get(id) ?? []),
  };
}

// Missing unlocks of loadouts.

/** Returns the number of counted, unreached unlocks of each of the user's loadouts; omits loadouts without any. */
export async function countMissing(
  db: Database,
  { userId, ids }: { userId: string; ids: readonly string[] },
  { knownProgress }: ProgressContext,
  progress: Progress,
): Promise<{ loadoutId: string; count: number }[]> {
  const rows = await db
    .selectFrom("loadout")
    .select(["id", "body"])
    .where("userId", "=", userId)
    .where("id", "in", ids)
    .where("deletedAt", "is", null)
    .execute();
  const missing = await Promise.all(
    rows.map(async ({ id, body }) => {
      const targetProgress = await runInTimeSlice(() =>
        listMissing(loadout.parse(JSON.parse(body)), knownProgress, progress),
      );
      return { loadoutId: id, count: targetProgress.filter(({ remainder }) => remainder.state === "left").length };
    }),
  );
  return missing.filter(({ count }) => count > 0);
}
