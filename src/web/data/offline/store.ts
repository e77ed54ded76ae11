// The data that this device stores per user, in the browser's database, or in this tab's memory if the database refuses it.
// No value depends on the build: stored.ts parses current and earlier formats.
import { createStore, promisifyRequest, type UseStore } from "idb-keyval";
import { setOutboxState } from "./pending.ts";

/** Stored responses, single loadouts, the state of the whole locker, and single pending changes. */
export type Kind = "answer" | "loadout" | "locker" | "outbox";

/** A database that takes longer to open is used after it has opened. */
const OPEN_LIMIT_MS = 3000;

type Entry = readonly [key: string, value: unknown];
/** Returns the entries to store; undefined removes an entry. `isWhole`: the database could be read. */
type Change = (entries: readonly Entry[], isWhole: boolean) => readonly Entry[];

/** The entries that the database refused; undefined marks a removed entry. */
const tabEntries = new Map<string, { value: unknown; wasStored: boolean }>();

let opening: Promise<UseStore | null> | null = null;
let openTimeout: Promise<null> | null = null;

/** Resolves to the browser's database; to null if it does not open in time. */
function openDatabase(): Promise<UseStore | null> {
  const open = async () => {
    const withStore = createStore("fieldlocker", "device");
    await withStore("readonly", (store) => promisifyRequest(store.count()));
    return withStore;
  };
  opening ??= open().catch(() => null);
  openTimeout ??= new Promise((resolve) => setTimeout(resolve, OPEN_LIMIT_MS, null));
  return Promise.race([opening, openTimeout]);
}

/** Returns the entries whose keys have this prefix. */
async function readStore(store: IDBObjectStore, prefix: string): Promise<Entry[]> {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  const requests = [store.getAllKeys(range), store.getAll(range)] as const;
  const [keys, values] = await Promise.all([promisifyRequest(requests[0]), promisifyRequest(requests[1])]);
  return keys.map((name, index) => [String(name), values[index]]);
}

/** Returns this tab's entries whose keys have this prefix. Drops entries that another tab has removed from the database. */
function listTabEntries(prefix: string, stored: readonly Entry[] | null): Entry[] {
  const keys = new Set(stored?.map(([key]) => key));
  return [...tabEntries].flatMap(([key, { value, wasStored }]) => {
    if (!key.startsWith(prefix)) return [];
    if (!stored || !wasStored || keys.has(key)) return [[key, value] as const];
    tabEntries.delete(key);
    return [];
  });
}

/** Returns the entries, overridden by this tab's, sorted by key. */
function mergeTabEntries(entries: readonly Entry[], overrides: readonly Entry[]): readonly Entry[] {
  if (overrides.length === 0) return entries;
  const all = new Map([...entries, ...overrides].filter(([, value]) => value !== undefined));
  for (const [key, value] of overrides) if (value === undefined) all.delete(key);
  return [...all].toSorted(([left], [right]) => (left < right ? -1 : 1));
}

/** Returns the entries in the database; null if it cannot be read. */
async function readStored(prefix: string): Promise<readonly Entry[] | null> {
  const withStore = await openDatabase();
  return withStore ? withStore("readonly", (store) => readStore(store, prefix)).catch(() => null) : null;
}

async function read(prefix: string): Promise<readonly Entry[]> {
  const stored = await readStored(prefix);
  return mergeTabEntries(stored ?? [], listTabEntries(prefix, stored));
}

/** Changes the entries with this prefix atomically for all tabs; without a prefix, nothing is read first. */
async function write(prefix: string | null, change: Change): Promise<void> {
  const isStored =
    (await tryWrite(prefix, change, true)) || (tabEntries.size > 0 && (await tryWrite(prefix, change, false)));
  if (!isStored) {
    const stored = prefix === null ? null : await readStored(prefix);
    const before = prefix === null ? [] : mergeTabEntries(stored ?? [], listTabEntries(prefix, stored));
    const keys = new Set(stored?.map(([key]) => key));
    for (const [key, value] of change(before, stored !== null))
      tabEntries.set(key, { value, wasStored: keys.has(key) });
  }
  setOutboxState({ isStored: listTabEntries("outbox:", null).every(([, value]) => value === undefined) });
}

