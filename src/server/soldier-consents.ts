// Consents to show a soldier to a platoon: queries, locks, and removal of feed entries when a consent or the soldier changes.
import { type FigureGroup, feedBody, getEntryGroup, SOLDIER_FEED_KINDS } from "#domain/platoon/platoon.ts";
import type { Database } from "#server/database/database.ts";

/** Returns a query of the consents of current members for soldiers that they claim. */
export const selectConsents = (db: Database) =>
  db
    .selectFrom("boardConsent")
    // This join excludes people who left the platoon and whose rows are not deleted yet.
    .innerJoin("member", (join) =>
      join
        .onRef("member.userId", "=", "boardConsent.userId")
        .onRef("member.organizationId", "=", "boardConsent.organizationId"),
    )
    .innerJoin("soldier", (join) =>
      join.onRef("soldier.userId", "=", "boardConsent.userId").onRef("soldier.id", "=", "boardConsent.soldierId"),
    )
    .where("soldier.relation", "=", "mine")
    .where("soldier.deletedAt", "is", null);

/** Locks the soldier's consent rows until the transaction ends; returns the ids of the platoons. */
export async function lockConsents(trx: Database, userId: string, soldierId: string): Promise<string[]> {
  const consents = await trx
    .updateTable("boardConsent")
    .set((eb) => ({ figureGroups: eb.ref("figureGroups") }))
    .where("userId", "=", userId)
    .where("soldierId", "=", soldierId)
    .returning("organizationId")
    .execute();
  return consents.map(({ organizationId }) => organizationId);
}

/** Deletes the soldier's entries from the platoon's feed, except those of `groups`. */
export async function removeSoldierEntries(
  trx: Database,
  { organizationId, userId, soldierId }: { organizationId: string; userId: string; soldierId: string },
  groups: readonly FigureGroup[] = [],
): Promise<void> {
  const entries = await trx
    .selectFrom("platoonEvent")
    .select(["id", "kind", "body"])
    // Filter by actor first: a platoon's feed can be long.
    .where("actorId", "=", userId)
    .where("organizationId", "=", organizationId)
    .where("kind", "in", SOLDIER_FEED_KINDS)
    .where("body", "like", `%"soldierId":"${soldierId}"%`)
    .execute();
  const ids = entries
    .filter(({ kind, body }) => !groups.includes(getEntryGroup(kind, feedBody.parse(JSON.parse(body)))))
    .map(({ id }) => id);
  if (ids.length > 0) await trx.deleteFrom("platoonEvent").where("id", "in", ids).execute();
}
