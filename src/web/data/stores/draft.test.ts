import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  advanceSignOutEpoch,
  draftKeys,
  dropDraft,
  hasDraft,
  hasDrafts,
  keepDraft,
  readDraft,
  signOutEpoch,
} from "./draft.ts";

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

describe("a draft", () => {
  test("is read as it was stored", () => {
    expect(keepDraft("bf4", 1, "half a loadout")).toBe(true);
    expect(hasDrafts()).toBe(true);
    expect(readDraft("bf4", 1, asText)).toBe("half a loadout");
  });
  test("belongs to its author; a guest's or anonymous one to the next user", () => {
    const isHere = (id: string | null, isGuest = false) =>
      id
        ? localStorage.setItem("person", JSON.stringify({ id, name: "", isGuest }))
        : localStorage.removeItem("person");
    const readAs = (id: string | null) => {
      isHere(id);
      return readDraft("bf4", 1, asText);
    };
    isHere("a");
    keepDraft("bf4", 1, "a's");
    isHere("b");
    dropDraft("bf4");
    expect([readAs(null), readAs("b"), readAs("a")]).toEqual([null, null, "a's"]);
    expect([isHere("b"), hasDraft("bf4"), hasDrafts(), draftKeys("bf4")]).toEqual([undefined, false, false, []]);
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
    keepDraft("bf4", 1, "anonymous");
    localStorage.setItem("person", JSON.stringify({ id: "a", name: "", isGuest: false }));
    localStorage.setItem("draft-of:a:bf4", JSON.stringify({ version: 1, value: "a's" }));
    keepDraft("bf4", 1, "a's, changed");
    expect([readDraft("bf4", 1, asText), draftKeys("bf4")]).toEqual(["a's, changed", ["bf4"]]);
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
