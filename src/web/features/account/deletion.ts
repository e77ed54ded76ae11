// The deletion of an account that this browser has asked for, from the mail to the page that follows it.
import { recall, remember } from "#web/client/memory.ts";
import type { ChangeAccount } from "#web/client/mutation.ts";
import { lastPerson } from "#web/client/person.ts";

const KEY = "deletion-asked";

/** Has the confirmation mailed; its link leads to the page that says what was deleted. */
export async function askForDeletion(change: ChangeAccount) {
  const answer = await change((account) => account.deleteUser({ callbackURL: "/account?deleted=account" }));
  const id = lastPerson()?.id;
  if (!answer.error && id) remember(KEY, id);
  return answer;
}

/**
 * Whether this browser asked for the deletion of the person it last knew. An address alone, which anyone can send, is no
 * reason to remove what a person has not sent yet.
 */
export function wasAskedHere(): boolean {
  const asked = recall(KEY);
  return asked !== null && asked === lastPerson()?.id;
}
