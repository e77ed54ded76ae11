import { useMemo, useSyncExternalStore } from "react";
import { lastPersonText, type Person, parsePerson, watchPerson } from "./person.ts";
import { useSession } from "./session.ts";

/** The person whose things the screens show. */
export type Viewer = Person & { hasEnded: boolean };

/**
 * The person of the session, or of a session that ended elsewhere, whose things are shown read-only; null without either,
 * undefined while unknown.
 */
export function useViewer(): Viewer | null | undefined {
  const session = useSession();
  const text = useSyncExternalStore(watchPerson, lastPersonText, () => null);
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
