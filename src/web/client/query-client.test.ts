import { beforeEach, describe, expect, test, vi } from "vitest";
import { logError } from "./log.ts";
import { createQueryClient, dropAuth } from "./query-client.ts";

vi.mock("./log.ts", () => ({ logError: vi.fn() }));
beforeEach(() => {
  vi.clearAllMocks();
});

const quiet = () => {};

/** Runs a change that fails as told, without waiting for its second try. */
async function failWith(error: Error, onSignedOut: () => void) {
  const queryClient = createQueryClient({ onSignedOut });
  const options = { mutationFn: () => Promise.reject(error), retry: false };
  const mutation = queryClient.getMutationCache().build(queryClient, options);
  await mutation.execute(undefined).catch(quiet);
}

describe("the query client", () => {
  test("asks as the specification says", () => {
    const { queries, mutations } = createQueryClient({ onSignedOut: quiet }).getDefaultOptions();
    expect(queries).toMatchObject({ staleTime: 120_000, gcTime: 300_000, retry: 3, networkMode: "offlineFirst" });
    expect(queries).toMatchObject({ refetchOnWindowFocus: true, refetchOnReconnect: true });
    expect(mutations).toMatchObject({ retry: 1, retryDelay: 1_000 });
  });

  test("waits twice as long before each further try, thirty seconds at most", () => {
    const delay = createQueryClient({ onSignedOut: quiet }).getDefaultOptions().queries?.retryDelay;
    const waits = [0, 1, 2, 4, 5, 9].map((attempt) => typeof delay === "function" && delay(attempt, new Error()));
    expect(waits).toEqual([1_000, 2_000, 4_000, 16_000, 30_000, 30_000]);
  });

  test("forgets the session and nothing else", () => {
    const queryClient = createQueryClient({ onSignedOut: quiet });
    queryClient.setQueryData(["auth", "session"], { user: {} });
    queryClient.setQueryData(["home"], 1);
    dropAuth(queryClient);
    expect(queryClient.getQueryData(["auth", "session"])).toBeUndefined();
    expect(queryClient.getQueryData(["home"])).toBe(1);
    queryClient.clear();
  });
});

describe("a failed change", () => {
  test("signs out when nobody is signed in, and is not logged", async () => {
    const onSignedOut = vi.fn();
    await failWith(new Error("The answer was 401"), onSignedOut);
    expect(onSignedOut).toHaveBeenCalledOnce();
    expect(logError).not.toHaveBeenCalled();
  });

  test("is otherwise only logged", async () => {
    const onSignedOut = vi.fn();
    const error = new Error("Broken");
    await failWith(error, onSignedOut);
    expect(onSignedOut).not.toHaveBeenCalled();
    expect(logError).toHaveBeenCalledExactlyOnceWith("Mutation error", error);
  });
});
