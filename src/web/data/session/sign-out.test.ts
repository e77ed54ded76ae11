import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { offerUndo, undoLast } from "#web/data/stores/last-undo.ts";
import { signOut } from "./sign-out.ts";

const { write } = vi.hoisted(() => ({ write: vi.fn(async () => {}) }));
vi.mock("#web/data/mutation.ts", () => ({ createAccountMutation: () => async () => ({ error: null }) }));
vi.mock("#web/data/offline/outbox.ts", () => ({ discardAll: write, changeOwner: async () => {} }));

afterEach(() => vi.unstubAllGlobals());

const METHODS = {
  getItem(key: string) {
    return Reflect.get(this, key) ?? null;
  },
  setItem(key: string, text: string) {
    Reflect.set(this, key, text);
  },
  removeItem(key: string) {
    Reflect.deleteProperty(this, key);
  },
  clear() {
    for (const key of Object.keys(this)) Reflect.deleteProperty(this, key);
  },
};

const getStorage = (texts: Record<string, string>) => Object.assign(Object.create(METHODS), texts);

test("sign-out removes all personal data from the browser", async () => {
  const stored = getStorage({
    person: JSON.stringify({ id: "a", name: "A", isGuest: false }),
    "palette-recent": JSON.stringify([{ id: "loadout-1", label: "Private name", act: { to: "/bf4" } }]),
    "pending-email": "a new@example.com 0",
    "guest-brings": "3",
    "fieldlocker.pending-import": JSON.stringify({ importId: "import-1", loadouts: 1 }),
    "progress-soldier-bf4": "soldier-1",
    "draft:loadout:bf4:new": "{}",
    "draft-of:a:loadout:bf4:1": "{}",
    // Belongs to another user, who has not signed out.
    "draft-of:b:loadout:bf4:1": "{}",
    theme: "dark",
  });
  const tabStorage = getStorage({ "pending-action": "action=change-email&about=new@example.com" });
  vi.stubGlobal("localStorage", stored);
  vi.stubGlobal("sessionStorage", tabStorage);
  const undo = vi.fn(async () => {});
  offerUndo(undo);
  await signOut(new QueryClient());
  expect(Object.keys(stored)).toEqual(["draft-of:b:loadout:bf4:1", "theme", "sign-outs"]);
  expect(Object.keys(tabStorage)).toEqual([]);
  expect(write).toHaveBeenCalledTimes(1);
  expect(undoLast()).toBe(false);
  expect(undo).not.toHaveBeenCalled();
});
