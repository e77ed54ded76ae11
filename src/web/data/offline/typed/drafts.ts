// Drafts: unsaved work that is stored in the browser. Invalid content counts as no draft.
import { parseJson } from "#domain/plain-values.ts";
import { getLocal, getTabText, listLocal, removeLocal, setLocal, setTabText } from "#web/data/local-storage.ts";
import { getProperty } from "#web/data/problem.ts";
import { getLastPerson } from "#web/data/session/person.ts";

/** Key prefix of drafts without an account, which belong to the next user. */
export const UNOWNED_PREFIX = "draft:";

/** Key prefix of the drafts of all users. */
const OWNED_PREFIX = "draft-of:";

/** Returns the key prefix of a user's drafts. */
export const getDraftPrefix = (personId: string): string => `${OWNED_PREFIX}${personId}:`;

/** Returns the key prefix of the signed-in user's drafts; null without one. */
function getOwnPrefix(): string | null {
  const person = getLastPerson();
  return person && !person.isGuest ? getDraftPrefix(person.id) : null;
}

/** Separates a draft's key from the id of its tab; drafts of 0.2.0 have no tab. */
const TAB_SEPARATOR = "@";
const TAB_KEY = "tab";

let tabId = "";
function setTabId(name = crypto.randomUUID().slice(0, 8)): string {
  setTabText(TAB_KEY, name);
  tabId = name;
  return name;
}

/** Returns the id of this tab. It survives a reload; a sign-out clears only the stored copy. */
const getTabId = (): string => tabId || setTabId(getTabText(TAB_KEY) ?? undefined);

const getTabLock = (tab: string) => `tab:${tab}`;

let claiming: Promise<void> | null = null;

/** After a reload, the previous page may hold its lock for a moment, on a slow machine for seconds. */
const getClaimTimeoutMs = () =>
  performance.getEntriesByType("navigation").some((entry) => getProperty(entry, "type") === "reload") ? 5000 : 500;

/** Makes the id of this tab unique while it is open: a duplicated tab starts with the id of the original. */
async function claimTab(): Promise<void> {
  const claim = () =>
    new Promise<boolean>((resolve) => {
      const hold = () => {
        resolve(true);
        return new Promise(() => {});
      };
      navigator.locks
        .request(getTabLock(getTabId()), { signal: AbortSignal.timeout(getClaimTimeoutMs()) }, hold)
        .catch((error: unknown) => resolve(getProperty(error, "name") !== "TimeoutError"));
    });
  if (await claim()) return;
  setTabId();
  await claim();
}

/** Without Web Locks, as on plain http, a tab that has written nothing for this long counts as closed. */
const ABANDONED_MS = 10 * 60_000;

/** Moves the newest draft of closed tabs with this key, or key prefix, to this tab, unless this tab has its own. */
export async function adoptDraft(key: string, isPrefix = false): Promise<void> {
  if (!navigator.locks) return adoptFromClosedTabs(key, isPrefix, null);
  claiming ??= claimTab();
  await claiming;
  // One tab at a time, so that only one of two tabs that open simultaneously adopts the draft.
  await navigator.locks.request("adopt-drafts", async () => {
    const { held = [] } = await navigator.locks.query();
    adoptFromClosedTabs(key, isPrefix, held);
  });
}

function adoptFromClosedTabs(key: string, isPrefix: boolean, held: readonly LockInfo[] | null): void {
  const isClosed = ({ tab, at }: Draft) =>
    held ? !held.some(({ name }) => name === getTabLock(tab)) : at < Date.now() - ABANDONED_MS;
  for (const draft of listDrafts(key, isPrefix).filter(isClosed)) {
    const text = getLocal(draft.place);
    const ownPlace = getOwnPlace(draft.key);
    if (text === null || getOwnDraft(draft.key)) continue;
    setLocal(ownPlace, text);
    if (getLocal(ownPlace) === text) removeLocal(draft.place);
  }
}

/** `isOwn`: it belongs to this tab. */
type Draft = { place: string; key: string; tab: string; isOwn: boolean; version: unknown; at: number; value: unknown };

