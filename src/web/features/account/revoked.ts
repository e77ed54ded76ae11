// What a sign-in has revoked because the address was never proven together with it, in words.

import type { QueryClient } from "@tanstack/react-query";
import { filterRevocable, type Revocable } from "#domain/account/account.ts";
import { m } from "#messages";
import { formatList } from "#messages/format.ts";
import { sessionQuery } from "#web/data/session/session-query.ts";
import { showToast } from "#web/ui/overlays/toasts.ts";

const WORDS = {
  password: m.account_revoked_name_password,
  passkeys: m.account_revoked_name_passkeys,
  providers: m.account_revoked_name_connections,
} as const satisfies Partial<Record<Revocable, () => string>>;

/** What an answer of the account system names as revoked; nothing where it names nothing. */
export function parseRevoked(answer: unknown): Revocable[] {
  const named = typeof answer === "object" && answer && "revoked" in answer ? answer.revoked : null;
  return Array.isArray(named) ? filterRevocable(named) : [];
}

export function revokedText(revoked: readonly Revocable[]): string {
  const names = revoked.flatMap((name) => (name === "sessions" ? [] : WORDS[name]()));
  if (names.length === 0) return m.account_revoked_signed_out();
  const removed = formatList(names);
  return revoked.includes("sessions")
    ? m.account_revoked_removed_and_signed_out({ removed })
    : m.account_revoked_removed({ removed });
}

/** A link could name anything: only a sign-in of the last minutes has revoked something. */
const RETURN_MS = 10 * 60_000;

/** Shows what the return from a provider named in the query string the page was opened with; the address bar forgets it. */
export async function showRevokedReturn(queryClient: QueryClient, search: string): Promise<void> {
  const names = new URLSearchParams(search).get("revoked") ?? "";
  const address = new URL(location.href);
  address.searchParams.delete("revoked");
  history.replaceState(history.state, "", address);
  const session = await queryClient.ensureQueryData(sessionQuery);
  const ageMs = session ? Date.now() - Date.parse(session.session.createdAt) : Number.POSITIVE_INFINITY;
  if (ageMs < RETURN_MS) showRevoked(filterRevocable(names.split(".")));
}

/** Shows it until it is closed, with the way to the settings that it is about. */
export function showRevoked(revoked: readonly Revocable[]): void {
  if (revoked.length === 0) return;
  const action = { label: m.account_security(), run: () => location.assign("/account?tab=security") };
  showToast(revokedText(revoked), { isLasting: true, action });
}
