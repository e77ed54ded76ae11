import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { safePath } from "#domain/account/redirect.ts";
import { sessionQuery } from "#web/client/session.ts";
import { dropPersonal } from "#web/client/sign-out.ts";

/** Leads on after sign-in: the new session is known, and the person is where they came from, or home. */
export function useAfterSignIn(redirect: string | undefined): () => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async () => {
    await router.navigate({ href: safePath(redirect) ?? "/" });
    dropPersonal(queryClient);
    await renewSession(queryClient);
    await router.invalidate();
  };
}

/** Asks who is here again. */
export async function renewSession(queryClient: QueryClient): Promise<void> {
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}
