import type { QueryClient } from "@tanstack/react-query";
import { AccountCallError, sessionQuery } from "./session.ts";
import { forgetAll } from "./work.ts";

/** Ends the session; nothing a signed-in person saw stays in the cache. */
export async function signOut(queryClient: QueryClient): Promise<void> {
  const { authClient } = await import("./auth-client.ts");
  const { error } = await authClient.signOut();
  // 400: there was no session to end, which is what was wanted.
  if (error && error.status !== 400) throw new AccountCallError(error.status);
  queryClient.setQueryData(sessionQuery.queryKey, null);
  dropPersonal(queryClient);
  forgetAll();
}

/** Forgets what was asked of a person's own things; the games' figures are everyone's and stay. */
export function dropPersonal(queryClient: QueryClient): void {
  queryClient.removeQueries({
    predicate: ({ queryKey: [path, part] }) =>
      Array.isArray(path) ? path[0] !== "arsenal" : path === "auth" && part !== "session",
  });
}
