// Returns the current session or creates a guest, for changes that need a session. Not part of the first load.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { m } from "#messages";
import { createAccountMutation, mutate } from "#web/data/mutation.ts";
import { isUnauthorized } from "#web/data/problem.ts";
import { throwLocalized } from "./account-client.ts";
import { hasSessionEnded, SessionEndedError } from "./person.ts";
import { AccountCallError, type Session, useViewer, type Viewer } from "./session.ts";
import { renewSession, sessionQuery } from "./session-query.ts";

let pendingGuest: Promise<Session> | null = null;

/**
 * Returns the current session, or creates a guest for a change; simultaneous callers share one guest.
 * @throws {SessionEndedError} if the last user's session ended elsewhere, because the change does not belong in a guest's locker
 */
export const ensureSession = (queryClient: QueryClient): Promise<Session> =>
  mutate(queryClient, { mutationFn: () => getOrCreateSession(queryClient), retry: false }, undefined);

/** Fetches the session. */
const fetchSession = (queryClient: QueryClient): Promise<Session | null> =>
  queryClient.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false }).catch(throwLocalized);

async function getOrCreateSession(queryClient: QueryClient): Promise<Session> {
  const session = await fetchSession(queryClient);
  if (!session && hasSessionEnded()) throw new SessionEndedError();
  return session ?? continueAsGuest(queryClient);
}

/**
 * Returns `ensureSession` with a check that throws if another user has signed in since the screen opened, because the input
 * belongs to the first user's locker. A guest who has signed in passes the check.
 */
export function useEnsureOwnSession(): () => Promise<Session> {
  const owner = useOwner();
  const queryClient = useQueryClient();
  return () => ensureOwnSession(queryClient, owner.current);
}

/** Options for mutations of `useWithSession`, which checks the session before a refusal redirects to the sign-in. */
export const WITH_SESSION = { meta: { checksSession: true } };

/**
 * Returns a function that runs a call with the cached session, without fetching it first. A visitor becomes a guest first. A call
 * that is refused as signed out is repeated once after the session was fetched.
 * @throws {Error} as `useEnsureOwnSession` does
 */
export function useWithSession(): <T>(call: () => Promise<T>) => Promise<T> {
  const owner = useOwner();
  const ensureSessionOfOwner = useEnsureOwnSession();
  const queryClient = useQueryClient();
  return async (call) => {
    const session = queryClient.getQueryData(sessionQuery.queryKey);
    assertOwner(session, owner.current);
    if (!session && !hasSessionEnded()) await ensureSessionOfOwner();
    try {
      return await call();
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      await ensureSessionOfOwner();
      return call();
    }
  };
}

/** @throws {Error} if the session on the server belongs to another user */
export async function ensureOwnSession(queryClient: QueryClient, owner: Viewer | null): Promise<Session> {
  const session = await ensureSession(queryClient);
  // The cookie may belong to another account since the session was cached, so compare the fetched session.
  assertOwner(session, owner);
  return session;
}

function useOwner() {
  const viewer = useViewer();
  const owner = useRef<Viewer | null>(null);
  owner.current ??= viewer ?? null;
  return owner;
}

function assertOwner(session: Session | null | undefined, owner: Viewer | null): void {
  if (!owner || owner.isGuest || !session || session.user.id === owner.id) return;
  throw new Error(m.app_another_person_is_signed_in({ name: owner.name }));
}

/** Returns the current session, or creates a guest, also after another user's session has ended. */
export function continueAsGuest(queryClient: QueryClient): Promise<Session> {
  pendingGuest ??= createGuestSession(queryClient).finally(() => {
    pendingGuest = null;
  });
  return pendingGuest;
}

async function createGuestSession(queryClient: QueryClient): Promise<Session> {
  const existing = await fetchSession(queryClient);
  if (existing) return existing;
  const { error } = await createAccountMutation(queryClient)((account) => account.signIn.anonymous());
  if (error) throw new AccountCallError(error.status);
  const session = await renewSession(queryClient);
  if (!session) throw new Error(m.app_browser_stores_no_session());
  return session;
}
