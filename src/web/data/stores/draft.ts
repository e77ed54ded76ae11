// Unsaved work, stored in the browser. Invalid content reads as no draft; a full storage loses only the draft.
import { getLocal, removeLocal, setLocal } from "#web/data/local-storage.ts";
import { lastPerson } from "#web/data/session/person.ts";

type Stored = { version: number; value: unknown };

/** Key prefix of drafts written without an account, which belong to the next user. */
export const ANYONES_DRAFTS = "draft:";

/** Before the keys of this person's own drafts. */
export const getDraftPrefix = (personId: string): string => `draft-of:${personId}:`;

/** Before the keys of a signed-in person's own; null while there is none. */
function ownPrefix(): string | null {
  const person = lastPerson();
  return person && !person.isGuest ? getDraftPrefix(person.id) : null;
}

/**
 * The storage key of the user's draft. Their own draft comes before one without an owner, which stays until their own
 * is gone.
 */
function getPlace(key: string): string {
  const own = ownPrefix();
  return own && localStorage.getItem(own + key) !== null ? own + key : ANYONES_DRAFTS + key;
}

/** The draft under this key, as `read` accepts it; null when there is none or it is of another version. */
export function readDraft<Value>(key: string, version: number, read: (value: unknown) => Value | null): Value | null {
  try {
    const stored: Stored | null = JSON.parse(localStorage.getItem(getPlace(key)) ?? "null");
    return stored?.version === version ? read(stored.value) : null;
  } catch {
    return null;
  }
}

/** The draft under this key, as it was stored; null without one. */
export const readDraftValue = (key: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(getPlace(key)) ?? "null")?.value ?? null;
  } catch {
    return null;
  }
};

/** Changes with every sign-out in this browser, in any tab. */
const SIGN_OUTS = "sign-outs";

/** Identifies the time between two sign-outs; what was typed in one is not stored in the next. */
export const signOutEpoch = (): string => getLocal(SIGN_OUTS) ?? "";

/** Starts the next epoch: other tabs store no draft of the one before any longer. */
export const advanceSignOutEpoch = (): void => setLocal(SIGN_OUTS, crypto.randomUUID());

/** Where this page has stored drafts. */
const written = new Set<string>();

// A tab may have stored a draft at the moment of a sign-out in another one, before the new epoch reached it.
if (typeof window !== "undefined") {
  window.addEventListener("storage", ({ key, oldValue, newValue }) => {
    if (key !== SIGN_OUTS || oldValue === newValue) return;
    for (const place of written) removeLocal(place);
    written.clear();
  });
}

/**
 * Stores the draft, which belongs to the signed-in person from then on. Returns false when the browser has no storage
 * or no space, or when a user has signed out here since `epoch`, in which the draft was begun.
 */
export function keepDraft(key: string, version: number, value: unknown, epoch = signOutEpoch()): boolean {
  if (epoch !== signOutEpoch()) return false;
  try {
    const place = getPlace(key);
    const next = (ownPrefix() ?? ANYONES_DRAFTS) + key;
    const stored: Stored = { version, value };
    localStorage.setItem(next, JSON.stringify(stored));
    written.add(next);
    if (place !== next) localStorage.removeItem(place);
    return true;
  } catch {
    return false;
  }
}

/** Other users' drafts stay. */
export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(getPlace(key));
  } catch {
    // Without storage there is no draft either.
  }
}

/** The keys of the user's drafts with this prefix. */
export function draftKeys(beginning: string): readonly string[] {
  try {
    const prefixes = [ownPrefix(), ANYONES_DRAFTS].filter((prefix) => prefix !== null);
    const keys = prefixes.flatMap((prefix) =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith(prefix + beginning))
        .map((key) => key.slice(prefix.length)),
    );
    return [...new Set(keys)].sort();
  } catch {
    return [];
  }
}

/** True when something waits under this key, whatever it is. */
export function hasDraft(key: string): boolean {
  try {
    return localStorage.getItem(getPlace(key)) !== null;
  } catch {
    return false;
  }
}

export const hasDrafts = (): boolean => draftKeys("").length > 0;
