import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ensureOwnSession } from "#web/data/session/ensure-session.ts";
import { sessionQuery } from "#web/data/session/session-query.ts";

vi.mock("#web/data/session/session-query.ts", () => ({
  sessionQuery: { queryKey: ["auth", "session"], queryFn: vi.fn() },
}));

const OWNER = { id: "a", name: "A", isGuest: false, hasEnded: false };
const getSession = (id: string) => ({ user: { id, name: id.toUpperCase() } });
let queryClient: QueryClient;

beforeEach(() => {
  queryClient = new QueryClient();
  queryClient.setQueryData(["auth", "session"], getSession("a"));
});
afterEach(() => queryClient.clear());

const mockSession = (id: string) => vi.mocked(sessionQuery.queryFn as () => unknown).mockResolvedValue(getSession(id));

test("ensureOwnSession refuses another account even if the cached session is the owner's", async () => {
  mockSession("b");
  await expect(ensureOwnSession(queryClient, OWNER)).rejects.toThrow("Sign in as A to save this.");
});

test("ensureOwnSession accepts the owner, and any account if the owner is a guest", async () => {
  mockSession("a");
  await expect(ensureOwnSession(queryClient, OWNER)).resolves.toEqual(getSession("a"));
  mockSession("b");
  await expect(ensureOwnSession(queryClient, { ...OWNER, isGuest: true })).resolves.toEqual(getSession("b"));
});
