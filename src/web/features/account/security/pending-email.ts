// The new address of a pending change, until the mailed link expires: on the server it exists only in that link.
import { getLocal, setLocal } from "#web/data/local-storage.ts";

const KEY = "pending-email";
const LINK_LIFE_MS = 60 * 60 * 1000;

type Person = { id: string; email: string };

/** The address this person's change waits for; null when none does. */
export function getPendingEmail({ id, email }: Person, now = Date.now()): string | null {
  const [userId, pending, askedAt] = (getLocal(KEY) ?? "").split(" ");
  if (userId !== id || !pending || pending === email) return null;
  return now - Number(askedAt) < LINK_LIFE_MS ? pending : null;
}

export function rememberPendingEmail({ id }: Pick<Person, "id">, pending: string, now = Date.now()): void {
  setLocal(KEY, [id, pending.toLowerCase(), now].join(" "));
}
