import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import { askAnew } from "./ask-anew.ts";

describe("asking anew", () => {
  test("takes no first answer that was under way for the new one", async () => {
    const queryClient = new QueryClient();
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    let asked = 0;
    const queryKey = ["soldier"];
    const queryFn = () => answers[asked++]?.promise ?? Promise.reject(new Error("asked once too often"));
    const watched = new QueryObserver(queryClient, { queryKey, queryFn });
    const leave = watched.subscribe(() => undefined);
    const done = askAnew(queryClient, { queryKey });
    answers[0]?.resolve("before");
    answers[1]?.resolve("after");
    await done;
    expect(watched.getCurrentResult().data).toBe("after");
    leave();
  });

  test("asks once for what is there already", async () => {
    const queryClient = new QueryClient();
    let asked = 0;
    const queryKey = ["soldier"];
    const watched = new QueryObserver(queryClient, { queryKey, queryFn: () => Promise.resolve(++asked) });
    const leave = watched.subscribe(() => undefined);
    await watched.fetchOptimistic({ ...queryClient.defaultQueryOptions({ queryKey, queryFn: () => ++asked }) });
    const before = asked;
    await askAnew(queryClient, { queryKey });
    expect(asked).toBe(before + 1);
    leave();
  });
});
