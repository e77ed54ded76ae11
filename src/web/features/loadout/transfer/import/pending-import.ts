// Stores the import whose commit has begun. The server finishes it even if this page is closed, and a reloaded page requests
// the result.
import { z } from "zod";
import { getLocal, removeLocal, setLocal } from "#web/data/local-storage.ts";

const KEY = "fieldlocker.pending-import";

/** The ids of the loadouts in each folder, by folder name. */
const folders = z.record(z.string(), z.array(z.uuid()));
const pendingImport = z.object({ importId: z.uuid(), loadouts: z.number(), folders: folders.default({}) });
export type PendingImport = z.infer<typeof pendingImport>;

export const rememberPending = (pending: PendingImport): void => setLocal(KEY, JSON.stringify(pending));

export const forgetPending = (): void => removeLocal(KEY);

/** Returns the import that a page of this browser has begun to commit; null if there is none. */
export function getPendingImport(): PendingImport | null {
  try {
    return pendingImport.safeParse(JSON.parse(getLocal(KEY) ?? "null")).data ?? null;
  } catch {
    return null;
  }
}
