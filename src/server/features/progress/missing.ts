// What the loadouts of a locker still lack.
import { loadout } from "#domain/loadout/loadout.ts";
import { lacking } from "#domain/progress/missing.ts";
import type { Progress } from "#domain/progress/targets/targets.ts";
import { inTimeSlice } from "#platform/event-loop.ts";
import type { Database } from "#server/database/database.ts";
import { isOwnedBy } from "#server/database/owner.ts";
import type { ProgressContext } from "./progress-context.ts";

/** How many unlocks each of these loadouts of the user carries that are counted and not reached; one that lacks none is left out. */
export async function listMissing(
  db: Database,
  { userId, ids }: { userId: string; ids: readonly string[] },
  { known }: ProgressContext,
  progress: Progress,
): Promise<{ loadoutId: string; count: number }[]> {
  const rows = await db
    .selectFrom("loadout")
    .select(["id", "body"])
    .where("id", "in", ids)
    .where(isOwnedBy(userId))
    .where("deletedAt", "is", null)
    .execute();
  const missing = await Promise.all(
    rows.map(async ({ id, body }) => {
      const standings = await inTimeSlice(() => lacking(loadout.parse(JSON.parse(body)), known, progress));
      return { loadoutId: id, count: standings.filter(({ remainder }) => remainder.state === "left").length };
    }),
  );
  return missing.filter(({ count }) => count > 0);
}
