// Who is here. Asked by the browser only and never awaited before a page is drawn.
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { safePath } from "#domain/account/redirect.ts";
import { useHydrated } from "#web/components/ui/environment.ts";
import { setReach } from "#web/data/connectivity.ts";
import {
  lastPerson,
  lastPersonText,
  markSessionEnded,
  type Person,
  parsePerson,
  personChange,
  storePerson,
} from "./person.ts";

export type SessionUser = {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  image?: string | null;
  /** True for a guest. */
  isAnonymous?: boolean | null;
};

export type Session = {
  session: { id: string; token: string; createdAt: string; expiresAt: string };
  user: SessionUser;
  /** The server could not be asked: this is who was last here. */
  isRemembered?: boolean;
};

declare global {
  interface Window {
    /** The page's own script has asked already, before anything else was there. */
    earlySession?: Promise<Response> | undefined;
  }
}

/** An answer of the account system that was no success. */
export class AccountCallError extends Error {
  override readonly name = "AccountCallError";
  readonly status: number;

  constructor(status: number) {
    super(`The account system answered ${status}.`);
    this.status = status;
  }
}

async function readSession(queryClient: QueryClient, signal: AbortSignal): Promise<Session | null> {
  const before = queryClient.getQueryData(sessionQuery.queryKey)?.user.id;
  const session = await askForSession(signal);
  // Another tab signed out or signed in someone else: this tab must not show the previous user any longer.
  if (!before || session?.user.id === before) return session;
  const { dropEnded, resetPersonal } = await import("./personal-queries.ts");
  if (session) resetPersonal(queryClient);
  else dropEnded(queryClient);
  return session;
}

async function askForSession(signal: AbortSignal): Promise<Session | null> {
  const asked = window.earlySession ?? fetch("/api/auth/get-session", { credentials: "include", signal });
  window.earlySession = undefined;
  let response: Response;
  try {
    response = await asked;
  } catch (error) {
    signal.throwIfAborted();
    setReach({ isLost: true });
    const person = lastPerson();
    if (!person) throw error;
    return person.hasEnded ? null : remembered(person);
  }
  if (!response.ok) throw new AccountCallError(response.status);
  setReach({ isLost: false });
  const session: Session | null = await response.json();
  signal.throwIfAborted();
  if (session) {
    const { id, name, isAnonymous } = session.user;
    void rememberPerson({ id, name, isGuest: isAnonymous === true });
  } else markSessionEnded();
  return session;
}

const remembered = ({ id, name, isGuest }: Person): Session => ({
  session: { id: "", token: "", createdAt: "", expiresAt: "" },
  user: { id, name, email: "", emailVerified: true, isAnonymous: isGuest },
  isRemembered: true,
});

export const sessionQuery = queryOptions({
  queryKey: ["auth", "session"],
  queryFn: ({ client, signal }): Promise<Session | null> => readSession(client, signal),
  // A session may have ended elsewhere while the page was out of sight.
  refetchOnWindowFocus: "always",
});

/**
 * The session: null when the server reported none, undefined while unknown. A prerendered page has no session, so it is
 * unknown during hydration, even if the response is already there.
 */
export function useSession(): Session | null | undefined {
  const hydrated = useHydrated();
  const { data } = useQuery(sessionQuery);
  return hydrated ? data : undefined;
}

const UNREACHABLE = new Error("Can't reach your account. Try again in a moment.");

/** Set when the session could not be determined, which differs from having none; `retry` tries again. */
export function useSessionProblem(): { error: Error; retry: () => void } | null {
  const { data, isError, isPaused, refetch } = useQuery(sessionQuery);
  return data === undefined && (isError || isPaused) ? { error: UNREACHABLE, retry: () => void refetch() } : null;
}

/** Asks who is here again; what was asked before and not answered yet would tell of the time before. */
export async function renewSession(queryClient: QueryClient): Promise<Session | null> {
  await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
  return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/** The person whose things the screens show. */
export type Viewer = Person & { hasEnded: boolean };

/**
 * The person of the session, or of a session that ended elsewhere, whose things are shown read-only; null without either,
 * undefined while unknown.
 */
export function useViewer(): Viewer | null | undefined {
  const session = useSession();
  const text = useSyncExternalStore(personChange.listen, lastPersonText, () => null);
  return useMemo(() => {
    if (session === undefined) return undefined;
    if (session) {
      const { id, name, isAnonymous } = session.user;
      return { id, name, isGuest: isAnonymous === true, hasEnded: false };
    }
    const person = parsePerson(text);
    return person?.hasEnded ? { ...person, hasEnded: true } : null;
  }, [session, text]);
}

/** The address of the sign-in page that leads back to `from`. */
export function loginAddress(from: string): string {
  const path = safePath(from);
  if (!path || path === "/" || path.startsWith("/login")) return "/login";
  return `/login?redirect=${encodeURIComponent(path)}`;
}

/** Stores the person, or after a sign-out none. Deletes what the device stores for anyone else, then settles. */
export async function rememberPerson(person: Person | null): Promise<void> {
  const before = lastPerson();
  storePerson(person);
  if (before?.id === person?.id) return;
  const { changeOwner } = await import("#web/data/offline/owner.ts");
  await changeOwner(before, person);
}
