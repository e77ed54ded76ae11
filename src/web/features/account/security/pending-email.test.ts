import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getPendingEmail, storePendingEmail } from "./security-tab.tsx";

const ROBIN = { id: "robin", email: "old@example.com" };
const NOON = Date.parse("2026-11-21T12:00:00Z");
const HOUR_MS = 60 * 60 * 1000;

beforeEach(() => {
  const stored = new Map<string, string>();
  const getItem = (key: string) => stored.get(key) ?? null;
  vi.stubGlobal("localStorage", { getItem, setItem: (key: string, text: string) => stored.set(key, text) });
  storePendingEmail(ROBIN, "New@example.com", NOON);
});
afterEach(() => vi.unstubAllGlobals());

test.for([
  ["pending while its link is valid", ROBIN, HOUR_MS - 1, "new@example.com"],
  ["over when its link has expired", ROBIN, HOUR_MS, null],
  ["over when it is the user's address", { ...ROBIN, email: "new@example.com" }, 0, null],
  ["not visible to another user", { ...ROBIN, id: "other" }, 0, null],
] as const)("a change of address is %s", ([, person, laterMs, pending]) => {
  expect(getPendingEmail(person, NOON + laterMs)).toBe(pending);
});
