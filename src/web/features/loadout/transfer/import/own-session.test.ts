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

const answer = (id: string) => vi.mocked(sessionQuery.queryFn as () => unknown).mockResolvedValue(getSession(id));

test("refuses an account that the cached session does not show yet", async () => {
  answer("b");
  await expect(ensureOwnSession(queryClient, OWNER)).rejects.toThrow("Sign in as A to save this.");
});

test("accepts the owner, and any account for what a guest made", async () => {
  answer("a");
  await expect(ensureOwnSession(queryClient, OWNER)).resolves.toEqual(getSession("a"));
  answer("b");
  await expect(ensureOwnSession(queryClient, { ...OWNER, isGuest: true })).resolves.toEqual(getSession("b"));
});
