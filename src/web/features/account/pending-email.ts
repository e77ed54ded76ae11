// The address somebody asked to change to, until the mailed link has run out: the server keeps it in that link alone.
import { recall, remember } from "#web/client/memory.ts";

const KEY = "pending-email";
const LINK_LIFE_MS = 60 * 60 * 1000;

type Person = { id: string; email: string };

/** The address this person's change waits for; null when none does. */
export function pendingEmailOf({ id, email }: Person, now = Date.now()): string | null {
  const [userId, wanted, askedAt] = (recall(KEY) ?? "").split(" ");
  if (userId !== id || !wanted || wanted === email) return null;
  return now - Number(askedAt) < LINK_LIFE_MS ? wanted : null;
}

export function rememberPendingEmail({ id }: Pick<Person, "id">, wanted: string, now = Date.now()): void {
  remember(KEY, [id, wanted.toLowerCase(), now].join(" "));
}
