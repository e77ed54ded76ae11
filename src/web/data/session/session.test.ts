import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sessionState } from "./session.ts";
import { renewSession, sessionQuery, watchSession } from "./session-query.ts";

const LOCKER = [["loadout", "list"], { type: "query" }];
const GUNS = [["arsenal", "list"], { type: "query" }];

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

/** What is known of a locker and of the games after one person was here, and then another. */
async function stateAfter(first: string, second: string | null): Promise<boolean[]> {
  const queryClient = new QueryClient();
  const ask = () => queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  user = { id: first, name: "" };
  await ask();
  for (const key of [LOCKER, GUNS]) queryClient.setQueryData(key, "known");
  user = second === null ? null : { id: second, name: "" };
  await ask();
  return [LOCKER, GUNS].map((key) => queryClient.getQueryData(key) !== undefined);
}

describe("the session", () => {
  test.for(["b", null])("of another user or none, from another tab, leaves nothing here", async (next) => {
    expect(await stateAfter("a", next)).toEqual([false, true]);
  });

  test("after a sign-in is not what was asked before it", async () => {
    const queryClient = new QueryClient();
    const answer = Promise.withResolvers<Response>();
    vi.stubGlobal("fetch", () => answer.promise);
    const before = queryClient.prefetchQuery(sessionQuery);
    user = { id: "a", name: "" };
    vi.stubGlobal("fetch", async () => Response.json({ user, session: {} }));
    const session = renewSession(queryClient);
    answer.resolve(Response.json(null));
    expect((await session)?.user.id).toBe("a");
    await before;
    expect(queryClient.getQueryData(sessionQuery.queryKey)?.user.id).toBe("a");
  });

  test("is what the screens see, or the way to ask again", async () => {
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

  test("of the same person leaves what is known", async () => {
    expect(await stateAfter("a", "a")).toEqual([true, true]);
  });
});
