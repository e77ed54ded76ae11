import { beforeEach, expect, test, vi } from "vitest";

/** A database that all tabs share, and that can refuse to write. */
const database = { values: new Map<string, unknown>(), isFull: false, largest: Infinity, opens: Promise.resolve() };

vi.mock("idb-keyval", () => ({
  createStore: () => async (mode: string, step: (store: unknown) => unknown) => {
    await database.opens;
    if (mode === "readwrite" && database.isFull) throw new Error("QuotaExceededError");
    const { values } = database;
    const before = [...values];
    const list = ({ from = "", to = "" } = {}) => [...values].filter(([key]) => key >= from && key <= to).toSorted();
    const put = (value: unknown, key: string) => {
      if (String(value).length > database.largest) {
        database.values = new Map(before);
        throw new Error("QuotaExceededError");
      }
      values.set(key, value);
    };
    return step({
      count: () => values.size,
      getAllKeys: (range: object) => list(range).map(([key]) => key),
      getAll: (range: object) => list(range).map(([, value]) => value),
      put,
      delete: (key: string) => values.delete(key),
    });
  },
  promisifyRequest: async (request: unknown) => request,
}));
vi.stubGlobal("IDBKeyRange", { bound: (from: string, to: string) => ({ from, to }) });

/** Loads the store like another tab. */
async function openTab() {
  vi.resetModules();
  return import("./store.ts");
}

beforeEach(() => {
  Object.assign(database, { values: new Map(), isFull: false, largest: Infinity, opens: Promise.resolve() });
});

test("a tab holds entries that the database refuses, and does not affect entries of other tabs", async () => {
  const [firstTab, secondTab] = [await openTab(), await openTab()];
  await firstTab.updateAll("outbox", "me", () => [["1", "first"]]);
  database.isFull = true;
  await firstTab.updateAll("outbox", "me", () => [["2", "of one"]]);
  await secondTab.updateAll("outbox", "me", () => [["3", "of the other"]]);
  await secondTab.updateAll("outbox", "me", () => [["1", undefined]]);
  expect(await firstTab.readAll("outbox", "me")).toEqual([
    ["1", "first"],
    ["2", "of one"],
  ]);
  expect(await secondTab.readAll("outbox", "me")).toEqual([["3", "of the other"]]);
  database.isFull = false;
  for (const tab of [firstTab, secondTab]) await tab.updateAll("outbox", "me", () => []);
  expect(Object.fromEntries(database.values)).toEqual({ "outbox:me:2": "of one", "outbox:me:3": "of the other" });
});

test("an entry that does not fit does not block a removal, and an entry removed by another tab does not return", async () => {
  const [firstTab, secondTab] = [await openTab(), await openTab()];
  await firstTab.updateAll("outbox", "me", () => [
    ["1", "first"],
    ["2", "second"],
  ]);
  database.largest = 10;
  await firstTab.updateAll("outbox", "me", () => [["3", "too long for it"]]);
  await firstTab.updateAll("outbox", "me", () => [["1", "first, as it was sent"]]);
  await firstTab.updateAll("outbox", "me", () => [["2", undefined]]);
  expect(Object.fromEntries(database.values)).toEqual({ "outbox:me:1": "first" });
  await secondTab.updateAll("outbox", "me", () => [["1", undefined]]);
  expect(await firstTab.readAll("outbox", "me")).toEqual([["3", "too long for it"]]);
  await firstTab.updateAll("outbox", "me", (list) => list.map(([name]) => [name, undefined]));
  expect(database.values.size).toBe(0);
});

test("a database that opens late is used after it has opened", async () => {
  vi.useFakeTimers();
  let open = () => {};
  database.opens = new Promise((resolve) => {
    open = resolve;
  });
  const tab = await openTab();
  const isWhole: boolean[] = [];
  const writing = tab.updateAll("answer", "me", (_, whole) => {
    isWhole.push(whole);
    return [["a", 1]];
  });
  await vi.advanceTimersByTimeAsync(3000);
  await writing;
  expect(isWhole).toEqual([false]);
  expect(await tab.readValue("answer", "me", "a")).toBe(1);
  vi.useRealTimers();
  open();
  await vi.waitFor(async () => {
    await tab.updateAll("answer", "me", () => []);
    expect(Object.fromEntries(database.values)).toEqual({ "answer:me:a": 1 });
  });
});

test("stored responses of other users are removed, and their pending changes after these have expired", async () => {
  const { updateAll, removeOthers } = await openTab();
  await updateAll("outbox", "me", () => [["1", "mine"]]);
  await updateAll("outbox", "her", () => [
    ["1", "old"],
    ["2", "new"],
  ]);
  await updateAll("outbox", "him", () => [["", ["old", "old"]]]);
  await updateAll("loadout", "her", () => [["a", {}]]);
  expect(await removeOthers("me", (changes) => changes.every((change) => change === "old"))).toBe(2);
  expect([...database.values.keys()]).toEqual(["outbox:me:1", "outbox:her:1", "outbox:her:2"]);
});
