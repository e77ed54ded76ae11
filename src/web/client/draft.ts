// Unsaved work, kept in the browser. Broken or foreign content reads as no draft; a full storage loses the draft only.

type Stored = { version: number; value: unknown };

const PREFIX = "draft:";

/** The draft under this key, as `read` accepts it; null when there is none or it is of another version. */
export function readDraft<Value>(key: string, version: number, read: (value: unknown) => Value | null): Value | null {
  try {
    const stored: Stored | null = JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
    return stored?.version === version ? read(stored.value) : null;
  } catch {
    return null;
  }
}

/** Keeps the draft; false when the browser has no room or no storage. */
export function keepDraft(key: string, version: number, value: unknown): boolean {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify({ version, value } satisfies Stored));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Without storage there is no draft either.
  }
}

/** The keys of all drafts on this device that begin so. */
export function draftKeys(beginning: string): readonly string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX + beginning));
    return keys.map((key) => key.slice(PREFIX.length)).sort();
  } catch {
    return [];
  }
}

/** True when something waits under this key, whatever it is. */
export function hasDraft(key: string): boolean {
  try {
    return localStorage.getItem(PREFIX + key) !== null;
  } catch {
    return false;
  }
}

/** True when any draft waits on this device. */
export function hasDrafts(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(PREFIX));
  } catch {
    return false;
  }
}
