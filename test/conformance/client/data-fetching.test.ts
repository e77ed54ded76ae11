// The specification's §9 (data fetching) and §4 (failed mutations), tested on the site's query client with fake timers.
import { focusManager, MutationObserver, onlineManager, type QueryKey, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createQueryClient } from "#web/data/query-client.ts";
import { setRetries } from "#web/data/trpc.ts";

const onSignedOut = vi.fn();
let client: ReturnType<typeof createQueryClient>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => {});
  onSignedOut.mockReset();
  client = createQueryClient({ onSignedOut });
  setRetries(client);
  client.mount();
});
afterEach(() => {
  client.unmount();
  client.clear();
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const advanceSeconds = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

/** Creates a query that records the second of each call; `watch` starts it. */
function createQuery(respond: () => Promise<unknown>, queryKey: QueryKey = ["example"]) {
  const startedAt = Date.now();
  const calledAt: number[] = [];
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => {
      calledAt.push((Date.now() - startedAt) / 1000);
      return respond();
    },
  });
  return { calledAt, watch: () => observer.subscribe(() => {}) };
}

describe("§9 data fetching", () => {
  test("queries are fresh for 120 seconds", async () => {
    const { calledAt, watch } = createQuery(async () => "answer");
    watch()();
    await advanceSeconds(119);
    watch()();
    expect(calledAt).toHaveLength(1);
    await advanceSeconds(1);
    watch()();
    expect(calledAt).toEqual([0, 120]);
  });

  test("queries are cached for 300 seconds after the last use", async () => {
    const { watch } = createQuery(async () => "answer");
    const unsubscribe = watch();
    await advanceSeconds(1);
    unsubscribe();
    await advanceSeconds(299.9);
    expect(client.getQueryData(["example"])).toBe("answer");
    await advanceSeconds(0.2);
    expect(client.getQueryData(["example"])).toBeUndefined();
  });

  test.for([403, 404, 500])(
    "a query that failed with %i is retried 3 times, 1, 2 and 4 seconds later",
    async (status) => {
      const { calledAt, watch } = createQuery(() => Promise.reject(Object.assign(new Error("no"), { status })));
      watch();
      await advanceSeconds(60);
      expect(calledAt).toEqual([0, 1, 3, 7]);
    },
  );

  test("a query that failed with 401 is not retried, because only a sign-in changes the response", async () => {
    const { calledAt, watch } = createQuery(() => Promise.reject(Object.assign(new Error("no"), { status: 401 })));
    watch();
    await advanceSeconds(60);
    expect(calledAt).toEqual([0]);
  });

  test("a refused query about a platoon is not retried, but a query without a response is", async () => {
    const key = [["platoon", "locker", "get"], { type: "query" }];
    const refusedQuery = createQuery(() => Promise.reject({ data: { fault: { code: "platoon_missing" } } }), key);
    refusedQuery.watch();
    const failedQuery = createQuery(
      () => Promise.reject(new Error("no")),
      [["platoon", "feed", "list"], { type: "infinite" }],
    );
    failedQuery.watch();
    await advanceSeconds(60);
    expect(refusedQuery.calledAt).toEqual([0]);
    expect(failedQuery.calledAt).toEqual([0, 1, 3, 7]);
  });

  test("the delay doubles up to 30 seconds", () => {
    const delay = client.getDefaultOptions().queries?.retryDelay;
    if (typeof delay !== "function") throw new Error("The delay is not a function.");
    const delays = [0, 1, 2, 3, 4, 5, 6, 20].map((attempt) => delay(attempt, new Error("no")));
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });

  test("queries refetch on window focus", async () => {
    const { calledAt, watch } = createQuery(async () => "answer");
    watch();
    await advanceSeconds(121);
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    await advanceSeconds(0);
    expect(calledAt).toEqual([0, 121]);
  });

  test("queries refetch on reconnect", async () => {
    const { calledAt, watch } = createQuery(async () => "answer");
    watch();
    await advanceSeconds(121);
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
    await advanceSeconds(0);
    expect(calledAt).toEqual([0, 121]);
  });

  test("remote queries use an offline-first network mode: the first attempt is made, retries wait", async () => {
    onlineManager.setOnline(false);
    const { calledAt, watch } = createQuery(() => Promise.reject(new Error("no network")));
    watch();
    await advanceSeconds(60);
    expect(calledAt).toEqual([0]);
    onlineManager.setOnline(true);
    await advanceSeconds(60);
    expect(calledAt.length).toBeGreaterThan(1);
  });

  test("mutations are retried once after 1 second", async () => {
    const { calledAt } = await runMutation(new Error("no"));
    expect(calledAt).toEqual([0, 1]);
  });

  test("a mutation refused with 401 is not retried, because only a sign-in changes the response", async () => {
    const { calledAt } = await runMutation(Object.assign(new Error("no"), { status: 401 }));
    expect(calledAt).toEqual([0]);
  });

  test.for([[["share", "report"]], [["soldier", "refresh"]], [["account", "setPassword"]]])(
    "a mutation that is not idempotent is not retried: %s",
    async (mutationKey) => {
      const { calledAt } = await runMutation(new Error("no"), mutationKey);
      expect(calledAt).toEqual([0]);
    },
  );
});

async function runMutation(error: unknown, mutationKey?: readonly unknown[]) {
  const startedAt = Date.now();
  const calledAt: number[] = [];
  const observer = new MutationObserver(client, {
    ...(mutationKey && { mutationKey }),
    mutationFn: () => {
      calledAt.push((Date.now() - startedAt) / 1000);
      return Promise.reject(error);
    },
  });
  observer.mutate().catch(() => {});
  await advanceSeconds(10);
  return { calledAt };
}

describe("§4 a failed mutation", () => {
  test.for([
    ["an unauthorized code", Object.assign(new Error("no"), { data: { code: "UNAUTHORIZED", httpStatus: 401 } })],
    ["a message containing 401", new Error("HTTP 401")],
  ] as const)("redirects to /login for %s", async ([, error]) => {
    await runMutation(error);
    expect(onSignedOut).toHaveBeenCalledTimes(1);
    expect(console.error).not.toHaveBeenCalled();
  });

  test("only logs any other error to the console as Mutation error", async () => {
    const error = new Error("no");
    await runMutation(error);
    expect(onSignedOut).not.toHaveBeenCalled();
    expect(console.error).toHaveBeenCalledExactlyOnceWith("Mutation error", error);
  });
});

describe("§8 an authentication error", () => {
  test("removes only the cached session", async () => {
    client.setQueryData(["auth", "session"], { user: {} });
    client.setQueryData(["other"], "unrelated");
    const { watch } = createQuery(() => Promise.reject(Object.assign(new Error("no"), { status: 401 })));
    watch();
    await advanceSeconds(10);
    expect(client.getQueryData(["auth", "session"])).toBeUndefined();
    expect(client.getQueryData(["other"])).toBe("unrelated");
  });
});
