import type { QueryClient } from "@tanstack/react-query";
import { forgetAllJobs } from "#web/data/jobs.ts";
import { listLocal, removeLocal } from "#web/data/local-storage.ts";
import { logError } from "#web/data/log.ts";
import { createAccountMutation } from "#web/data/mutation.ts";
import { advanceSignOutEpoch, getDraftPrefix, UNOWNED_PREFIX } from "#web/data/offline/typed/drafts.ts";
import { forgetUndo } from "#web/data/stores/last-undo.ts";
import { dismissToasts } from "#web/ui/overlays/toasts.ts";
import { getLastPerson, hasSessionEnded } from "./person.ts";
import { AccountCallError, rememberPerson } from "./session.ts";
import { dropPersonal, sessionQuery } from "./session-query.ts";

/**
 * Ends the session and deletes all data of the user from the cache and this device, including unsent work: ask the user first.
 * @throws {AccountCallError} if the server did not end the session; then nothing is deleted
 */
export async function signOut(queryClient: QueryClient): Promise<void> {
  // A session that has ended elsewhere can be cleared without the server.
  if (!hasSessionEnded()) {
    const { error } = await createAccountMutation(queryClient)((account) => account.signOut(), { isIdempotent: true });
    // 400: there was no session to end.
    if (error && error.status !== 400) throw new AccountCallError(error.status);
  }
  await forgetPerson(queryClient);
}

/** Removes all data of the signed-in user from this device and this page, including unsent work. */
export async function forgetPerson(queryClient: QueryClient): Promise<void> {
  const owner = getLastPerson()?.id ?? null;
  // Clear the device before the screen, so that a signed-out screen guarantees a cleared device.
  clearPersonalStorage(owner);
  try {
    if (owner) await discardUnsent(owner).catch((error: unknown) => logError("Clearing the device", error));
    await rememberPerson(null);
  } finally {
    queryClient.setQueryData(sessionQuery.queryKey, null);
    dropPersonal(queryClient);
    forgetAllJobs();
    forgetUndo();
    dismissToasts();
  }
}

async function discardUnsent(owner: string): Promise<void> {
  const { discardAll } = await import("#web/data/offline/outbox.ts");
  await discardAll(owner);
}

// Personal data in localStorage.

/** Keys with names of loadouts and soldiers, an address, a running import, and guests' imports. */
const PERSONAL_KEYS: readonly string[] = [
  "palette-recent",
  "pending-email",
  "deletion-asked",
  "guest-brings",
  "guest-import-dismissed",
  "fieldlocker.pending-import",
  "progress-soldier-bf4",
  "progress-soldier-bf2042",
];

/** The prefix of keys with a soldier's checked unlocks. */
const CHECKED_PREFIX = "tonight-checked";

/** Removes personal data from the storage, including drafts, also those from before the sign-in. */
export function clearPersonalStorage(personId: string | null): void {
  // First, so that no other tab stores a draft afterwards.
  advanceSignOutEpoch();
  for (const key of PERSONAL_KEYS) removeLocal(key);
  const prefixes = [CHECKED_PREFIX, UNOWNED_PREFIX, ...(personId === null ? [] : [getDraftPrefix(personId)])];
  for (const key of prefixes.flatMap(listLocal)) removeLocal(key);
  try {
    // Contains addresses of open pages, and the pending action after a return from a provider.
    sessionStorage.clear();
  } catch {
    // Without storage there is nothing to clear.
  }
}
