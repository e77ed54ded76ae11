// An import whose commit has begun: the server finishes it, whatever becomes of this page, and a page that was reloaded
// asks for its result.
import { z } from "zod";
import { getLocal, removeLocal, setLocal } from "#web/data/local-storage.ts";
import { dropDraft, keepDraft, readDraft } from "#web/data/stores/draft.ts";

const KEY = "fieldlocker.pending-import";

const pendingImport = z.object({ importId: z.uuid(), loadouts: z.number() });
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

// The content of an import that a sign-in may interrupt, stored as a draft of the person.
const INTERRUPTED_KEY = "import";
const VERSION = 1;

/** Empty without an interrupted import. */
export const interruptedImport = (): string =>
  readDraft(INTERRUPTED_KEY, VERSION, (value) => (typeof value === "string" ? value : null)) ?? "";

/** `epoch` is that of the time the import was begun. */
export const keepImport = (text: string, epoch: string): boolean => keepDraft(INTERRUPTED_KEY, VERSION, text, epoch);

export const dropImport = (): void => dropDraft(INTERRUPTED_KEY);
