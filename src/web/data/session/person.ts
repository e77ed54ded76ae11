// Who was last here, for the time without a network or without a session. It proves nothing: the server checks the cookie.

import { atom } from "nanostores";
import { AVATAR_PATH } from "#domain/account/account.ts";
import { m } from "#messages";
import { getLocal, removeLocal, setLocal } from "#web/data/local-storage.ts";

export type Person = {
  id: string;
  name: string;
  isGuest: boolean;
  /** The session ended without a sign-out in this browser; what the device stores is shown read-only until a sign-in. */
  hasEnded?: boolean;
};

export const PERSON_KEY = "person";

/** Set after each change of the person; `isOtherTab` is true when another tab of this browser made it. */
export const personChange = atom({ isOtherTab: false });

/** The person as stored text, which is the same value until it changes. */
export const lastPersonText = (): string | null => getLocal(PERSON_KEY);

export function parsePerson(text: string | null): Person | null {
  try {
    const person: Person | null = JSON.parse(text ?? "null");
    return typeof person?.id === "string" && typeof person.name === "string" ? person : null;
  } catch {
    return null;
  }
}

/** The person of the last session; null when there was none, or after a sign-out. */
export const lastPerson = (): Person | null => parsePerson(lastPersonText());

/** True when the last person's session ended without a sign-out in this browser. */
export const hasSessionEnded = (): boolean => lastPerson()?.hasEnded === true;

/** Records that the server no longer knows the session of the last person. */
export function markSessionEnded(): void {
  const person = lastPerson();
  if (!person || person.hasEnded) return;
  storePerson({ ...person, hasEnded: true });
}

/** Stores the person; null after a sign-out. Callers use `rememberPerson`, which also clears the device. */
export function storePerson(person: Person | null): void {
  if (person) setLocal(PERSON_KEY, JSON.stringify(person));
  else removeLocal(PERSON_KEY);
  personChange.set({ isOtherTab: false });
}

/** A person's picture where it is one of ours: what a provider names is loaded by no page. */
export const ownPicture = (image: string | null | undefined): string | null =>
  image?.startsWith(AVATAR_PATH) ? image : null;

/** The session of the last person ended elsewhere: nothing may be written until a sign-in. */
export class SessionEndedError extends Error {
  override readonly name = "SessionEndedError";
  readonly status = 401;

  constructor() {
    super(m.app_session_has_expired());
  }
}
