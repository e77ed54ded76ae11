import { beforeEach, expect, test, vi } from "vitest";

/** A database that every tab has, and that may refuse to write. */
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

/** The store as another tab loads it. */
async function openTab() {
  vi.resetModules();
  return import("./store.ts");
}

beforeEach(() => {
  Object.assign(database, { values: new Map(), isFull: false, largest: Infinity, opens: Promise.resolve() });
});

test("a tab adds and removes what the database does not take, and leaves what another tab has", async () => {
  const [one, other] = [await openTab(), await openTab()];
  await one.updateAll("outbox", "me", () => [["1", "first"]]);
  database.isFull = true;
  await one.updateAll("outbox", "me", () => [["2", "of one"]]);
  await other.updateAll("outbox", "me", () => [["3", "of the other"]]);
  await other.updateAll("outbox", "me", () => [["1", undefined]]);
  expect(await one.readAll("outbox", "me")).toEqual([
    ["1", "first"],
    ["2", "of one"],
  ]);
  expect(await other.readAll("outbox", "me")).toEqual([["3", "of the other"]]);
  database.isFull = false;
  for (const tab of [one, other]) await tab.updateAll("outbox", "me", () => []);
  expect(Object.fromEntries(database.values)).toEqual({ "outbox:me:2": "of one", "outbox:me:3": "of the other" });
});

test("what does not fit does not stop a removal, and what another tab has removed does not return", async () => {
  const [one, other] = [await openTab(), await openTab()];
  await one.updateAll("outbox", "me", () => [
    ["1", "first"],
    ["2", "second"],
  ]);
  database.largest = 10;
  await one.updateAll("outbox", "me", () => [["3", "too long for it"]]);
  await one.updateAll("outbox", "me", () => [["1", "first, as it was sent"]]);
  await one.updateAll("outbox", "me", () => [["2", undefined]]);
  expect(Object.fromEntries(database.values)).toEqual({ "outbox:me:1": "first" });
  await other.updateAll("outbox", "me", () => [["1", undefined]]);
  expect(await one.readAll("outbox", "me")).toEqual([["3", "too long for it"]]);
  await one.updateAll("outbox", "me", (list) => list.map(([name]) => [name, undefined]));
  expect(database.values.size).toBe(0);
});

test("a database that opens late is used once it is there", async () => {
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

test("what was read for others is removed, and what waits for them once it is expired", async () => {
  const { updateAll, removeOthers } = await openTab();
  await updateAll("outbox", "me", () => [["1", "mine"]]);
  await updateAll("outbox", "her", () => [
    ["1", "old"],
    ["2", "new"],
  ]);
  await updateAll("outbox", "him", () => [["", ["old", "old"]]]);
  await updateAll("loadout", "her", () => [["a", {}]]);
  expect(await removeOthers("me", (changes) => changes.every((one) => one === "old"))).toBe(2);
  expect([...database.values.keys()]).toEqual(["outbox:me:1", "outbox:her:1", "outbox:her:2"]);
});
