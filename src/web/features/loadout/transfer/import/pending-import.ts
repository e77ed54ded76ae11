// An import whose commit has begun: the server finishes it, whatever becomes of this page, and a page that was reloaded
// asks for its result.
import { z } from "zod";
import { getLocal, removeLocal, setLocal } from "#web/data/local-storage.ts";

const KEY = "fieldlocker.pending-import";

/** The folders by name, with the ids of what goes into them. */
const folders = z.record(z.string(), z.array(z.uuid()));
const pendingImport = z.object({ importId: z.uuid(), loadouts: z.number(), folders: folders.default({}) });
export type PendingImport = z.infer<typeof pendingImport>;

export const rememberPending = (pending: PendingImport): void => setLocal(KEY, JSON.stringify(pending));

export const forgetPending = (): void => removeLocal(KEY);

/** The import that a page of this browser had begun to commit, or null. */
export function pendingImportHere(): PendingImport | null {
  try {
    return pendingImport.safeParse(JSON.parse(getLocal(KEY) ?? "null")).data ?? null;
  } catch {
    return null;
  }
}
