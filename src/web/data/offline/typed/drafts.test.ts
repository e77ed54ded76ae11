import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  advanceSignOutEpoch,
  dropDraft,
  dropOthersBefore,
  keepDraft,
  listDrafts,
  readDraft,
  signOutEpoch,
} from "./drafts.ts";

const hasDrafts = () => listDrafts("", true).length > 0;
const listKeys = (beginning: string) => listDrafts(beginning, true).map(({ key }) => key);

const asText = (value: unknown) => (typeof value === "string" ? value : null);

/** A storage of the browser's shape: its keys are its own properties. */
function aStorage() {
  const methods = {
    getItem: (key: string) => Reflect.get(store, key) ?? null,
    setItem: (key: string, value: string) => void Reflect.set(store, key, value),
    removeItem: (key: string) => void Reflect.deleteProperty(store, key),
  };
  const store: Record<string, unknown> = Object.create(methods);
  return store;
}

beforeEach(() => vi.stubGlobal("localStorage", aStorage()));
afterEach(() => vi.unstubAllGlobals());

const isHere = (id: string | null, isGuest = false) =>
  id ? localStorage.setItem("person", JSON.stringify({ id, name: "", isGuest })) : localStorage.removeItem("person");

describe("a draft", () => {
  test("stays its tab's when a sign-out clears what the tab stores", () => {
    vi.stubGlobal("sessionStorage", aStorage());
    keepDraft("before", 1, "typed before");
    vi.stubGlobal("sessionStorage", aStorage());
    keepDraft("after", 1, "typed after");
    expect(new Set(listDrafts("", true).map(({ tab }) => tab)).size).toBe(1);
  });
  test("of another person is dropped once it is old, or without a date", () => {
    isHere("a");
    keepDraft("old", 1, "a's");
    isHere("b");
    keepDraft("old", 1, "b's");
    localStorage.setItem("draft-of:c:old@tab", "{");
    const later = Date.now() + 1;
    dropOthersBefore(later - 1000);
    isHere("a");
    expect(readDraft("old", 1, asText)).toBe("a's");
    isHere("b");
    dropOthersBefore(later);
    expect(Object.keys(localStorage).filter((key) => key.startsWith("draft-of:a") || key.includes(":c:"))).toEqual([]);
    expect(readDraft("old", 1, asText)).toBe("b's");
  });
  test("is read as it was stored", () => {
    expect(keepDraft("bf4", 1, "half a loadout")).toBe(true);
    expect(hasDrafts()).toBe(true);
    expect(readDraft("bf4", 1, asText)).toBe("half a loadout");
  });
  test("belongs to its author; a guest's or anonymous one to the next user", () => {
    const readAs = (id: string | null) => {
      isHere(id);
      return readDraft("bf4", 1, asText);
    };
    isHere("a");
    keepDraft("bf4", 1, "a's");
    isHere("b");
    dropDraft("bf4");
    expect([readAs(null), readAs("b"), readAs("a")]).toEqual([null, null, "a's"]);
    isHere("b");
    expect([listDrafts("bf4"), hasDrafts(), listKeys("bf4")]).toEqual([[], false, []]);
    isHere("guest", true);
    keepDraft("bf4", 1, "a guest's");
    expect(readAs("b")).toBe("a guest's");
    isHere(null);
    keepDraft("bf4", 1, "anonymous");
    expect(readAs("b")).toBe("anonymous");
    keepDraft("bf4", 1, "b's");
    expect([readAs(null), readAs("a"), readAs("b")]).toEqual([null, "a's", "b's"]);
  });
  test("without an owner comes after the user's own, and stays until that is gone", () => {
    isHere("a");
    keepDraft("bf4", 1, "a's");
    isHere(null);
    keepDraft("bf4", 1, "anonymous");
    isHere("a");
    keepDraft("bf4", 1, "a's, changed");
    expect([readDraft("bf4", 1, asText), listKeys("bf4")]).toEqual(["a's, changed", ["bf4", "bf4"]]);
    dropDraft("bf4");
    expect(readDraft("bf4", 1, asText)).toBe("anonymous");
  });
  test("of another version is none", () => {
    keepDraft("bf4", 1, "old");
    expect(readDraft("bf4", 2, asText)).toBeNull();
  });
  test("of another shape, or broken, is none", () => {
    keepDraft("bf4", 1, 7);
    expect(readDraft("bf4", 1, asText)).toBeNull();
    localStorage.setItem("draft:bf4", "{");
    expect(readDraft("bf4", 1, asText)).toBeNull();
  });
  test("is gone once dropped", () => {
    keepDraft("bf4", 1, "x");
    dropDraft("bf4");
    expect(hasDrafts()).toBe(false);
  });
  test("begun before a sign-out in this browser is not stored after it", () => {
    const epoch = signOutEpoch();
    expect(keepDraft("bf4", 1, "before", epoch)).toBe(true);
    dropDraft("bf4");
    advanceSignOutEpoch();
    expect(keepDraft("bf4", 1, "after", epoch)).toBe(false);
    expect(hasDrafts()).toBe(false);
    expect(keepDraft("bf4", 1, "begun since", signOutEpoch())).toBe(true);
  });
  test("without a storage is none and breaks nothing", () => {
    vi.stubGlobal("localStorage", undefined);
    expect(keepDraft("bf4", 1, "x")).toBe(false);
    expect(readDraft("bf4", 1, asText)).toBeNull();
    expect(hasDrafts()).toBe(false);
    expect(() => dropDraft("bf4")).not.toThrow();
  });
});
