// The user of the last session, for use without a network or session. It proves nothing: the server checks the cookie.

import { atom } from "nanostores";
import { AVATAR_PATH } from "#domain/account/account.ts";
import { m } from "#messages";
import { getLocal, removeLocal, setLocal } from "#web/data/local-storage.ts";

export type Person = {
  id: string;
  name: string;
  isGuest: boolean;
  /** The session has ended without a sign-out in this browser. Stored data is shown read-only until a sign-in. */
  hasEnded?: boolean;
};

export const PERSON_KEY = "person";

/** Set after each change of the user; `isOtherTab`: another tab of this browser made the change. */
export const personChange = atom({ isOtherTab: false });

/** Returns the user as stored text, which stays identical until the user changes. */
export const getLastPersonText = (): string | null => getLocal(PERSON_KEY);

export function parsePerson(text: string | null): Person | null {
  try {
    const person: Person | null = JSON.parse(text ?? "null");
    return typeof person?.id === "string" && typeof person.name === "string" ? person : null;
  } catch {
    return null;
  }
}

/** Returns the user of the last session; null if there was none, or after a sign-out. */
export const getLastPerson = (): Person | null => parsePerson(getLastPersonText());

/** Whether the last user's session has ended without a sign-out in this browser. */
export const hasSessionEnded = (): boolean => getLastPerson()?.hasEnded === true;

/** Records that the last user's session has ended on the server. */
export function markSessionEnded(): void {
  const person = getLastPerson();
  if (!person || person.hasEnded) return;
  storePerson({ ...person, hasEnded: true });
}

/** Stores the user; null after a sign-out. Call `rememberPerson` instead, which also clears the device. */
export function storePerson(person: Person | null): void {
  if (person) setLocal(PERSON_KEY, JSON.stringify(person));
  else removeLocal(PERSON_KEY);
  personChange.set({ isOtherTab: false });
}

/** Returns a user's picture if this site hosts it; pictures of providers are never loaded. */
export const getHostedPicture = (image: string | null | undefined): string | null =>
  image?.startsWith(AVATAR_PATH) ? image : null;

/** Thrown if the last user's session has ended elsewhere: nothing may be written until a sign-in. */
export class SessionEndedError extends Error {
  override readonly name = "SessionEndedError";
  readonly status = 401;

  constructor() {
    super(m.app_session_has_expired());
  }
}
