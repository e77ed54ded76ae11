// Targets in the form of the screens.

import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import { loadout } from "#domain/loadout/loadout.ts";
import { getHours } from "#domain/progress/closest-next.ts";
import { lacking } from "#domain/progress/missing.ts";
import type { Hours } from "#domain/progress/pace/pace.ts";
import { type Standing, timesEarned } from "#domain/progress/remaining.ts";
import { getWhole, type Progress } from "#domain/progress/target.ts";
import { formatWays } from "#messages/progress/target-words.ts";
import { inTimeSlice, mapInTimeSlices } from "#platform/event-loop.ts";
import type { Database } from "#server/database/database.ts";
import type { ProgressContext } from "./progress-context.ts";

export function getLine({ target, remainder }: Standing, { knownProgress, pace, planned }: ProgressContext) {
  const { id, kind, name, group, weapon, gives, through, repeats, sourceId } = target;
  const hours: Hours | null = remainder.state === "left" ? getHours(remainder, pace) : null;
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
    /** What the target requires, as text; empty where no source gives it. */
    sentence: formatWays(target),
    remainder,
    hours,
    /** How often it was earned according to the sources; 0 where no source has it. */
    times: timesEarned(target, knownProgress),
    /** The count of a tick whose player gives no number. */
    whole: getWhole(target),
    ticked: knownProgress.ticks.get(id)?.count ?? null,
    planned: planned.has(id),
  };
}

/** Counts equal words, in the order of their first occurrence. */
export function getCounts<Word extends string>(words: Iterable<Word>): { name: Word; count: number }[] {
  const counts = new Map<Word, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count }));
}

type PageRequest = { limit: number; cursor?: number | null | undefined; direction: "forward" | "backward" };

/** The page after the cursor, or before it, with the sources it names; cursors are null at either end. */
export async function getAnswer(
  { sources }: Bf4Arsenal,
  all: readonly Standing[],
  { limit, cursor, direction }: PageRequest,
  context: ProgressContext,
) {
  const forward = direction === "forward";
  const turn = Math.min(cursor ?? (forward ? 0 : all.length), all.length);
  const [start, end] = forward ? [turn, Math.min(turn + limit, all.length)] : [Math.max(0, turn - limit), turn];
  const items = await mapInTimeSlices(all.slice(start, end), (item) => getLine(item, context));
  return {
    items,
    nextCursor: end < all.length ? end : null,
    previousCursor: start > 0 ? start : null,
    total: all.length,
    sources: [...new Set(items.map(({ sourceId }) => sourceId))].flatMap((id) => sources.get(id) ?? []),
  };
}

// Missing unlocks of loadouts.

/** How many unlocks each of these loadouts of the user carries that are counted and not reached; one that lacks none is left out. */
export async function listMissing(
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
      const standings = await inTimeSlice(() => lacking(loadout.parse(JSON.parse(body)), knownProgress, progress));
      return { loadoutId: id, count: standings.filter(({ remainder }) => remainder.state === "left").length };
    }),
  );
  return missing.filter(({ count }) => count > 0);
}
