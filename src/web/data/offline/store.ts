// What this device stores of a person, each value under its owner's id: in the browser's database, and in this tab alone what
// the database does not take. No value depends on the build: stored.ts reads them, of earlier forms too.
import { createStore, promisifyRequest, type UseStore } from "idb-keyval";
import { setOutboxState } from "./pending.ts";

/** Answers of the server, loadouts one by one, the locker's state as a whole, and pending changes one by one. */
export type Kind = "answer" | "loadout" | "locker" | "outbox";

/** A database that takes longer to open is used once it is there. */
const OPEN_LIMIT_MS = 3000;

type Entry = readonly [key: string, value: unknown];
/** Entries to store; undefined removes one. `isWhole`: the database has answered what it has. */
type Change = (entries: readonly Entry[], isWhole: boolean) => readonly Entry[];

/** What the database did not take; undefined for what is removed. */
const ofTab = new Map<string, { value: unknown; wasStored: boolean }>();

let opening: Promise<UseStore | null> | null = null;
let limit: Promise<null> | null = null;

/** The browser's database; null where it does not open. */
function openDatabase(): Promise<UseStore | null> {
  const open = async () => {
    const use = createStore("fieldlocker", "device");
    await use("readonly", (store) => promisifyRequest(store.count()));
    return use;
  };
  opening ??= open().catch(() => null);
  limit ??= new Promise((resolve) => setTimeout(resolve, OPEN_LIMIT_MS, null));
  return Promise.race([opening, limit]);
}

/** The entries of all keys that begin so. */
async function readStore(store: IDBObjectStore, beginning: string): Promise<Entry[]> {
  const range = IDBKeyRange.bound(beginning, `${beginning}\uffff`);
  const requests = [store.getAllKeys(range), store.getAll(range)] as const;
  const [keys, values] = await Promise.all([promisifyRequest(requests[0]), promisifyRequest(requests[1])]);
  return keys.map((name, at) => [String(name), values[at]]);
}

/** What this tab has under keys that begin so. What another tab has removed from the database since is gone here, too. */
function listOfTab(beginning: string, stored: readonly Entry[] | null): Entry[] {
  const keys = new Set(stored?.map(([key]) => key));
  return [...ofTab].flatMap(([key, { value, wasStored }]) => {
    if (!key.startsWith(beginning)) return [];
    if (!stored || !wasStored || keys.has(key)) return [[key, value] as const];
    ofTab.delete(key);
    return [];
  });
}

/** The entries with those of this tab in place of theirs, in the order of their keys. */
function withTab(entries: readonly Entry[], own: readonly Entry[]): readonly Entry[] {
  if (own.length === 0) return entries;
  const all = new Map([...entries, ...own].filter(([, value]) => value !== undefined));
  for (const [key, value] of own) if (value === undefined) all.delete(key);
  return [...all].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** What the database has; null where it does not answer. */
async function readStored(beginning: string): Promise<readonly Entry[] | null> {
  const use = await openDatabase();
  return use ? use("readonly", (store) => readStore(store, beginning)).catch(() => null) : null;
}

async function read(beginning: string): Promise<readonly Entry[]> {
  const stored = await readStored(beginning);
  return withTab(stored ?? [], listOfTab(beginning, stored));
}

/** Changes the entries of keys that begin so, in one step for all tabs; without a beginning nothing is read before. */
async function write(beginning: string | null, change: Change): Promise<void> {
  const isStored =
    (await tryWrite(beginning, change, true)) || (ofTab.size > 0 && (await tryWrite(beginning, change, false)));
  if (!isStored) {
    const stored = beginning === null ? null : await readStored(beginning);
    const before = beginning === null ? [] : withTab(stored ?? [], listOfTab(beginning, stored));
    const keys = new Set(stored?.map(([key]) => key));
    for (const [key, value] of change(before, stored !== null)) ofTab.set(key, { value, wasStored: keys.has(key) });
  }
  setOutboxState({ isStored: listOfTab("outbox:", null).every(([, value]) => value === undefined) });
}

/** Whether the database takes a change, and with it what this tab has: that may be too much, where the change alone is not. */
async function tryWrite(beginning: string | null, change: Change, isWithTab: boolean): Promise<boolean> {
  try {
    const use = await openDatabase();
    if (!use) return false;
    const changed = await use("readwrite", async (store) => {
      const stored = beginning === null ? [] : await readStore(store, beginning);
      const own = beginning === null ? [] : listOfTab(beginning, stored);
      const changed = new Map([...(isWithTab ? own : []), ...change(withTab(stored, own), true)]);
      for (const [key, value] of changed) {
        if (value === undefined) store.delete(key);
        else store.put(value, key);
      }
      await promisifyRequest(store.transaction);
      return changed;
    });
    for (const key of changed.keys()) ofTab.delete(key);
    return true;
  } catch {
    return false;
  }
}

const getKey = (kind: Kind, owner: string, name = ""): string => `${kind}:${owner}:${name}`;

/** All values of a kind that an owner has, by name. */
export async function readAll(kind: Kind, owner: string): Promise<(readonly [name: string, value: unknown])[]> {
  const prefix = getKey(kind, owner);
  return (await read(prefix)).map(([key, value]) => [key.slice(prefix.length), value]);
}

export async function readValue(kind: Kind, owner: string, valueName = ""): Promise<unknown> {
  const key = getKey(kind, owner, valueName);
  return (await read(key)).find(([name]) => name === key)?.[1];
}

/** Stores values of a kind by name; undefined removes one. */
export const writeAll = (kind: Kind, owner: string, values: readonly (readonly [string, unknown])[]): Promise<void> =>
  write(null, () => values.map(([name, value]) => [getKey(kind, owner, name), value]));

/** Changes the values of a kind that an owner has, in one step, whichever other tab does so at the same time. */
export function updateAll(kind: Kind, owner: string, change: Change): Promise<void> {
  const prefix = getKey(kind, owner);
  return write(prefix, (entries, isWhole) => {
    const named = entries.map(([key, value]) => [key.slice(prefix.length), value] as const);
    return change(named, isWhole).map(([name, value]) => [prefix + name, value] as const);
  });
}

/** Removes what was read for others. Their changes that wait stay until they are expired; answers how many are left. */
export async function removeOthers(owner: string | null, isExpired: (changes: unknown[]) => boolean): Promise<number> {
  let left = 0;
  await write("", (entries) => {
    const waiting = new Map<string, unknown[]>();
    for (const [key, value] of entries) {
      const [kind, whose = ""] = key.split(":");
      // The list of 0.2.0 is one value.
      if (kind === "outbox" && whose !== owner) waiting.set(whose, [...(waiting.get(whose) ?? []), value].flat());
    }
    for (const [whose, changes] of waiting) if (isExpired(changes)) waiting.delete(whose);
    left = [...waiting.values()].flat().length;
    return entries.flatMap(([key]): Entry[] => {
      const [kind, whose = ""] = key.split(":");
      return whose === owner || (kind === "outbox" && waiting.has(whose)) ? [] : [[key, undefined]];
    });
  });
  return left;
}

/** The build of this page, which is the same in all languages. */
export const buildName = (): string => document.documentElement.dataset["build"] ?? "";
