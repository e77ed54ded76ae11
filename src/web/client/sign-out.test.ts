import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { offerUndo, undoLast } from "./last-undo.ts";
import { signOut } from "./sign-out.ts";

vi.mock("./mutation.ts", () => ({ changeAccountWith: () => async () => ({ error: null }) }));
vi.mock("./device/owner.ts", () => ({ changeOwner: async () => {} }));

afterEach(() => vi.unstubAllGlobals());

test("sign-out leaves nothing of a person to whoever comes next: not what they chose, nor what they did", async () => {
  const texts = new Map([
    ["person", JSON.stringify({ id: "a", name: "A", isGuest: false })],
    ["palette-recent", JSON.stringify([{ id: "loadout-1", label: "Private name", act: { to: "/bf4" } }])],
    ["pending-email", "a new@example.com 0"],
    ["theme", "dark"],
  ]);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => texts.set(key, text),
    removeItem: (key: string) => texts.delete(key),
  });
  const takeBack = vi.fn(async () => {});
  offerUndo(takeBack);
  await signOut(new QueryClient());
  expect([...texts.keys()]).toEqual(["theme"]);
  expect(undoLast()).toBe(false);
  expect(takeBack).not.toHaveBeenCalled();
});
