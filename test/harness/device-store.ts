// An in-memory replacement of `#web/data/offline/store.ts`; its calls are asynchronous, as in the browser.
import { vi } from "vitest";

export function createDeviceStore() {
  const values = new Map<string, unknown>();
  const later = async <T>(step: () => T): Promise<T> => {
    await Promise.resolve();
    return structuredClone(step());
  };
  const getKey = (kind: string, owner: string, name = "") => `${kind}:${owner}:${name}`;
  const put = (key: string, value: unknown) =>
    value === undefined ? values.delete(key) : values.set(key, structuredClone(value));
  /** Lists the entries with this prefix, by name. */
  const list = (prefix: string): [string, unknown][] =>
    [...values]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, value]): [string, unknown] => [key.slice(prefix.length), value])
      .sort(([left], [right]) => (left < right ? -1 : 1));
  const putAll = (kind: string, owner: string, entries: readonly (readonly [string, unknown])[]) => {
    for (const [name, value] of entries) put(getKey(kind, owner, name), value);
  };
  const store = {
    readAll: (kind: string, owner: string) =>
      later(() => {
        const prefix = getKey(kind, owner);
        return list(prefix);
      }),
    readValue: (kind: string, owner: string, name?: string) => later(() => values.get(getKey(kind, owner, name))),
    writeAll: (kind: string, owner: string, entries: readonly (readonly [string, unknown])[]) =>
      later(() => putAll(kind, owner, entries)),
    updateAll: (
      kind: string,
      owner: string,
      change: (entries: [string, unknown][], isWhole: boolean) => readonly (readonly [string, unknown])[],
    ) => later(() => putAll(kind, owner, change(structuredClone(list(getKey(kind, owner))), true))),
    removeOthers: vi.fn(async (_owner: string | null, _isExpired: (changes: unknown[]) => boolean) => 0),
    buildName: () => "build",
  };
  return { values, store };
}
