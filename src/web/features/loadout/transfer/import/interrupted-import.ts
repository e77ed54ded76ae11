// The content of an import that a sign-in may interrupt, stored as a draft of the person.
import { dropDraft, keepDraft, readDraft } from "#web/data/stores/draft.ts";

const KEY = "import";
const VERSION = 1;

/** Empty without an interrupted import. */
export const interruptedImport = (): string =>
  readDraft(KEY, VERSION, (value) => (typeof value === "string" ? value : null)) ?? "";

/** `epoch` is that of the time the import was begun. */
export const keepImport = (text: string, epoch: string): boolean => keepDraft(KEY, VERSION, text, epoch);

export const dropImport = (): void => dropDraft(KEY);