/** Returns the user's drafts with this key, or key prefix, of all tabs: newest first, drafts without an owner last. */
export function listDrafts(key: string, isPrefix = false): Draft[] {
  const matchesKey = (draft: Draft) => (isPrefix ? draft.key.startsWith(key) : draft.key === key);
  return [getOwnPrefix(), UNOWNED_PREFIX].flatMap((prefix) => {
    const drafts = (prefix === null ? [] : listLocal(prefix)).map((place): Draft => {
      const [name = "", tab = ""] = place.slice(prefix?.length).split(TAB_SEPARATOR);
      const [version, at, value] = ["version", "at", "value"].map((part) =>
        getProperty(parseJson(getLocal(place) ?? ""), part),
      );
      return { place, key: name, tab, isOwn: tab === getTabId(), version, at: Number(at) || 0, value };
    });
    return drafts.filter(matchesKey).toSorted((a, b) => b.at - a.at);
  });
}

/** Returns this tab's draft with this key. */
const getOwnDraft = (key: string): Draft | undefined => listDrafts(key).find(({ isOwn }) => isOwn);

/** Returns the storage key under which this tab stores a draft. */
const getOwnPlace = (key: string): string => (getOwnPrefix() ?? UNOWNED_PREFIX) + key + TAB_SEPARATOR + getTabId();

/** Reads this tab's draft with this key, or the newest of another tab; null if there is none or its version differs. */
export function readDraft<Value>(key: string, version: number, read: (value: unknown) => Value | null): Value | null {
  const draft = getOwnDraft(key) ?? listDrafts(key)[0];
  return draft?.version === version ? read(draft.value) : null;
}

/** Like `readDraft`, but reads only this tab's draft. */
export const readOwnDraft: typeof readDraft = (key, version, read) =>
  getOwnDraft(key) ? readDraft(key, version, read) : null;

/** The storage key of an id that changes with every sign-out in this browser, in any tab. */
const EPOCH_KEY = "sign-outs";

/** Returns the id of the current epoch. A draft that was started in one epoch is not stored in the next. */
export const getSignOutEpoch = (): string => getLocal(EPOCH_KEY) ?? "";

/** Starts the next epoch, so that other tabs no longer store drafts of the previous one. */
export const advanceSignOutEpoch = (): void => setLocal(EPOCH_KEY, crypto.randomUUID());

/** The storage keys of the drafts that this page has stored. */
const writtenPlaces = new Set<string>();

// This tab may have stored a draft at the moment of a sign-out in another tab, before it received the new epoch.
if (typeof window !== "undefined") {
  window.addEventListener("storage", ({ key, oldValue, newValue }) => {
    if (key !== EPOCH_KEY || oldValue === newValue) return;
    for (const place of writtenPlaces) removeLocal(place);
    writtenPlaces.clear();
  });
}

/**
 * Stores a draft for the signed-in user. Returns false if the browser has no storage or no space, or if a user has signed out since
 * `epoch`, in which the draft was started.
 */
export function storeDraft(key: string, version: number, value: unknown, epoch = getSignOutEpoch()): boolean {
  if (epoch !== getSignOutEpoch()) return false;
  try {
    const before = getOwnDraft(key)?.place;
    const place = getOwnPlace(key);
    localStorage.setItem(place, JSON.stringify({ version, at: Date.now(), value }));
    writtenPlaces.add(place);
    // A draft that was stored before the sign-in has another key.
    if (before && before !== place) removeLocal(before);
    return true;
  } catch {
    return false;
  }
}

/** Removes other users' drafts that are older than this time in milliseconds. */
export function dropOtherUsersDrafts(instant: number): void {
  const prefix = getOwnPrefix();
  for (const place of listLocal(OWNED_PREFIX)) {
    const isOwn = prefix !== null && place.startsWith(prefix);
    if (!isOwn && !(Number(getProperty(parseJson(getLocal(place) ?? ""), "at")) >= instant)) removeLocal(place);
  }
}

/** Removes this tab's draft; drafts of other tabs and users stay. */
export function dropDraft(key: string): void {
  const ownDraft = getOwnDraft(key);
  if (ownDraft) removeLocal(ownDraft.place);
}
