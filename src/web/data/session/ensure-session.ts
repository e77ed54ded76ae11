// The session that a change needs: the one there is, or a new guest's. Not in the first load.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { m } from "#messages";
import { createAccountMutation, mutate } from "#web/data/mutation.ts";
import { isUnauthorized } from "#web/data/problem.ts";
import { throwWorded } from "./account-client.ts";
import { hasSessionEnded, SessionEndedError } from "./person.ts";
import { AccountCallError, type Session, useViewer, type Viewer } from "./session.ts";
import { renewSession, sessionQuery } from "./session-query.ts";

let opening: Promise<Session> | null = null;

/**
 * The session there is, or a new guest's, for a change that follows; callers at the same time share one guest.
 * @throws {SessionEndedError} when the last person's session ended elsewhere: a guest's locker would not be theirs
 */
export const ensureSession = (queryClient: QueryClient): Promise<Session> =>
  mutate(queryClient, { mutationFn: () => sessionForChange(queryClient), retry: false }, undefined);

/** Asks the server who is here. */
const askAgain = (queryClient: QueryClient): Promise<Session | null> =>
  queryClient.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false }).catch(throwWorded);

async function sessionForChange(queryClient: QueryClient): Promise<Session> {
  const session = await askAgain(queryClient);
  if (!session && hasSessionEnded()) throw new SessionEndedError();
  return session ?? continueAsGuest(queryClient);
}

/**
 * Returns `ensureSession` with a check that throws when another person has signed in since the screen opened, whose locker is not the
 * one the input was made for. A guest who signed in keeps the locker.
 */
export function useOwnSession(): () => Promise<Session> {
  const owner = useOwner();
  const queryClient = useQueryClient();
  return () => ensureOwnSession(queryClient, owner.current);
}

/** For mutations made by `useWithSession`, which asks who is here before a refusal as signed out leads to the sign-in. */
export const WITH_SESSION = { meta: { asksWhoIsHere: true } };

/**
 * Returns a function that makes a call with the session there is, without asking for it: a visitor becomes a guest first, and a call
 * that is refused as signed out is made once more after the server has answered who is here.
 * @throws {Error} as `useOwnSession` does
 */
export function useWithSession(): <T>(call: () => Promise<T>) => Promise<T> {
  const owner = useOwner();
  const ensureOwn = useOwnSession();
  const queryClient = useQueryClient();
  return async (call) => {
    const session = queryClient.getQueryData(sessionQuery.queryKey);
    assertOwner(session, owner.current);
    if (!session && !hasSessionEnded()) await ensureOwn();
    try {
      return await call();
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      await ensureOwn();
      return call();
    }
  };
}

/** @throws {Error} when the session that the server answers is another person's */
export async function ensureOwnSession(queryClient: QueryClient, owner: Viewer | null): Promise<Session> {
  const session = await ensureSession(queryClient);
  // The cookie can have become another account's without this page noticing, so the cached session proves nothing.
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

/** The session there is, or a new guest's, also after another person's session has ended. */
export function continueAsGuest(queryClient: QueryClient): Promise<Session> {
  opening ??= openSession(queryClient).finally(() => {
    opening = null;
  });
  return opening;
}

async function openSession(queryClient: QueryClient): Promise<Session> {
  const present = await askAgain(queryClient);
  if (present) return present;
  const { error } = await createAccountMutation(queryClient)((account) => account.signIn.anonymous());
  if (error) throw new AccountCallError(error.status);
  const session = await renewSession(queryClient);
  if (!session) throw new Error(m.app_browser_stores_no_session());
  return session;
}
