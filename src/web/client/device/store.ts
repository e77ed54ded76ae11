// The device's own store: a few kinds of values, each under its owner's id. Without one nothing is kept.
import { createStore, delMany, entries, get, set, update } from "idb-keyval";

/** Kept answers, the known part of a locker, and what waits to be sent. */
export type Kind = "answer" | "locker" | "outbox";

const MOST_BYTES = 5_000_000;

let opened: ReturnType<typeof createStore> | null = null;
const store = () => {
  opened ??= createStore("fieldlocker", "device");
  return opened;
};

const keyOf = (kind: Kind, owner: string, name = ""): string => `${kind}:${owner}:${name}`;

export const readValue = <Value>(kind: Kind, owner: string, name?: string): Promise<Value | undefined> =>
  get<Value>(keyOf(kind, owner, name), store());

export const writeValue = (kind: Kind, owner: string, value: unknown, name?: string): Promise<void> =>
  set(keyOf(kind, owner, name), value, store());

/** Changes a value in one step, whichever other tab does so at the same time. */
export const updateValue = <Value>(
  kind: Kind,
  owner: string,
  change: (value: Value | undefined) => Value,
): Promise<void> => update<Value>(keyOf(kind, owner), change, store());

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

type Aged = { at: number; size: number };

/** Lets the oldest answers go until the rest has room. */
export async function makeRoom(): Promise<void> {
  const kept = (await entries<string, Aged>(store())).filter(([key]) => key.startsWith("answer:"));
  let bytes = kept.reduce((sum, [, { size }]) => sum + size, 0);
  const goes: string[] = [];
  for (const [key, { size }] of kept.toSorted(([, one], [, other]) => one.at - other.at)) {
    if (bytes <= MOST_BYTES) break;
    goes.push(key);
    bytes -= size;
  }
  if (goes.length > 0) await delMany(goes, store());
}

/** The build this page is of, told by its scripts: what was kept by another one may have another shape. */
export const buildName = (): string =>
  [...document.querySelectorAll("script[type=module][src]")].map((script) => script.getAttribute("src")).join(" ");
