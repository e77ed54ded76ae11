// The session, for every screen. No page waits for it before it is drawn.

import { atom } from "nanostores";
import { useMemo, useSyncExternalStore } from "react";
import { parseSafePath } from "#domain/account/redirect.ts";
import { m } from "#messages";
import { useStore } from "#web/ui/environment.ts";
import { getLastPerson, getLastPersonText, type Person, parsePerson, personChange, storePerson } from "./person.ts";

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
  session: {
    id: string;
    token: string;
    createdAt: string;
    expiresAt: string;
    /** The active platoon; the account library calls it an organization. */
    activeOrganizationId?: string | null;
  };
  user: SessionUser;
  /** The server could not be reached: this is the last user. */
  isRemembered?: boolean;
};

/** An error response of the account system. */
export class AccountCallError extends Error {
  override readonly name = "AccountCallError";
  readonly status: number;

  constructor(status: number) {
    super(m.app_the_account_system_answered_status({ status }));
    this.status = status;
  }
}

type SessionState = {
  session: Session | null | undefined;
  /** Fetches the session again; null unless it could not be fetched. */
  retry: (() => void) | null;
};

/** The session from the query cache, set by session-query.ts. The first screen is drawn without the query library. */
export const sessionState = atom<SessionState>({ session: undefined, retry: null });

/**
 * Returns the session: null if there is none, undefined while it is loading. A prerendered page has no session, so it is
 * undefined during hydration, even if the response has already arrived.
 */
export const useSession = (): Session | null | undefined => useStore(sessionState).session;

const UNREACHABLE = new Error(m.app_account_unreachable());

/** Returns the error if the session could not be fetched, and a function to retry; null otherwise. */
export function useSessionProblem(): { error: Error; retry: () => void } | null {
  const { retry } = useStore(sessionState);
  return retry && { error: UNREACHABLE, retry };
}

/** The user whose data the screens show. */
export type Viewer = Person & { hasEnded: boolean };

/**
 * Returns the user of the session, or of a session that ended elsewhere, whose data is shown read-only; null without either,
 * undefined while loading.
 */
export function useViewer(): Viewer | null | undefined {
  const session = useSession();
  const text = useSyncExternalStore(personChange.listen, getLastPersonText, () => null);
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

/** Returns the address of the sign-in page that leads back to `from`. */
export function getLoginAddress(from: string): string {
  const path = parseSafePath(from);
  if (!path || path === "/" || path.startsWith("/login")) return "/login";
  return `/login?redirect=${encodeURIComponent(path)}`;
}

/** Stores the user, or null after a sign-out. Resolves after other users' data on this device is deleted. */
export async function rememberPerson(person: Person | null): Promise<void> {
  const before = getLastPerson();
  storePerson(person);
  if (before?.id === person?.id) return;
  const { changeOwner } = await import("#web/data/offline/outbox.ts");
  await changeOwner(before, person);
}
