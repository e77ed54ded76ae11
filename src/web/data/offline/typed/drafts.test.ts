import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  advanceSignOutEpoch,
  dropDraft,
  dropOtherUsersDrafts,
  getSignOutEpoch,
  listDrafts,
  readDraft,
  storeDraft,
} from "./drafts.ts";

const hasDrafts = () => listDrafts("", true).length > 0;
const listKeys = (beginning: string) => listDrafts(beginning, true).map(({ key }) => key);

const readText = (value: unknown) => (typeof value === "string" ? value : null);

/** A fake storage that, like the browser's, has its keys as own properties. */
function createStorage() {
  const methods = {
    getItem: (key: string) => Reflect.get(store, key) ?? null,
    setItem: (key: string, value: string) => void Reflect.set(store, key, value),
    removeItem: (key: string) => void Reflect.deleteProperty(store, key),
  };
  const store: Record<string, unknown> = Object.create(methods);
  return store;
}

beforeEach(() => vi.stubGlobal("localStorage", createStorage()));
afterEach(() => vi.unstubAllGlobals());

const setPerson = (id: string | null, isGuest = false) =>
  id ? localStorage.setItem("person", JSON.stringify({ id, name: "", isGuest })) : localStorage.removeItem("person");

describe("a draft", () => {
  test("still belongs to its tab after a sign-out has cleared the tab's storage", () => {
    vi.stubGlobal("sessionStorage", createStorage());
    storeDraft("before", 1, "typed before");
    vi.stubGlobal("sessionStorage", createStorage());
    storeDraft("after", 1, "typed after");
    expect(new Set(listDrafts("", true).map(({ tab }) => tab)).size).toBe(1);
  });
  test("of another user is removed when it is old or has no date", () => {
    setPerson("a");
    storeDraft("old", 1, "a's");
    setPerson("b");
    storeDraft("old", 1, "b's");
    localStorage.setItem("draft-of:c:old@tab", "{");
    const later = Date.now() + 1;
    dropOtherUsersDrafts(later - 1000);
    setPerson("a");
    expect(readDraft("old", 1, readText)).toBe("a's");
    setPerson("b");
    dropOtherUsersDrafts(later);
    expect(Object.keys(localStorage).filter((key) => key.startsWith("draft-of:a") || key.includes(":c:"))).toEqual([]);
    expect(readDraft("old", 1, readText)).toBe("b's");
  });
  test("can be read after it was stored", () => {
    expect(storeDraft("bf4", 1, "half a loadout")).toBe(true);
    expect(hasDrafts()).toBe(true);
    expect(readDraft("bf4", 1, readText)).toBe("half a loadout");
  });
  test("belongs to its author; a guest's or anonymous draft belongs to the next user", () => {
    const readAs = (id: string | null) => {
      setPerson(id);
      return readDraft("bf4", 1, readText);
    };
    setPerson("a");
    storeDraft("bf4", 1, "a's");
    setPerson("b");
    dropDraft("bf4");
    expect([readAs(null), readAs("b"), readAs("a")]).toEqual([null, null, "a's"]);
    setPerson("b");
    expect([listDrafts("bf4"), hasDrafts(), listKeys("bf4")]).toEqual([[], false, []]);
    setPerson("guest", true);
    storeDraft("bf4", 1, "a guest's");
    expect(readAs("b")).toBe("a guest's");
    setPerson(null);
    storeDraft("bf4", 1, "anonymous");
    expect(readAs("b")).toBe("anonymous");
    storeDraft("bf4", 1, "b's");
    expect([readAs(null), readAs("a"), readAs("b")]).toEqual([null, "a's", "b's"]);
  });
  test("without an owner is read only after the user's own draft is removed", () => {
    setPerson("a");
    storeDraft("bf4", 1, "a's");
    setPerson(null);
    storeDraft("bf4", 1, "anonymous");
    setPerson("a");
    storeDraft("bf4", 1, "a's, changed");
    expect([readDraft("bf4", 1, readText), listKeys("bf4")]).toEqual(["a's, changed", ["bf4", "bf4"]]);
    dropDraft("bf4");
    expect(readDraft("bf4", 1, readText)).toBe("anonymous");
  });
  test("of another version is ignored", () => {
    storeDraft("bf4", 1, "old");
    expect(readDraft("bf4", 2, readText)).toBeNull();
  });
  test("with invalid content is ignored", () => {
    storeDraft("bf4", 1, 7);
    expect(readDraft("bf4", 1, readText)).toBeNull();
    localStorage.setItem("draft:bf4", "{");
    expect(readDraft("bf4", 1, readText)).toBeNull();
  });
  test("can be removed", () => {
    storeDraft("bf4", 1, "x");
    dropDraft("bf4");
    expect(hasDrafts()).toBe(false);
  });
  test("started before a sign-out in this browser is not stored after it", () => {
    const epoch = getSignOutEpoch();
    expect(storeDraft("bf4", 1, "before", epoch)).toBe(true);
    dropDraft("bf4");
    advanceSignOutEpoch();
    expect(storeDraft("bf4", 1, "after", epoch)).toBe(false);
    expect(hasDrafts()).toBe(false);
    expect(storeDraft("bf4", 1, "begun since", getSignOutEpoch())).toBe(true);
  });
  test("is not stored without a storage, and no function throws", () => {
    vi.stubGlobal("localStorage", undefined);
    expect(storeDraft("bf4", 1, "x")).toBe(false);
    expect(readDraft("bf4", 1, readText)).toBeNull();
    expect(hasDrafts()).toBe(false);
    expect(() => dropDraft("bf4")).not.toThrow();
  });
});