/** Tries to write a change to the database, together with this tab's entries; these may not fit where the change alone does. */
async function tryWrite(prefix: string | null, change: Change, includesTabEntries: boolean): Promise<boolean> {
  try {
    const withStore = await openDatabase();
    if (!withStore) return false;
    const changed = await withStore("readwrite", async (store) => {
      const stored = prefix === null ? [] : await readStore(store, prefix);
      const ownEntries = prefix === null ? [] : listTabEntries(prefix, stored);
      const changed = new Map([
        ...(includesTabEntries ? ownEntries : []),
        ...change(mergeTabEntries(stored, ownEntries), true),
      ]);
      for (const [key, value] of changed) {
        if (value === undefined) store.delete(key);
        else store.put(value, key);
      }
      await promisifyRequest(store.transaction);
      return changed;
    });
    for (const key of changed.keys()) tabEntries.delete(key);
    return true;
  } catch {
    return false;
  }
}

const getKey = (kind: Kind, owner: string, name = ""): string => `${kind}:${owner}:${name}`;

/** Returns all values of a kind and owner, with their names. */
export async function readAll(kind: Kind, owner: string): Promise<(readonly [name: string, value: unknown])[]> {
  const prefix = getKey(kind, owner);
  return (await read(prefix)).map(([key, value]) => [key.slice(prefix.length), value]);
}

export async function readValue(kind: Kind, owner: string, valueName = ""): Promise<unknown> {
  const key = getKey(kind, owner, valueName);
  return (await read(key)).find(([name]) => name === key)?.[1];
}

/** Stores values of a kind by name; undefined removes a value. */
export const writeAll = (kind: Kind, owner: string, values: readonly (readonly [string, unknown])[]): Promise<void> =>
  write(null, () => values.map(([name, value]) => [getKey(kind, owner, name), value]));

/** Changes the values of a kind and owner atomically, even if another tab writes at the same time. */
export function updateAll(kind: Kind, owner: string, change: Change): Promise<void> {
  const prefix = getKey(kind, owner);
  return write(prefix, (entries, isWhole) => {
    const namedEntries = entries.map(([key, value]) => [key.slice(prefix.length), value] as const);
    return change(namedEntries, isWhole).map(([name, value]) => [prefix + name, value] as const);
  });
}

/** Removes the data of other users. Their pending changes stay until they expire; resolves to the number that stays. */
export async function removeOthers(owner: string | null, isExpired: (changes: unknown[]) => boolean): Promise<number> {
  let remainingCount = 0;
  await write("", (entries) => {
    const pendingByOwner = new Map<string, unknown[]>();
    for (const [key, value] of entries) {
      const [kind, entryOwner = ""] = key.split(":");
      // In 0.2.0 the list is a single value.
      if (kind === "outbox" && entryOwner !== owner)
        pendingByOwner.set(entryOwner, [...(pendingByOwner.get(entryOwner) ?? []), value].flat());
    }
    for (const [entryOwner, changes] of pendingByOwner) if (isExpired(changes)) pendingByOwner.delete(entryOwner);
    remainingCount = [...pendingByOwner.values()].flat().length;
    return entries.flatMap(([key]): Entry[] => {
      const [kind, entryOwner = ""] = key.split(":");
      return entryOwner === owner || (kind === "outbox" && pendingByOwner.has(entryOwner)) ? [] : [[key, undefined]];
    });
  });
  return remainingCount;
}

/** Returns the build of this page, which is the same in all languages. */
export const buildName = (): string => document.documentElement.dataset["build"] ?? "";
