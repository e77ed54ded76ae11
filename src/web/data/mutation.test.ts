import { type QueryClient, type QueryKey, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { m } from "#messages";
import { setReaderLanguage } from "#test/harness/reader-language.ts";
import { createAccountMutation, mutate } from "./mutation.ts";
import { getProblem } from "./problem.ts";
import { createQueryClient } from "./query-client.ts";
import { readAccount } from "./session/account-client.ts";
import { ensureSession } from "./session/ensure-session.ts";

vi.mock("#web/data/session/auth-client.ts", () => ({ authClient: {} }));

const onSignedOut = vi.fn();
let queryClient: QueryClient;
let logged: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  logged = vi.spyOn(console, "error").mockImplementation(() => {});
  onSignedOut.mockReset();
  queryClient = createQueryClient({ onSignedOut });
});
afterEach(() => vi.restoreAllMocks());

const refuse = (status: number, code?: string) => ({ data: null, error: { status, code, message: "No." } });

test("a lost account call is reported in the reader's language, not with the browser's message", async () => {
  setReaderLanguage("de");
  const rejectFetch = () => Promise.reject(new TypeError("Failed to fetch"));
  vi.stubGlobal("fetch", rejectFetch);
  vi.stubGlobal("window", {});
  vi.useFakeTimers();
  const calls = [readAccount(rejectFetch), createAccountMutation(queryClient)(rejectFetch), ensureSession(queryClient)];
  const errors = Promise.all(calls.map((call) => call.catch((error: unknown) => error)));
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await errors).map((error) => getProblem(error).text)).toEqual(calls.map(() => m.app_site_unreachable()));
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("an account mutation", () => {
  test.for([undefined, "UNAUTHORIZED"])("redirects to sign-in when the session has ended (code %s)", async (code) => {
    const response = await createAccountMutation(queryClient)(async () => refuse(401, code));
    expect(response.error.status).toBe(401);
    expect(onSignedOut).toHaveBeenCalledTimes(1);
    expect(logged).not.toHaveBeenCalled();
  });

  test.for([
    [401, "INVALID_EMAIL_OR_PASSWORD"],
    [403, "SESSION_NOT_FRESH"],
    [400, "PASSWORD_TOO_SHORT"],
    [429, undefined],
  ] as const)("returns and logs a refusal (%i %s) without a retry", async ([status, code]) => {
    const call = vi.fn(async () => refuse(status, code));
    const response = await createAccountMutation(queryClient)(call);
    expect(response.error).toEqual({ status, code, message: "No." });
    expect(onSignedOut).not.toHaveBeenCalled();
    expect(logged).toHaveBeenCalledExactlyOnceWith("Mutation error", expect.any(Error));
    expect(call).toHaveBeenCalledTimes(1);
  });

  test("is retried once after a lost response or a server error if it is idempotent", async () => {
    vi.useFakeTimers();
    const lost = vi.fn().mockRejectedValueOnce(new TypeError("Failed to fetch")).mockResolvedValue({ error: null });
    const failed = vi.fn(async () => refuse(503));
    const denied = vi.fn(async () => refuse(403));
    const responses = [lost, failed, denied].map((call) =>
      createAccountMutation(queryClient)(call, { isIdempotent: true }),
    );
    await vi.advanceTimersByTimeAsync(1000);
    expect((await Promise.all(responses)).map(({ error }) => error?.status ?? 200)).toEqual([200, 503, 403]);
    expect([lost, failed, denied].map((call) => call.mock.calls.length)).toEqual([2, 2, 1]);
    vi.useRealTimers();
  });

  test("returns a successful response unchanged", async () => {
    const response = await createAccountMutation(queryClient)(async () => ({ data: 1, error: null }));
    expect(response).toEqual({ data: 1, error: null });
    expect(logged).not.toHaveBeenCalled();
  });
});

describe("a mutation outside of a hook", () => {
  const fails = { mutationFn: () => Promise.reject(new Error("no")), retry: false };

  test("logs its error and rejects", async () => {
    await expect(mutate(queryClient, fails, undefined)).rejects.toThrow("no");
    expect(logged).toHaveBeenCalledExactlyOnceWith("Mutation error", expect.any(Error));
  });

  test("rejects at once when it is aborted, without logging an error", async () => {
    const stop = new AbortController();
    const never = { mutationFn: () => new Promise<void>(() => {}) };
    const response = mutate(queryClient, never, undefined, stop.signal);
    stop.abort();
    await expect(response).rejects.toThrow("aborted");
    await expect(mutate(queryClient, never, undefined, stop.signal)).rejects.toThrow("aborted");
    expect(logged).not.toHaveBeenCalled();
  });
});

/** Returns an observer of a query whose calls resolve to these results in turn. */
function observeQuery(queryClient: QueryClient, queryKey: QueryKey, responses: readonly Promise<string>[]) {
  let calls = 0;
  const queryFn = () => responses[calls++] ?? Promise.reject(new Error("too many calls"));
  const observer = new QueryObserver(queryClient, { queryKey, queryFn, retry: false });
  observer.subscribe(() => undefined);
  return { count: () => calls, getData: () => observer.getCurrentResult().data };
}

describe("invalidated queries", () => {
  const queryClient = createQueryClient({ onSignedOut: () => undefined });

  test("are refetched once, even if their first fetch is still running", async () => {
    const before = Promise.withResolvers<string>();
    const watched = observeQuery(
      queryClient,
      ["loadout", "known"],
      [Promise.resolve("before"), Promise.resolve("after")],
    );
    await expect.poll(watched.getData).toBe("before");
    const first = observeQuery(queryClient, ["loadout", "first"], [before.promise, Promise.resolve("after")]);
    const done = queryClient.invalidateQueries({ queryKey: ["loadout"] });
    before.resolve("before");
    await done;
    expect([first.getData(), first.count(), watched.getData(), watched.count()]).toEqual(["after", 2, "after", 2]);
    queryClient.clear();
  });

  test("include the limits that are nearly reached, after any mutation", async () => {
    const responses = [Promise.resolve("before"), Promise.resolve("after")];
    const limits = observeQuery(queryClient, [["account", "nearLimits"], { type: "query" }], responses);
    await expect.poll(limits.getData).toBe("before");
    await mutate(queryClient, { mutationFn: async () => "done" }, undefined);
    await expect.poll(limits.getData).toBe("after");
    queryClient.clear();
  });
});
