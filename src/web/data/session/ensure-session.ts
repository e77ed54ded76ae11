// The session that a change needs: the one there is, or a new guest's. Not in the first load.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { createAccountMutation, mutate } from "#web/data/mutation.ts";
import { hasSessionEnded } from "./person.ts";
import { AccountCallError, renewSession, type Session, sessionQuery } from "./session.ts";
import { SessionEndedError } from "./session-ended.ts";
import { useViewer, type Viewer } from "./viewer.ts";

let opening: Promise<Session> | null = null;

/**
 * The session there is, or a new guest's, for a change that follows; callers at the same time share one guest.
 * @throws {SessionEndedError} when the last person's session ended elsewhere: a guest's locker would not be theirs
 */
export const ensureSession = (queryClient: QueryClient): Promise<Session> =>
  mutate(queryClient, { mutationFn: () => sessionForChange(queryClient), retry: false }, undefined);

async function sessionForChange(queryClient: QueryClient): Promise<Session> {
  const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  if (!session && hasSessionEnded()) throw new SessionEndedError();
  return session ?? continueAsGuest(queryClient);
}

/**
 * Returns a check for the moment of writing that throws when another person has signed in since the screen opened, whose
 * locker is not the one the input was made for. A guest who signed in keeps the locker.
 */
export function useSameOwner(): () => void {
  const viewer = useViewer();
  const owner = useRef<Viewer | null>(null);
  owner.current ??= viewer ?? null;
  const queryClient = useQueryClient();
  return () => {
    const now = queryClient.getQueryData(sessionQuery.queryKey)?.user.id;
    if (!owner.current || owner.current.isGuest || now === undefined || now === owner.current.id) return;
    throw new Error(`Another person is signed in now. Sign in as ${owner.current.name} to save this.`);
  };
}

/** The session there is, or a new guest's, also after another person's session has ended. */
export function continueAsGuest(queryClient: QueryClient): Promise<Session> {
  opening ??= openSession(queryClient).finally(() => {
    opening = null;
  });
  return opening;
}

async function openSession(queryClient: QueryClient): Promise<Session> {
  const present = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  if (present) return present;
  const { error } = await createAccountMutation(queryClient)((account) => account.signIn.anonymous());
  if (error) throw new AccountCallError(error.status);
  const session = await renewSession(queryClient);
  if (!session) throw new Error("This browser does not keep a session. Are cookies blocked?");
  return session;
}
