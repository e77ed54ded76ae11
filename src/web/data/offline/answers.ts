// Stored responses of the user's queries: the locker as single loadouts, all other responses under the name of their call.
import type { LockerPosition } from "#domain/loadout/locker-query.ts";
import { m } from "#messages";
import { applyToGoals, applyToLines, applyToPlan, applyToSoldiers } from "#web/data/lines.ts";
import { getProperty } from "#web/data/problem.ts";
import {
  applyMutations,
  applyToFolders,
  applyToPage,
  type Folders,
  filterPlatoonLocker,
  getPage,
  isOnPage,
  type ListRequest,
  type Page,
  type PlatoonList,
  type PlatoonListInput,
  type Saved,
} from "./locker.ts";
import { listTouchedIds, type OwnCall, type PendingCall, type PendingMutations } from "./pending.ts";
import { readAll, readValue, writeAll } from "./store.ts";
import {
  ANSWERS_VERSION,
  readAnswer,
  readCursor,
  readOldLocker,
  readPosition,
  readSaved,
  type StoredAnswer,
} from "./stored.ts";

const MAX_ANSWER_BYTES = 1_000_000;
const MAX_ALL_BYTES = 5_000_000;
/** Old responses are evicted after this many new ones. */
const EVICT_EVERY = 40;
let storedCount = 0;

type Lines = { items: Parameters<typeof applyToLines>[0] };
type Soldiers = Parameters<typeof applyToSoldiers>[0];
type Goals = Parameters<typeof applyToGoals>[0];

/** Returns the stored loadouts, or those with these ids, including deleted ones. */
export async function readLoadouts(owner: string, ids?: readonly string[]): Promise<Saved[]> {
  const values = ids
    ? await Promise.all(ids.map((id) => readValue("loadout", owner, id)))
    : (await readAll("loadout", owner)).map(([, value]) => value);
  return values.flatMap((value) => readSaved(value) ?? []);
}

/** Stores loadouts in their current state, and removes others. */
async function storeLoadouts(owner: string, items: readonly Saved[], goneIds: readonly string[] = []): Promise<void> {
  const removedEntries = goneIds.map((id) => [id, undefined] as const);
  await writeAll("loadout", owner, [...items.map((saved) => [saved.id, saved] as const), ...removedEntries]);
}

const getIds = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id);

/** Returns the ids in the input of a call. */
const getRequestedIds = (input: unknown): readonly string[] => (input as { ids: string[] }).ids;

/** The names of the times at which the lists of the locker were last read. */
const getTimeName = ({ order }: ListRequest): string => (order === "deleted" ? "deleted" : "");

/** Returns when the list was last read, in milliseconds; null if never. Migrates a locker of 0.2.0. */
async function getLockerReadTime(owner: string, request: ListRequest = {}): Promise<number | null> {
  const value = await readValue("locker", owner, getTimeName(request));
  const old = readOldLocker(value);
  if (old) {
    await storeLoadouts(owner, old.items);
    await writeAll("locker", owner, [["", { at: old.at }]]);
    return old.at;
  }
  const at = getProperty(value, "at");
  return typeof at === "number" ? at : null;
}

const UNREAD_PREFIX = "unread ";
const getUnreadName = (cursor: LockerPosition): string => UNREAD_PREFIX + JSON.stringify([cursor.key, cursor.id]);

/** Returns the cursors of the pages of the locker that this device has never read, for example because the network was lost. */
async function listUnreadCursors(owner: string): Promise<LockerPosition[]> {
  const entries = await readAll("locker", owner);
  return entries.flatMap(([name, value]) => (name.startsWith(UNREAD_PREFIX) ? (readCursor(value) ?? []) : []));
}

/** Returns the changes of the stored state of the locker after a page was read. */
async function listLockerChanges(owner: string, request: ListRequest, { cursors }: Page) {
  const { order, cursor } = request;
  const removeCursor = (position: LockerPosition) => [getUnreadName(position), undefined] as const;
  const readTime = [getTimeName(request), { at: Date.now() }] as const;
  if (order === "deleted") return [readTime];
  if (cursor) return [readTime, removeCursor(cursor)];
  const unreadCursors = await listUnreadCursors(owner);
  const wasWhole = (await getLockerReadTime(owner)) !== null && unreadCursors.length === 0;
  if (wasWhole) return [readTime];
  return [
    readTime,
    ...unreadCursors.map(removeCursor),
    ...cursors.map((position) => [getUnreadName(position), position] as const),
  ];
}

