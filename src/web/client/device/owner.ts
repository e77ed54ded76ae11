// Whose things this device keeps.
import type { Person } from "#web/client/person.ts";
import { addChange } from "./outbox.ts";
import { setOutboxState } from "./outbox-state.ts";
import { showWaiting, worldOf } from "./outbox-world.ts";
import { keepOnly } from "./store.ts";

/**
 * Somebody else is here, or nobody. What was read for others goes. A guest's locker goes along with their next sign-in, and
 * so does what waits to be sent to it; what anybody else has not sent waits for them.
 */
export async function changeOwner(before: Person | null, next: Person | null): Promise<void> {
  if (before?.isGuest && next && !next.isGuest) {
    for (const change of await worldOf(before.id).read()) await addChange(worldOf(next.id), change);
    await worldOf(before.id).write(() => []);
  }
  await keepOnly(next?.id ?? null);
  await showWaiting(next?.id ?? null);
  setOutboxState({ phase: "still" });
}
