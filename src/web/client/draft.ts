// Unsaved work, kept in the browser. Broken or foreign content reads as no draft; a full storage loses the draft only.
import { lastPerson } from "./person.ts";

type Stored = {
  version: number;
  value: unknown;
  /** The id of the person who wrote it; a guest's, or nobody's, is whoever's who comes next. */
  owner?: string;
};

const PREFIX = "draft:";

/** What is kept under this key of whoever is here; null when there is none. Throws where it is broken. */
function storedAt(key: string): Stored | null {
  const stored: Stored | null = JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
  return stored?.owner && stored.owner !== lastPerson()?.id ? null : stored;
}

/** The draft under this key, as `read` accepts it; null when there is none or it is of another version. */
export function readDraft<Value>(key: string, version: number, read: (value: unknown) => Value | null): Value | null {
  try {
    const stored = storedAt(key);
    return stored?.version === version ? read(stored.value) : null;
  } catch {
    return null;
  }
}

/** Keeps the draft; false when the browser has no room or no storage. */
export function keepDraft(key: string, version: number, value: unknown): boolean {
  try {
    const person = lastPerson();
    const stored: Stored = { version, value, ...(person && !person.isGuest && { owner: person.id }) };
    localStorage.setItem(PREFIX + key, JSON.stringify(stored));
    return true;
  } catch {
    return false;
  }
}

/** Somebody else's stays. */
export function dropDraft(key: string): void {
  try {
    if (hasDraft(key)) localStorage.removeItem(PREFIX + key);
  } catch {
    // Without storage there is no draft either.
  }
}

/** The keys of all drafts on this device that begin so. */
export function draftKeys(beginning: string): readonly string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX + beginning));
    return keys
      .map((key) => key.slice(PREFIX.length))
      .filter(hasDraft)
      .sort();
  } catch {
    return [];
  }
}

/** True when something waits under this key, whatever it is. */
export function hasDraft(key: string): boolean {
  try {
    return storedAt(key) !== null;
  } catch {
    return false;
  }
}

/** True when any draft waits on this device. */
export const hasDrafts = (): boolean => draftKeys("").length > 0;
