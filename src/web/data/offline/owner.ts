// Whose things this device keeps.

import { addChange } from "#web/data/offline/outbox/outbox.ts";
import { applyPending, getWorld } from "#web/data/offline/outbox/outbox-world.ts";
import { setOutboxState } from "#web/data/offline/outbox/pending-mutation.ts";
import type { Person } from "#web/data/session/person.ts";
import { keepOnly } from "./store.ts";

/**
 * Handles a change of user. Data read for the previous user is deleted. A guest's locker and pending changes move to
 * their account at the next sign-in; another user's unsent changes stay for them.
 */
export async function changeOwner(before: Person | null, next: Person | null): Promise<void> {
  if (before?.isGuest && next && !next.isGuest) {
    for (const change of await getWorld(before.id).read()) await addChange(getWorld(next.id), change);
    await getWorld(before.id).write(() => []);
  }
  await keepOnly(next?.id ?? null);
  await applyPending(next?.id ?? null);
  setOutboxState({ phase: "still" });
}
