// Deleted platoons can be restored for some days: the row of `organization` moves into `deletedPlatoon`, and all other rows stay, so
// that both operations take as long for a thousand members as for five. The hourly purge deletes the other rows in small steps.
// Until then statements must check for the row of `organization`, or they find members, squads and invitations of deleted platoons:
// `withoutDeletedPlatoons` adds this to the account library's statements, and ours begin with `memberProcedure` or join that table.
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import {
  DELETED_PLATOON_DAYS,
  FEED_DAYS,
  formatMetadata,
  isOwner,
  LINK_DAYS,
  MAX_PLATOONS,
} from "#domain/platoon/platoon.ts";
import { AppError } from "#messages/errors.ts";
import { type Database, inTransaction, OF_ALL_OWNERS } from "#server/database/database.ts";
import { deleteInChunks, deleteOlder, forEachRange, type Run, type Scan } from "#server/database/purge-run.ts";
import { countAll } from "#server/database/queries.ts";
import { countPlatoons, memberRank, voidInvitations } from "./platoon-owners.ts";

const DAY_MS = 24 * 60 * 60_000;

/** The account library's tables with a platoon id. Rows of `teamMember` are deleted with their team. */
export const LIBRARY_TABLES = ["member", "invitation", "team"] as const;

/** Returns an SQL condition: whether the platoon of a row of `table` exists in `platoons`. */
export const existsIn = (platoons: "organization" | "deletedPlatoon", table: string) =>
  sql<boolean>`EXISTS (SELECT 1 FROM ${sql.table(platoons)}
    WHERE ${sql.ref(`${platoons}.id`)} = ${sql.ref(`${table}.organizationId`)})`;

const instants = { createdAt: z.coerce.date(), updatedAt: z.coerce.date() };
const row = z.object({ id: z.string(), ...instants });
const deletedPlatoonBody = z.object({
  organization: row.extend({
    name: z.string(),
    slug: z.string(),
    logo: z.string().nullable(),
    metadata: z.string().nullable(),
  }),
});

/** Deletes a platoon so that it can be restored. The account library calls this before its own deletion, which then finds no rows. */
export const deletePlatoon = (db: Database, id: string, deletedBy: string, now: Date): Promise<void> =>
  inTransaction(db, async (trx) => {
    const organization = await trx.selectFrom("organization").selectAll().where("id", "=", id).executeTakeFirst();
    if (!organization) return;
    const updatedAt = now.toISOString();
    const endsAt = new Date(now.getTime() + DELETED_PLATOON_DAYS * DAY_MS).toISOString();
    const metadata = organization.metadata === null ? null : formatMetadata(organization.metadata);
    const body = JSON.stringify({ organization: { ...organization, metadata } });
    const { name, slug } = organization;
    await trx
      .insertInto("deletedPlatoon")
      .values({ id, deletedBy, name, slug, body, endsAt, createdAt: updatedAt, updatedAt })
      .execute();
    await trx.deleteFrom("organization").where("id", "=", id).execute();
  });

/** Returns the number of platoons that this person deleted and that are not purged yet. */
export const countDeleted = (db: Database, userId: string): Promise<number> =>
  countAll(db.selectFrom("deletedPlatoon").where("deletedBy", "=", userId));

/** Returns the deleted platoons that this person owned and can still restore, the last deleted first, at most `MAX_PLATOONS`. */
export const listDeleted = (db: Database, userId: string, now: Date) =>
  selectDeleted(db, userId, now).select(["id", "name", "slug", "endsAt"]).limit(MAX_PLATOONS).execute();

/** Returns a query of the restorable platoons owned by this person, the last deleted first. */
const selectDeleted = (db: Database, userId: string, now: Date) =>
  db
    .selectFrom("deletedPlatoon")
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("member").select("organizationId").where("userId", "=", userId).where(memberRank, "=", sql.lit(0)),
    )
    .where("endsAt", ">", now.toISOString())
    .orderBy("createdAt", "desc");

/** Returns the ids of these users that still exist. */
async function findExistingUsers(db: Database, userIds: readonly string[]): Promise<Set<string>> {
  const people = await db
    .selectFrom("user")
    .select("id")
    .where("id", "in", [...userIds, ""])
    .execute();
  return new Set(people.map(({ id }) => id));
}

/** Called before a user is deleted: drops deleted platoons that no other existing owner could restore. */
export async function dropUnrestorable(db: Database, userId: string, now: Date): Promise<void> {
  const platoons = await selectDeleted(db, userId, now).select("id").execute();
  for (const { id } of platoons) {
    const members = await selectOwners(db, id).execute();
    const otherOwners = members.filter((member) => member.userId !== userId && isOwner(member.role));
    const existingOwners = await findExistingUsers(
      db,
      otherOwners.map((other) => other.userId),
    );
    if (existingOwners.size === 0) await db.deleteFrom("deletedPlatoon").where("id", "=", id).execute();
    await setImmediate();
  }
}

