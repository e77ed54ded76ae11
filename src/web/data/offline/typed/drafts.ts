// Unsaved work, stored in the browser. Invalid content reads as no draft; a full storage loses only the draft.
import { parseJson } from "#domain/plain-values.ts";
import { getLocal, getOfTab, listLocal, removeLocal, setLocal, setOfTab } from "#web/data/local-storage.ts";
import { getProperty } from "#web/data/problem.ts";
import { lastPerson } from "#web/data/session/person.ts";

/** Key prefix of drafts written without an account, which belong to the next user. */
export const ANYONES_DRAFTS = "draft:";

/** Before the keys of the drafts of all persons. */
const ALL_OWNED = "draft-of:";

/** Before the keys of this person's own drafts. */
export const getDraftPrefix = (personId: string): string => `${ALL_OWNED}${personId}:`;

/** Before the keys of a signed-in person's own; null while there is none. */
function ownPrefix(): string | null {
  const person = lastPerson();
  return person && !person.isGuest ? getDraftPrefix(person.id) : null;
}

/** Between a draft's key and the tab it belongs to; a draft of 0.2.0 belongs to none. */
const OF_TAB = "@";
const TAB_KEY = "tab";

let ownTab = "";
function nameTab(name = crypto.randomUUID().slice(0, 8)): string {
  setOfTab(TAB_KEY, name);
  ownTab = name;
  return name;
}

/** The name of this tab, which a reload keeps; a sign-out clears only where it is stored. */
const getTab = (): string => ownTab || nameTab(getOfTab(TAB_KEY) ?? undefined);

const getLock = (tab: string) => `tab:${tab}`;

let claiming: Promise<void> | null = null;

/** The page before a reload holds its lock a moment longer, on a loaded machine for seconds. */
const getClaimMs = () =>
  performance.getEntriesByType("navigation").some((entry) => getProperty(entry, "type") === "reload") ? 5000 : 500;

/** Makes the name of this tab its own for as long as it is open: a duplicated tab begins with the name of the other. */
async function claimTab(): Promise<void> {
  const claim = () =>
    new Promise<boolean>((resolve) => {
      const hold = () => {
        resolve(true);
        return new Promise(() => {});
      };
      navigator.locks
        .request(getLock(getTab()), { signal: AbortSignal.timeout(getClaimMs()) }, hold)
        .catch((error: unknown) => resolve(getProperty(error, "name") !== "TimeoutError"));
    });
  if (await claim()) return;
  nameTab();
  await claim();
}

/** Without locks, as on plain http, a tab that has not written for so long counts as closed. */
const ABANDONED_MS = 10 * 60_000;

/** Makes the newest of what closed tabs left under this key, or all that begin so, this tab's drafts where it has none. */
export async function adoptDraft(key: string, isBeginning = false): Promise<void> {
  if (!navigator.locks) return adoptClosed(key, isBeginning, null);
  claiming ??= claimTab();
  await claiming;
  // One tab at a time: of two that open together one gets the draft.
  await navigator.locks.request("adopt-drafts", async () => {
    const { held = [] } = await navigator.locks.query();
    adoptClosed(key, isBeginning, held);
  });
}

function adoptClosed(key: string, isBeginning: boolean, held: readonly LockInfo[] | null): void {
  const isClosed = ({ tab, at }: Draft) =>
    held ? !held.some(({ name }) => name === getLock(tab)) : at < Date.now() - ABANDONED_MS;
  for (const left of listDrafts(key, isBeginning).filter(isClosed)) {
    const text = getLocal(left.place);
    const own = getNewPlace(left.key);
    if (text === null || getOwn(left.key)) continue;
    setLocal(own, text);
    if (getLocal(own) === text) removeLocal(left.place);
  }
}

/** `isOwn`: of this tab. */
type Draft = { place: string; key: string; tab: string; isOwn: boolean; version: unknown; at: number; value: unknown };

/** The user's drafts of this key, or all that begin so, in any tab: newest first, their own before those without an owner. */
export function listDrafts(key: string, isBeginning = false): Draft[] {
  const isSought = (draft: Draft) => (isBeginning ? draft.key.startsWith(key) : draft.key === key);
  return [ownPrefix(), ANYONES_DRAFTS].flatMap((prefix) => {
    const drafts = (prefix === null ? [] : listLocal(prefix)).map((place): Draft => {
      const [name = "", tab = ""] = place.slice(prefix?.length).split(OF_TAB);
      const [version, at, value] = ["version", "at", "value"].map((part) =>
        getProperty(parseJson(getLocal(place) ?? ""), part),
      );
      return { place, key: name, tab, isOwn: tab === getTab(), version, at: Number(at) || 0, value };
    });
    return drafts.filter(isSought).toSorted((one, other) => other.at - one.at);
  });
}

/** This tab's draft of this key. */
const getOwn = (key: string): Draft | undefined => listDrafts(key).find(({ isOwn }) => isOwn);

/** Where this tab stores a draft from now on. */
const getNewPlace = (key: string): string => (ownPrefix() ?? ANYONES_DRAFTS) + key + OF_TAB + getTab();

/** This tab's draft under this key, else the newest one of any other; null without one, and of another version. */
export function readDraft<Value>(key: string, version: number, read: (value: unknown) => Value | null): Value | null {
  const draft = getOwn(key) ?? listDrafts(key)[0];
  return draft?.version === version ? read(draft.value) : null;
}

/** The same of this tab's draft alone. */
export const readOwnDraft: typeof readDraft = (key, version, read) =>
  getOwn(key) ? readDraft(key, version, read) : null;

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
    const before = getOwn(key)?.place;
    const place = getNewPlace(key);
    localStorage.setItem(place, JSON.stringify({ version, at: Date.now(), value }));
    written.add(place);
    // Before the sign-in it had no owner.
    if (before && before !== place) removeLocal(before);
    return true;
  } catch {
    return false;
  }
}

/** Removes the drafts of other persons that were written before this instant. */
export function dropOthersBefore(instant: number): void {
  const own = ownPrefix();
  for (const place of listLocal(ALL_OWNED)) {
    const isOwn = own !== null && place.startsWith(own);
    if (!isOwn && !(Number(getProperty(parseJson(getLocal(place) ?? ""), "at")) >= instant)) removeLocal(place);
  }
}

/** Removes this tab's draft; those of other tabs and users stay. */
export function dropDraft(key: string): void {
  const own = getOwn(key);
  if (own) removeLocal(own.place);
}
