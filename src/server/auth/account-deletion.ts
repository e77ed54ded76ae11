import { setImmediate as nextTurn } from "node:timers/promises";
import type { AuthParts } from "#server/auth/auth-parts.ts";
import { dropDeletedOf } from "#server/auth/platoons/deleted-platoons.ts";
import { ensureOwner, transferPlatoons } from "#server/auth/platoons/platoon-owners.ts";
import type { Database } from "#server/database/database.ts";
import { deletePerson } from "#server/people/deletion.ts";

/**
 * Deletes a person: gone at once, while the rows may follow in the background. `onMembersChanged` is called for each platoon the
 * person was in; an operator's command has none, because nothing is subscribed in its process.
 */
export async function deleteAccount(
  db: Database,
  userId: string,
  onMembersChanged?: AuthParts["onMembersChanged"],
): Promise<void> {
  const now = new Date();
  const platoons = await transferPlatoons(db, userId);
  await dropDeletedOf(db, userId, now);
  await deletePerson(db, userId, now);
  // Another owner may have left in between, who saw this one.
  for (const organizationId of platoons) {
    await ensureOwner(db, organizationId);
    onMembersChanged?.(organizationId);
    await nextTurn();
  }
}
