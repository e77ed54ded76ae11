import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sessionState } from "./session.ts";
import { renewSession, sessionQuery, watchSession } from "./session-query.ts";

const LOCKER = [["loadout", "list"], { type: "query" }];
const ARSENAL = [["arsenal", "list"], { type: "query" }];

let user: { id: string; name: string } | null = null;

beforeEach(() => {
  vi.stubGlobal("window", {});
  // Another tab has already stored the new user.
  vi.stubGlobal("localStorage", {
    getItem: () => user && JSON.stringify(user),
    setItem: () => {},
    removeItem: () => {},
  });
  vi.stubGlobal("fetch", async () => Response.json(user && { user, session: {} }));
});
afterEach(() => vi.unstubAllGlobals());

/** Returns whether a locker query and an arsenal query stay cached after a change of user. */
async function getStateAfter(first: string, second: string | null): Promise<boolean[]> {
  const queryClient = new QueryClient();
  const fetchSession = () => queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  user = { id: first, name: "" };
  await fetchSession();
  for (const key of [LOCKER, ARSENAL]) queryClient.setQueryData(key, "known");
  user = second === null ? null : { id: second, name: "" };
  await fetchSession();
  return [LOCKER, ARSENAL].map((key) => queryClient.getQueryData(key) !== undefined);
}

describe("the session", () => {
  test.for(["b", null])("changed by another tab removes personal queries", async (next) => {
    expect(await getStateAfter("a", next)).toEqual([false, true]);
  });

  test("is refetched after a sign-in, and an earlier fetch is ignored", async () => {
    const queryClient = new QueryClient();
    const response = Promise.withResolvers<Response>();
    vi.stubGlobal("fetch", () => response.promise);
    const before = queryClient.prefetchQuery(sessionQuery);
    user = { id: "a", name: "" };
    vi.stubGlobal("fetch", async () => Response.json({ user, session: {} }));
    const session = renewSession(queryClient);
    response.resolve(Response.json(null));
    expect((await session)?.user.id).toBe("a");
    await before;
    expect(queryClient.getQueryData(sessionQuery.queryKey)?.user.id).toBe("a");
  });

  test("is available to screens, or a retry function if it cannot be fetched", async () => {
    const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    vi.stubGlobal("fetch", async () => new Response(null, { status: 500 }));
    watchSession(queryClient);
    await expect.poll(() => sessionState.get().retry).not.toBeNull();
    user = { id: "a", name: "" };
    vi.stubGlobal("fetch", async () => Response.json({ user, session: {} }));
    sessionState.get().retry?.();
    await expect.poll(() => sessionState.get().session?.user.id).toBe("a");
    expect(sessionState.get().retry).toBeNull();
    queryClient.setQueryData(sessionQuery.queryKey, null);
    await expect.poll(() => sessionState.get().session).toBeNull();
    queryClient.clear();
  });

  test("of the same user does not remove cached queries", async () => {
    expect(await getStateAfter("a", "a")).toEqual([true, true]);
  });
});