const selectOwners = (db: Database, organizationId: string) =>
  db
    .selectFrom("member")
    .select(["userId", "role"])
    .where("organizationId", "=", organizationId)
    .where(memberRank, "=", sql.lit(0));

/**
 * Restores a deleted platoon with all members who still have an account. Members who have joined other platoons since may then
 * exceed the maximum.
 * @throws {AppError} platoon_restore_missing; platoons_full; platoon_address_taken
 */
export async function restorePlatoon(
  trx: Database,
  userId: string,
  { id, slug: otherSlug }: { id: string; slug?: string | undefined },
  now: Date,
): Promise<{ id: string; slug: string }> {
  const platoon = await selectDeleted(trx, userId, now).select("body").where("id", "=", id).executeTakeFirst();
  if (!platoon) throw new AppError("platoon_restore_missing");
  if ((await countPlatoons(trx, userId)) >= MAX_PLATOONS) throw new AppError("platoons_full");
  // Delete this row first, to detect a concurrent purge, which would treat the other rows as orphans.
  const deletion = await trx.deleteFrom("deletedPlatoon").where("id", "=", id).executeTakeFirst();
  if (deletion.numDeletedRows === 0n) throw new AppError("platoon_restore_missing");
  const { organization } = deletedPlatoonBody.parse(JSON.parse(platoon.body));
  const slug = otherSlug ?? organization.slug;
  const conflict = await trx.selectFrom("organization").select("id").where("slug", "=", slug).executeTakeFirst();
  if (conflict) throw new AppError("platoon_address_taken");
  await trx
    .insertInto("organization")
    .values({ ...organization, slug, updatedAt: now })
    .execute();
  await voidInvitations(trx, id);
  return { id, slug };
}

/** The tables of a platoon; each precedes the tables that it references. */
const PLATOON_TABLES = [
  "loadoutEvent",
  "platoonLoadout",
  "inviteLink",
  "memberRemoval",
  "squadSheet",
  "squadTarget",
  "boardConsent",
  "platoonEvent",
  "feedMark",
  ...LIBRARY_TABLES,
] as const;

/** How many days an expired e-mail invitation is stored, answered or not. */
const INVITATION_DAYS = 30;

const CHUNK_SIZE = 20;
const SHORT_ROWS_CHUNK_SIZE = 100;

/**
 * Deletes the rows of platoons that can no longer be restored, old feed entries, links and invitations that expired long ago, and
 * removals older than any valid link. A platoon without a row in `organization` and `deletedPlatoon` cannot be restored.
 */
export async function purgePlatoons(
  db: Database,
  now: Date,
  run?: Run,
  scan: Scan = { cursors: new Map() },
): Promise<void> {
  const expired = db
    .selectFrom("deletedPlatoon")
    .select("id")
    .where("endsAt", "<=", now.toISOString())
    .limit(CHUNK_SIZE);
  await deleteInChunks(db, "deletedPlatoon", () => expired.execute(), run);
  for (const table of PLATOON_TABLES) {
    await forEachRange(db, table, { ...scan, run }, async ({ after, upTo }) => {
      const orphans = db
        .selectFrom(table)
        .select(["organizationId", "id"])
        .where("id", ">", after)
        .where("id", "<=", upTo)
        // EXISTS is used because with a list each statement would read all platoons.
        .where(({ not }) => not(existsIn("organization", table)))
        .where(({ not }) => not(existsIn("deletedPlatoon", table)))
        .limit(CHUNK_SIZE)
        .modifyEnd(OF_ALL_OWNERS);
      await deleteInChunks(db, table, () => orphans.execute(), run);
    });
  }
  const entriesBefore = new Date(now.getTime() - FEED_DAYS * DAY_MS).toISOString();
  await deleteOlder(
    db,
    { table: "platoonEvent", column: "createdAt", before: entriesBefore, chunkSize: SHORT_ROWS_CHUNK_SIZE },
    run,
  );
  const linksBefore = new Date(now.getTime() - DELETED_PLATOON_DAYS * DAY_MS).toISOString();
  await deleteOlder(
    db,
    { table: "inviteLink", column: "expiresAt", before: linksBefore, chunkSize: SHORT_ROWS_CHUNK_SIZE },
    run,
  );
  const removalsBefore = new Date(now.getTime() - Math.max(...LINK_DAYS) * DAY_MS).toISOString();
  const removals = { table: "memberRemoval", column: "updatedAt", before: removalsBefore } as const;
  await deleteOlder(db, { ...removals, chunkSize: SHORT_ROWS_CHUNK_SIZE }, run);
  const invitationsBefore = new Date(now.getTime() - INVITATION_DAYS * DAY_MS);
  const invitations = { table: "invitation", column: "expiresAt", before: invitationsBefore } as const;
  await deleteOlder(db, { ...invitations, chunkSize: SHORT_ROWS_CHUNK_SIZE }, run);
}
