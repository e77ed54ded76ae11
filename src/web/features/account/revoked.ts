// Texts about credentials that a sign-in has revoked, because their owner had not proven the address.

import type { QueryClient } from "@tanstack/react-query";
import { filterRevocable, type Revocable } from "#domain/account/account.ts";
import { m } from "#messages";
import { formatList } from "#messages/format.ts";
import { sessionQuery } from "#web/data/session/session-query.ts";
import { showToast } from "#web/ui/overlays/toasts.ts";

const NAMES = {
  password: m.account_revoked_name_password,
  passkeys: m.account_revoked_name_passkeys,
  providers: m.account_revoked_name_connections,
} as const satisfies Partial<Record<Revocable, () => string>>;

/** Returns the revoked credentials in a response of the account system; empty if there are none. */
export function parseRevoked(response: unknown): Revocable[] {
  const value = typeof response === "object" && response && "revoked" in response ? response.revoked : null;
  return Array.isArray(value) ? filterRevocable(value) : [];
}

export function formatRevoked(revoked: readonly Revocable[]): string {
  const names = revoked.flatMap((name) => (name === "sessions" ? [] : NAMES[name]()));
  if (names.length === 0) return m.account_revoked_signed_out();
  const removed = formatList(names);
  return revoked.includes("sessions")
    ? m.account_revoked_removed_and_signed_out({ removed })
    : m.account_revoked_removed({ removed });
}

/** Older sessions are ignored, because any link can contain the parameter. */
const MAX_SESSION_AGE_MS = 10 * 60_000;

/** Shows the revoked credentials in a provider's redirect to this page, and removes the parameter from the address. */
export async function showRevokedReturn(queryClient: QueryClient, search: string): Promise<void> {
  const names = new URLSearchParams(search).get("revoked") ?? "";
  const address = new URL(location.href);
  address.searchParams.delete("revoked");
  history.replaceState(history.state, "", address);
  const session = await queryClient.ensureQueryData(sessionQuery);
  const ageMs = session ? Date.now() - Date.parse(session.session.createdAt) : Number.POSITIVE_INFINITY;
  if (ageMs < MAX_SESSION_AGE_MS) showRevoked(filterRevocable(names.split(".")));
}

/** Shows the revoked credentials in a toast that stays, with a link to the security settings. */
export function showRevoked(revoked: readonly Revocable[]): void {
  if (revoked.length === 0) return;
  const action = { label: m.account_security(), run: () => location.assign("/account?tab=security") };
  showToast(formatRevoked(revoked), { isLasting: true, action });
}
