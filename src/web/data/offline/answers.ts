// What this device has read of a person's own things: the locker loadout by loadout, and other answers under the name of their call.
import { m } from "#messages";
import { applyToGoals, applyToLines, applyToPlan, applyToSoldiers } from "#web/data/lines.ts";
import { getProperty } from "#web/data/problem.ts";
import {
  applied,
  applyToFolders,
  applyToPage,
  type Folders,
  filterPlatoonLocker,
  getPage,
  isOfPage,
  type ListRequest,
  type Page,
  type PlatoonList,
  type PlatoonListInput,
  type Saved,
} from "./locker.ts";
import { listTouchedIds, type OwnCall, type PendingCall, type PendingMutations } from "./pending.ts";
import { readAll, readValue, writeAll } from "./store.ts";
import { ANSWERS_VERSION, readAnswer, readOldLocker, readOrdered, readSaved, type StoredAnswer } from "./stored.ts";

const MAX_ANSWER_BYTES = 1_000_000;
const MAX_ALL_BYTES = 5_000_000;
/** Room is made after this many answers. */
const MAKE_ROOM_EVERY = 40;
let storedCount = 0;

type Lines = { items: Parameters<typeof applyToLines>[0] };
type Soldiers = Parameters<typeof applyToSoldiers>[0];
type Goals = Parameters<typeof applyToGoals>[0];

/** The stored loadouts, or those with these ids; deleted ones too. */
export async function readLoadouts(owner: string, ids?: readonly string[]): Promise<Saved[]> {
  const values = ids
    ? await Promise.all(ids.map((id) => readValue("loadout", owner, id)))
    : (await readAll("loadout", owner)).map(([, value]) => value);
  return values.flatMap((value) => readSaved(value) ?? []);
}

/** Stores loadouts as the server has them now, and forgets others. */
async function storeLoadouts(owner: string, items: readonly Saved[], goneIds: readonly string[] = []): Promise<void> {
  const gone = goneIds.map((id) => [id, undefined] as const);
  await writeAll("loadout", owner, [...items.map((saved) => [saved.id, saved] as const), ...gone]);
}

const getIds = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id);

/** The ids that a call names. */
const getAskedIds = (input: unknown): readonly string[] => (input as { ids: string[] }).ids;

/** When the locker was read last, as an instant; null when never. A locker of 0.2.0 is taken apart. */
async function getLockerAge(owner: string): Promise<number | null> {
  const value = await readValue("locker", owner);
  const old = readOldLocker(value);
  if (old) {
    await storeLoadouts(owner, old.items);
    await writeAll("locker", owner, [["", { at: old.at }]]);
    return old.at;
  }
  const at = getProperty(value, "at");
  return typeof at === "number" ? at : null;
}

/** Stores what the server answered to a call, for the time without it. */
export async function storeAnswer(owner: string, { path, input, type }: OwnCall, data: unknown): Promise<void> {
  if (path === "loadout.list") {
    // Both are this router's own: the path names their types.
    const [request, page] = [(input ?? {}) as ListRequest, data as Page];
    await getLockerAge(owner);
    const ids = new Set(getIds(page.items));
    const stored = (await readAll("loadout", owner)).flatMap(([, value]) => readOrdered(value) ?? []);
    const gone = stored.filter((saved) => !ids.has(saved.id) && isOfPage(request, page, saved));
    await storeLoadouts(owner, page.items, getIds(gone));
    return writeAll("locker", owner, [["", { at: Date.now() }]]);
  }
  if (path === "loadout.byIds") {
    const items = data as Saved[];
    const ids = new Set(getIds(items));
    return storeLoadouts(
      owner,
      items,
      getAskedIds(input).filter((id) => !ids.has(id)),
    );
  }
  if (path === "loadout.get") return storeLoadouts(owner, [data as Saved]);
  if (path === "loadout.erase") {
    const erased = (await readLoadouts(owner, getAskedIds(input))).filter((one) => one.deletedAt);
    return storeLoadouts(owner, [], getIds(erased));
  }
  if (type !== "query") return;
  const size = JSON.stringify(data)?.length ?? 0;
  if (size > MAX_ANSWER_BYTES) return;
  const about = path.startsWith("platoon.") ? (getProperty(input, "organizationId") ?? getProperty(data, "id")) : null;
  const organizationId = typeof about === "string" ? about : null;
  const answer: StoredAnswer = { version: ANSWERS_VERSION, at: Date.now(), size, organizationId, data };
  await writeAll("answer", owner, [[getName(path, input), answer]]);
  if (path === "platoon.members.overview") {
    const ids = new Set((data as { organizationId: string }[]).map(({ organizationId }) => organizationId));
    await dropAnswers(owner, (one) => one?.organizationId != null && !ids.has(one.organizationId));
  }
  storedCount += 1;
  if (storedCount % MAKE_ROOM_EVERY === 0) await makeRoom(owner);
}

