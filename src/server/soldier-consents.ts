// What platoons see of a soldier: its owner changes that, and so does each change of the soldier.
import { type FigureGroup, feedBody, getEntryGroup, SOLDIER_FEED_KINDS } from "#domain/platoon/platoon.ts";
import type { Database } from "#server/database/database.ts";

/** What platoons may see of the soldiers that their present members claim. */
export const selectConsents = (db: Database) =>
  db
    .selectFrom("boardConsent")
    // People who left show nothing, even before their rows are deleted.
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

/** Holds what platoons may see of a soldier until the transaction ends; answers the platoons. */
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

/** Deletes what the feed of a platoon has of a soldier of this person but for what comes from these groups of figures. */
export async function removeSoldierEntries(
  trx: Database,
  { organizationId, userId, soldierId }: { organizationId: string; userId: string; soldierId: string },
  groups: readonly FigureGroup[] = [],
): Promise<void> {
  const entries = await trx
    .selectFrom("platoonEvent")
    .select(["id", "kind", "body"])
    // Found by its player: a platoon's feed is long.
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
