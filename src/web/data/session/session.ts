// Who is here, for every screen. Never awaited before a page is drawn.

import { atom } from "nanostores";
import { useMemo, useSyncExternalStore } from "react";
import { safePath } from "#domain/account/redirect.ts";
import { m } from "#messages";
import { useStore } from "#web/ui/environment.ts";
import { lastPerson, lastPersonText, type Person, parsePerson, personChange, storePerson } from "./person.ts";

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
    /** The platoon that is active in it; the account library calls it an organization. */
    activeOrganizationId?: string | null;
  };
  user: SessionUser;
  /** The server could not be asked: this is who was last here. */
  isRemembered?: boolean;
};

/** An answer of the account system that was no success. */
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
  /** Asks again; null unless the session could not be determined. */
  retry: (() => void) | null;
};

/** The session as the query cache has it; session-query.ts sets it. The first screen is drawn without that cache. */
export const sessionState = atom<SessionState>({ session: undefined, retry: null });

/**
 * The session: null when the server reported none, undefined while unknown. A prerendered page has no session, so it is
 * unknown during hydration, even if the response is already there.
 */
export const useSession = (): Session | null | undefined => useStore(sessionState).session;

const UNREACHABLE = new Error(m.app_account_unreachable());

/** Set when the session could not be determined, which differs from having none; `retry` tries again. */
export function useSessionProblem(): { error: Error; retry: () => void } | null {
  const { retry } = useStore(sessionState);
  return retry && { error: UNREACHABLE, retry };
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
  const { changeOwner } = await import("#web/data/offline/outbox.ts");
  await changeOwner(before, person);
}
