import { type QueryClient, QueryObserver } from "@tanstack/react-query";
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

const refused = (status: number, code?: string) => ({ data: null, error: { status, code, message: "No." } });

test("an account call that does not arrive is reported in the reader's words, not in the browser's", async () => {
  setReaderLanguage("de");
  const lose = () => Promise.reject(new TypeError("Failed to fetch"));
  vi.stubGlobal("fetch", lose);
  vi.stubGlobal("window", {});
  vi.useFakeTimers();
  const calls = [readAccount(lose), createAccountMutation(queryClient)(lose), ensureSession(queryClient)];
  const errors = Promise.all(calls.map((call) => call.catch((error: unknown) => error)));
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await errors).map((error) => getProblem(error).text)).toEqual(calls.map(() => m.app_site_unreachable()));
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("a change of the account", () => {
  test.for([undefined, "UNAUTHORIZED"])("with a session that is over (code %s) goes to sign-in", async (code) => {
    const answer = await createAccountMutation(queryClient)(async () => refused(401, code));
    expect(answer.error.status).toBe(401);
    expect(onSignedOut).toHaveBeenCalledTimes(1);
    expect(logged).not.toHaveBeenCalled();
  });

  test.for([
    [401, "INVALID_EMAIL_OR_PASSWORD"],
    [403, "SESSION_NOT_FRESH"],
    [400, "PASSWORD_TOO_SHORT"],
    [429, undefined],
  ] as const)("that is refused (%i %s) is answered, logged and not repeated", async ([status, code]) => {
    const call = vi.fn(async () => refused(status, code));
    const answer = await createAccountMutation(queryClient)(call);
    expect(answer.error).toEqual({ status, code, message: "No." });
    expect(onSignedOut).not.toHaveBeenCalled();
    expect(logged).toHaveBeenCalledExactlyOnceWith("Mutation error", expect.any(Error));
    expect(call).toHaveBeenCalledTimes(1);
  });

  test("that is idempotent is repeated once after a lost answer or an error of the server", async () => {
    vi.useFakeTimers();
    const lost = vi.fn().mockRejectedValueOnce(new TypeError("Failed to fetch")).mockResolvedValue({ error: null });
    const failed = vi.fn(async () => refused(503));
    const denied = vi.fn(async () => refused(403));
    const answers = [lost, failed, denied].map((call) =>
      createAccountMutation(queryClient)(call, { isIdempotent: true }),
    );
    await vi.advanceTimersByTimeAsync(1000);
    expect((await Promise.all(answers)).map(({ error }) => error?.status ?? 200)).toEqual([200, 503, 403]);
    expect([lost, failed, denied].map((call) => call.mock.calls.length)).toEqual([2, 2, 1]);
    vi.useRealTimers();
  });

  test("that is taken is answered as it is", async () => {
    const answer = await createAccountMutation(queryClient)(async () => ({ data: 1, error: null }));
    expect(answer).toEqual({ data: 1, error: null });
    expect(logged).not.toHaveBeenCalled();
  });
});

describe("a change outside of a hook", () => {
  const fails = { mutationFn: () => Promise.reject(new Error("no")), retry: false };

  test("that fails is logged, and fails for its caller", async () => {
    await expect(mutate(queryClient, fails, undefined)).rejects.toThrow("no");
    expect(logged).toHaveBeenCalledExactlyOnceWith("Mutation error", expect.any(Error));
  });

  test("that is stopped ends at once and is no failure", async () => {
    const stop = new AbortController();
    const never = { mutationFn: () => new Promise<void>(() => {}) };
    const answer = mutate(queryClient, never, undefined, stop.signal);
    stop.abort();
    await expect(answer).rejects.toThrow("aborted");
    await expect(mutate(queryClient, never, undefined, stop.signal)).rejects.toThrow("aborted");
    expect(logged).not.toHaveBeenCalled();
  });
});

// What follows a change of data, in the cache of queries.
/** An observer of a query whose calls return these results in turn. */
function watching(queryClient: QueryClient, name: string, answers: readonly Promise<string>[]) {
  let calls = 0;
  const queryFn = () => answers[calls++] ?? Promise.reject(new Error("asked once too often"));
  const watched = new QueryObserver(queryClient, { queryKey: ["loadout", name], queryFn, retry: false });
  watched.subscribe(() => undefined);
  return { count: () => calls, answer: () => watched.getCurrentResult().data };
}

describe("what was changed is asked for anew", () => {
  const queryClient = createQueryClient({ onSignedOut: () => undefined });

  test("after a first answer that was under way, and once where there is one already", async () => {
    const before = Promise.withResolvers<string>();
    const watched = watching(queryClient, "known", [Promise.resolve("before"), Promise.resolve("after")]);
    await expect.poll(watched.answer).toBe("before");
    const first = watching(queryClient, "first", [before.promise, Promise.resolve("after")]);
    const done = queryClient.invalidateQueries({ queryKey: ["loadout"] });
    before.resolve("before");
    await done;
    expect([first.answer(), first.count(), watched.answer(), watched.count()]).toEqual(["after", 2, "after", 2]);
    queryClient.clear();
  });
});