/** Stores what a change that the server has taken makes of the locker. */
export async function storeChange(owner: string, call: PendingCall, data: unknown): Promise<void> {
  if (call.call === "loadout.save") return storeLoadouts(owner, [data as Saved]);
  // What a folder has is not named, and a place lies between two of all.
  const isOfAll = call.call === "folder.remove" || call.call === "loadout.move";
  const before = await readLoadouts(owner, isOfAll ? undefined : listTouchedIds(call));
  const after = applied(before, [{ ...call, id: "", name: "", at: "" }]);
  const altered = after.filter((saved) => !before.includes(saved));
  await storeLoadouts(owner, altered);
}

/** The stored answers, the newest first; one of another form is older than all. */
async function listAnswers(owner: string): Promise<{ name: string; answer: StoredAnswer | null }[]> {
  const stored = (await readAll("answer", owner)).map(([name, value]) => ({ name, answer: readAnswer(name, value) }));
  return stored.sort((one, other) => (other.answer?.at ?? 0) - (one.answer?.at ?? 0));
}

async function dropAnswers(owner: string, isGone: (answer: StoredAnswer | null) => boolean): Promise<void> {
  const gone = (await listAnswers(owner)).filter(({ answer }) => isGone(answer));
  const removed = gone.map(({ name }) => [name, undefined] as const);
  if (removed.length > 0) await writeAll("answer", owner, removed);
}

/** Lets the oldest answers go until the rest has room. */
function makeRoom(owner: string): Promise<void> {
  let bytes = 0;
  return dropAnswers(owner, (answer) => {
    bytes += answer?.size ?? 0;
    return !answer || bytes > MAX_ALL_BYTES;
  });
}

/** The locker is its owner's words alone, and shared by tabs in two languages; any other answer may be in the reader's words. */
const SHARED = /^(loadout|folder)\./;

/** A stored answer is named by its call, and by the language of its words. */
const getName = (path: string, input: unknown): string =>
  `${path}:${JSON.stringify(input ?? null)}${SHARED.test(path) ? "" : m.language_query()}`;

/** The stored answer to a query, with what waits laid over it; null without one. `at`: when it was read. */
export async function findAnswer(
  owner: string,
  call: OwnCall,
  pendingMutations: PendingMutations,
): Promise<{ at: number; data: unknown } | null> {
  const { path, input } = call;
  if (path === "loadout.list" || path === "loadout.byIds" || path === "loadout.get") {
    const at = await getLockerAge(owner);
    const items = applied(await readLoadouts(owner), pendingMutations);
    if (path === "loadout.list") return at === null ? null : { at, data: getPage(items, (input ?? {}) as ListRequest) };
    if (path === "loadout.byIds")
      return { at: at ?? Date.now(), data: items.filter((one) => getAskedIds(input).includes(one.id)) };
    const id = (input as { id: string }).id;
    const saved = items.find((one) => one.id === id && one.deletedAt === null);
    return saved ? { at: at ?? Date.now(), data: saved } : null;
  }
  const name = getName(path, input);
  const stored = readAnswer(name, await readValue("answer", owner, name));
  if (stored) return { at: stored.at, data: applyPending(call, stored.data, pendingMutations) };
  return path === "platoon.locker.list" ? findPlatoonLocker(owner, input as PlatoonListInput) : null;
}

/** An answer with what waits laid over it. */
export function applyPending({ path, input }: OwnCall, data: unknown, pendingMutations: PendingMutations) {
  if (pendingMutations.length === 0) return data;
  switch (path) {
    case "loadout.list":
      return applyToPage(data as Page, (input ?? {}) as ListRequest, pendingMutations);
    case "loadout.byIds":
      return applied(data as Saved[], pendingMutations).filter(({ id }) => getAskedIds(input).includes(id));
    case "loadout.get":
      return applied([data as Saved], pendingMutations)[0];
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

/** A platoon's locker under a filter that was not read: of the lists that were, what fits; null without any. */
async function findPlatoonLocker(owner: string, input: PlatoonListInput) {
  const lists = (await listAnswers(owner)).reverse().flatMap(({ name, answer }) => {
    const isOfPlatoon = name.startsWith("platoon.locker.list:") && answer?.organizationId === input.organizationId;
    return isOfPlatoon && name.endsWith(`}${m.language_query()}`) ? answer : [];
  });
  const [oldest] = lists;
  const all = lists.map(({ data }) => data as PlatoonList);
  return oldest ? { at: oldest.at, data: filterPlatoonLocker(all, input) } : null;
}
