// The device's own store: a few kinds of values, each under its owner's id. Without IndexedDB nothing is stored.
import { createStore, delMany, entries, get, set, update } from "idb-keyval";

/** Stored responses, the known part of a locker, and pending changes. */
export type Kind = "answer" | "locker" | "outbox";

const MAX_BYTES = 5_000_000;

let opened: ReturnType<typeof createStore> | null = null;
const store = () => {
  opened ??= createStore("fieldlocker", "device");
  return opened;
};

const getKey = (kind: Kind, owner: string, name = ""): string => `${kind}:${owner}:${name}`;

export const readValue = <Value>(kind: Kind, owner: string, name?: string): Promise<Value | undefined> =>
  get<Value>(getKey(kind, owner, name), store());

export const writeValue = (kind: Kind, owner: string, value: unknown, name?: string): Promise<void> =>
  set(getKey(kind, owner, name), value, store());

/** Changes a value in one step, whichever other tab does so at the same time. */
export const updateValue = <Value>(
  kind: Kind,
  owner: string,
  change: (value: Value | undefined) => Value,
): Promise<void> => update<Value>(getKey(kind, owner), change, store());

/** Forgets everything that was read for anybody but this person. What waits to be sent is its writer's, and stays. */
export async function keepOnly(owner: string | null): Promise<void> {
  const known = await entries<string, unknown>(store());
  const foreign = known.filter(([key, value]) => {
    const [kind, whose] = key.split(":");
    return whose !== owner && (kind !== "outbox" || (Array.isArray(value) && value.length === 0));
  });
  await delMany(
    foreign.map(([key]) => key),
    store(),
  );
}

/** The stored responses of an owner that `isAsked` picks by name. */
export async function readAnswers<Value>(owner: string, isAsked: (name: string) => boolean): Promise<Value[]> {
  const prefix = getKey("answer", owner);
  const stored = await entries<string, Value>(store());
  return stored.flatMap(([key, value]) => (key.startsWith(prefix) && isAsked(key.slice(prefix.length)) ? value : []));
}

/** Forgets the stored responses of an owner that `isGone` picks by name and value. */
export async function removeAnswers(owner: string, isGone: (name: string, value: unknown) => boolean): Promise<void> {
  const prefix = getKey("answer", owner);
  const stored = await entries<string, unknown>(store());
  const gone = stored.filter(([key, value]) => key.startsWith(prefix) && isGone(key.slice(prefix.length), value));
  if (gone.length > 0) {
    await delMany(
      gone.map(([key]) => key),
      store(),
    );
  }
}

type Aged = { at: number; size: number };

/** Lets the oldest answers go until the rest has room. */
export async function makeRoom(): Promise<void> {
  const stored = (await entries<string, Aged>(store())).filter(([key]) => key.startsWith("answer:"));
  let bytes = stored.reduce((sum, [, { size }]) => sum + size, 0);
  const goes: string[] = [];
  for (const [key, { size }] of stored.toSorted(([, one], [, other]) => one.at - other.at)) {
    if (bytes <= MAX_BYTES) break;
    goes.push(key);
    bytes -= size;
  }
  if (goes.length > 0) await delMany(goes, store());
}

/** The build of this page, which is the same in all languages: data stored by another build may have another shape. */
export const buildName = (): string => document.documentElement.dataset["build"] ?? "";

/** The browser's cache of the games' data, from which the service worker answers pages of this build. */
export const getCatalogueCache = (build: string): string => `catalogues-${build}`;
