// What may be sent to /api/trpc in one batch.

/** Maximum of calls in a batch. */
export const MAX_BATCH = 10;

/**
 * Calls that are not batched with others, because their response may be larger than 200 kB: the library serializes a batch at once, so
 * that ten of them would block the server for more than 50 ms.
 */
export const UNBATCHED: ReadonlySet<string> = new Set([
  "account.export",
  "arsenal.all",
  "arsenal.battlelogBook",
  "catalogue.all",
  "loadout.list",
  "progress.plan",
  "soldier.get",
  "soldier.snapshots",
]);