/** Stores a page of the locker, and removes the loadouts that are no longer on it. */
async function storePage(owner: string, request: ListRequest, page: Page): Promise<void> {
  const changes = await listLockerChanges(owner, request, page);
  const ids = new Set(getIds(page.items));
  const stored = (await readAll("loadout", owner)).flatMap(([, value]) => readPosition(value) ?? []);
  const goneLoadouts = stored.filter((saved) => !ids.has(saved.id) && isOnPage(request, page, saved));
  await storeLoadouts(owner, page.items, getIds(goneLoadouts));
  await writeAll("locker", owner, changes);
}

/** Pages that arrive side by side are stored one after another: a loadout that moved to another page must not be removed with its old one. */
let storedPages: Promise<void> = Promise.resolve();

/** Stores the server's response to a call for offline use. */
export async function storeAnswer(owner: string, { path, input, type }: OwnCall, data: unknown): Promise<void> {
  if (path === "loadout.list") {
    // The casts are safe, because the path determines both types.
    const store = () => storePage(owner, (input ?? {}) as ListRequest, data as Page);
    storedPages = storedPages.then(store, store);
    return storedPages;
  }
  if (path === "loadout.byIds") {
    const items = data as Saved[];
    const ids = new Set(getIds(items));
    return storeLoadouts(
      owner,
      items,
      getRequestedIds(input).filter((id) => !ids.has(id)),
    );
  }
  if (path === "loadout.get") return storeLoadouts(owner, [data as Saved]);
  if (path === "loadout.erase") {
    const erased = (await readLoadouts(owner, getRequestedIds(input))).filter((loadout) => loadout.deletedAt);
    return storeLoadouts(owner, [], getIds(erased));
  }
  if (type !== "query") return;
  const size = JSON.stringify(data)?.length ?? 0;
  if (size > MAX_ANSWER_BYTES) return;
  const subject = path.startsWith("platoon.")
    ? (getProperty(input, "organizationId") ?? getProperty(data, "id"))
    : null;
  const organizationId = typeof subject === "string" ? subject : null;
  const answer: StoredAnswer = { version: ANSWERS_VERSION, at: Date.now(), size, organizationId, data };
  await writeAll("answer", owner, [[getAnswerKey(path, input), answer]]);
  if (path === "platoon.members.overview") {
    const ids = new Set((data as { organizationId: string }[]).map(({ organizationId }) => organizationId));
    await dropAnswers(owner, (stored) => stored?.organizationId != null && !ids.has(stored.organizationId));
  }
  storedCount += 1;
  if (storedCount % EVICT_EVERY === 0) await evictOldAnswers(owner);
}

/** Applies a change that the server has accepted to the stored locker. */
export async function storeChange(owner: string, call: PendingCall, data: unknown): Promise<void> {
  if (call.call === "loadout.save") return storeLoadouts(owner, [data as Saved]);
  // These calls do not list all loadouts they affect: those of a folder, and the neighbours of a moved loadout.
  const affectsAll = call.call === "folder.remove" || call.call === "loadout.move";
  const before = await readLoadouts(owner, affectsAll ? undefined : listTouchedIds(call));
  const after = applyMutations(before, [{ ...call, id: "", name: "", at: "" }]);
  const changedItems = after.filter((saved) => !before.includes(saved));
  await storeLoadouts(owner, changedItems);
}

/** Returns the stored responses, newest first; invalid ones count as the oldest. */
async function listAnswers(owner: string): Promise<{ name: string; answer: StoredAnswer | null }[]> {
  const stored = (await readAll("answer", owner)).map(([name, value]) => ({ name, answer: readAnswer(name, value) }));
  return stored.sort((a, b) => (b.answer?.at ?? 0) - (a.answer?.at ?? 0));
}

async function dropAnswers(owner: string, shouldDrop: (answer: StoredAnswer | null) => boolean): Promise<void> {
  const droppedAnswers = (await listAnswers(owner)).filter(({ answer }) => shouldDrop(answer));
  const removals = droppedAnswers.map(({ name }) => [name, undefined] as const);
  if (removals.length > 0) await writeAll("answer", owner, removals);
}

