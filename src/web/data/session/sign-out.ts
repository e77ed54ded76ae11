import type { QueryClient } from "@tanstack/react-query";
import { dismissToasts } from "#web/components/overlays/toasts.ts";
import { forgetAll } from "#web/data/jobs.ts";
import { createAccountMutation } from "#web/data/mutation.ts";
import { forgetUndo } from "#web/data/stores/last-undo.ts";
import { hasSessionEnded, lastPerson } from "./person.ts";
import { clearPersonalStorage } from "./personal-storage.ts";
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
    if (owner) await discardUnsent(owner);
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
  const { getWorld } = await import("#web/data/offline/outbox/outbox-world.ts");
  await getWorld(owner).write(() => []);
}
