import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { safePath } from "#domain/account/redirect.ts";
import { sessionQuery } from "#web/client/session.ts";

/** Leads on after sign-in: the new session is known, and the person is where they came from, or home. */
export function useAfterSignIn(redirect: string | undefined): () => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async () => {
    await router.navigate({ href: safePath(redirect) ?? "/" });
    await renewSession(queryClient);
    await router.invalidate();
  };
}

/** Asks who is here again, and drops what another one saw. */
export async function renewSession(queryClient: QueryClient): Promise<void> {
  queryClient.removeQueries({ predicate: ({ queryKey: [path] }) => Array.isArray(path) && path[0] === "loadout" });
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}