/** Removes the oldest responses until the rest fits the limit. */
function evictOldAnswers(owner: string): Promise<void> {
  let bytes = 0;
  return dropAnswers(owner, (answer) => {
    bytes += answer?.size ?? 0;
    return !answer || bytes > MAX_ALL_BYTES;
  });
}

/** The locker contains only the owner's texts, so tabs in all languages share it; any other response may be localized. */
const LANGUAGE_INDEPENDENT = /^(loadout|folder)\./;

/** Returns the key of a stored response: its call, and its language if it may be localized. */
const getAnswerKey = (path: string, input: unknown): string =>
  `${path}:${JSON.stringify(input ?? null)}${LANGUAGE_INDEPENDENT.test(path) ? "" : m.language_query()}`;

/** Returns the stored response to a query with the pending changes applied; null if there is none. `at`: when it was read. */
export async function findAnswer(
  owner: string,
  call: OwnCall,
  pendingMutations: PendingMutations,
): Promise<{ at: number; data: unknown } | null> {
  const { path, input } = call;
  if (path === "loadout.list" || path === "loadout.byIds" || path === "loadout.get") {
    const request = path === "loadout.list" ? ((input ?? {}) as ListRequest) : {};
    const at = await getLockerReadTime(owner, request);
    const items = applyMutations(await readLoadouts(owner), pendingMutations);
    if (path === "loadout.list") {
      const cursors = await listUnreadCursors(owner);
      const isUnread = cursors.some(({ key, id }) => request.cursor?.key === key && request.cursor.id === id);
      return at === null || isUnread ? null : { at, data: { ...getPage(items, request), cursors } };
    }
    if (path === "loadout.byIds")
      return { at: at ?? Date.now(), data: items.filter((loadout) => getRequestedIds(input).includes(loadout.id)) };
    const id = (input as { id: string }).id;
    const saved = items.find((loadout) => loadout.id === id && loadout.deletedAt === null);
    return saved ? { at: at ?? Date.now(), data: saved } : null;
  }
  const name = getAnswerKey(path, input);
  const stored = readAnswer(name, await readValue("answer", owner, name));
  if (stored) return { at: stored.at, data: applyPending(call, stored.data, pendingMutations) };
  return path === "platoon.locker.list" ? findPlatoonLocker(owner, input as PlatoonListInput) : null;
}

/** Applies the pending changes to a response. */
export function applyPending({ path, input }: OwnCall, data: unknown, pendingMutations: PendingMutations) {
  if (pendingMutations.length === 0) return data;
  switch (path) {
    case "loadout.list":
      return applyToPage(data as Page, (input ?? {}) as ListRequest, pendingMutations);
    case "loadout.byIds":
      return applyMutations(data as Saved[], pendingMutations).filter(({ id }) => getRequestedIds(input).includes(id));
    case "loadout.get":
      return applyMutations([data as Saved], pendingMutations)[0];
    case "folder.list":
      return applyToFolders(data as Folders, pendingMutations);
    case "progress.next":
    case "progress.checklist":
      return { ...(data as Lines), items: pendingMutations.reduce(applyToLines, (data as Lines).items) };
    case "progress.plan":
      return { ...(data as Lines), items: pendingMutations.reduce(applyToPlan, (data as Lines).items) };
    case "soldier.list":
      return pendingMutations.reduce(applyToSoldiers, data as Soldiers);
    case "goal.list":
      return pendingMutations.reduce(applyToGoals, data as Goals);
    default:
      return data;
  }
}

/** Returns a platoon's locker under a filter that was never fetched, from all stored lists of it; null if there are none. */
async function findPlatoonLocker(owner: string, input: PlatoonListInput) {
  const lists = (await listAnswers(owner)).reverse().flatMap(({ name, answer }) => {
    const isOfPlatoon = name.startsWith("platoon.locker.list:") && answer?.organizationId === input.organizationId;
    return isOfPlatoon && name.endsWith(`}${m.language_query()}`) ? answer : [];
  });
  const [oldest] = lists;
  const all = lists.map(({ data }) => data as PlatoonList);
  return oldest ? { at: oldest.at, data: filterPlatoonLocker(all, input) } : null;
}
