// The deletion of an account that this browser has asked for, from the mail to the page that follows it.
import { getLocal, setLocal } from "#web/data/local-storage.ts";
import type { ChangeAccount } from "#web/data/mutation.ts";
import { lastPerson } from "#web/data/session/person.ts";

const KEY = "deletion-asked";

/** Requests the confirmation mail; its link leads to the page that lists what was deleted. */
export async function askForDeletion(change: ChangeAccount) {
  const answer = await change((account) => account.deleteUser({ callbackURL: "/account?deleted=account" }));
  const id = lastPerson()?.id;
  if (!answer.error && id) setLocal(KEY, id);
  return answer;
}

/**
 * Whether this browser asked for the deletion of the person it last knew. An address alone, which anyone can send, is no
 * reason to remove what a person has not sent yet.
 */
export function wasAskedHere(): boolean {
  const asked = getLocal(KEY);
  return asked !== null && asked === lastPerson()?.id;
}
