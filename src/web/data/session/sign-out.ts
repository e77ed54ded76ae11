import type { QueryClient } from "@tanstack/react-query";
import { forgetAll } from "#web/data/jobs.ts";
import { listLocal, removeLocal } from "#web/data/local-storage.ts";
import { logError } from "#web/data/log.ts";
import { createAccountMutation } from "#web/data/mutation.ts";
import { ANYONES_DRAFTS, advanceSignOutEpoch, getDraftPrefix } from "#web/data/offline/typed/drafts.ts";
import { forgetUndo } from "#web/data/stores/last-undo.ts";
import { dismissToasts } from "#web/ui/overlays/toasts.ts";
import { hasSessionEnded, lastPerson } from "./person.ts";
import { AccountCallError, rememberPerson } from "./session.ts";
import { dropPersonal, sessionQuery } from "./session-query.ts";

/**
 * Ends the session and deletes everything of the person from the cache and this device, unsent work included: ask first.
 * @throws {AccountCallError} when the server did not end the session; then nothing is deleted
 */
export async function signOut(queryClient: QueryClient): Promise<void> {
  // What has ended elsewhere can be cleared without the server.
  if (!hasSessionEnded()) {
    const { error } = await createAccountMutation(queryClient)((account) => account.signOut(), { isIdempotent: true });
    // 400: there was no session to end.
    if (error && error.status !== 400) throw new AccountCallError(error.status);
  }
  await forgetPerson(queryClient);
}

/** Removes what this device and this page store of the person who was signed in, unsent work included. */
export async function forgetPerson(queryClient: QueryClient): Promise<void> {
  const owner = lastPerson()?.id ?? null;
  // Clear the device before the screen, so that a signed-out screen guarantees a cleared device.
  clearPersonalStorage(owner);
  try {
    if (owner) await discardUnsent(owner).catch((error: unknown) => logError("Clearing the device", error));
    await rememberPerson(null);
  } finally {
    queryClient.setQueryData(sessionQuery.queryKey, null);
    dropPersonal(queryClient);
    forgetAll();
    forgetUndo();
    dismissToasts();
  }
}

async function discardUnsent(owner: string): Promise<void> {
  const { discardAll } = await import("#web/data/offline/outbox.ts");
  await discardAll(owner);
}

// What this browser stores of a person outside of the device's own store.

/** Names of loadouts and soldiers, an address, an import under way, what a guest brought, and unlocks checked off. */
const LOCAL: readonly string[] = [
  "palette-recent",
  "pending-email",
  "deletion-asked",
  "guest-brings",
  "fieldlocker.pending-import",
  "progress-soldier-bf4",
  "progress-soldier-bf2042",
  "tonight-checked",
];

/** Removes it; drafts too, also those from before the sign-in. */
export function clearPersonalStorage(personId: string | null): void {
  // First, so that no other tab stores a draft behind this.
  advanceSignOutEpoch();
  for (const key of LOCAL) removeLocal(key);
  const drafts = [ANYONES_DRAFTS, ...(personId === null ? [] : [getDraftPrefix(personId)])];
  for (const key of drafts.flatMap(listLocal)) removeLocal(key);
  try {
    // Addresses that were open, and what was to be done after a return from a provider.
    sessionStorage.clear();
  } catch {
    // Without storage nothing is stored.
  }
}
