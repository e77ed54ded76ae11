import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import { createQueryClient } from "./query-client.ts";

/** An observer of a query whose calls return these results in turn. */
function watching(queryClient: QueryClient, name: string, answers: readonly Promise<string>[]) {
  let asked = 0;
  const queryFn = () => answers[asked++] ?? Promise.reject(new Error("asked once too often"));
  const watched = new QueryObserver(queryClient, { queryKey: ["loadout", name], queryFn, retry: false });
  watched.subscribe(() => undefined);
  return { asked: () => asked, answer: () => watched.getCurrentResult().data };
}

describe("what was changed is asked for anew", () => {
  const queryClient = createQueryClient({ onSignedOut: () => undefined });

  test("after a first answer that was under way, and once where there is one already", async () => {
    const before = Promise.withResolvers<string>();
    const known = watching(queryClient, "known", [Promise.resolve("before"), Promise.resolve("after")]);
    await expect.poll(known.answer).toBe("before");
    const first = watching(queryClient, "first", [before.promise, Promise.resolve("after")]);
    const done = queryClient.invalidateQueries({ queryKey: ["loadout"] });
    before.resolve("before");
    await done;
    expect([first.answer(), first.asked(), known.answer(), known.asked()]).toEqual(["after", 2, "after", 2]);
    queryClient.clear();
  });
});
