// A deleted platoon can be brought back for some days: its row of `organization` moves into `deletedPlatoon`, and all other rows
// of it stay, so that both take as long for a thousand members as for five. The hourly purge deletes them in small steps. Until
// then a statement finds the platoon's members, squads and invitations unless it asks for the row of `organization`, too: the
// account library's do so by `withoutDeletedPlatoons`, and ours begin with `memberProcedure` or join that table.
import { setImmediate as nextTurn } from "node:timers/promises";
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

/** The account library's tables that name a platoon. Rows of `teamMember` go with their team. */
export const LIBRARY_TABLES = ["member", "invitation", "team"] as const;

/** Whether there is a row of the platoon that a row of the other table names. */
export const hasRowIn = (platoons: "organization" | "deletedPlatoon", table: string) =>
  sql<boolean>`EXISTS (SELECT 1 FROM ${sql.table(platoons)}
    WHERE ${sql.ref(`${platoons}.id`)} = ${sql.ref(`${table}.organizationId`)})`;

const instants = { createdAt: z.coerce.date(), updatedAt: z.coerce.date() };
const row = z.object({ id: z.string(), ...instants });
const deleted = z.object({
  organization: row.extend({
    name: z.string(),
    slug: z.string(),
    logo: z.string().nullable(),
    metadata: z.string().nullable(),
  }),
});

/** Deletes a platoon but for what brings it back; the account library, which called this first, then finds nothing to delete. */
export const deletePlatoon = (db: Database, id: string, deletedBy: string, at: Date): Promise<void> =>
  inTransaction(db, async (trx) => {
    const organization = await trx.selectFrom("organization").selectAll().where("id", "=", id).executeTakeFirst();
    if (!organization) return;
    const updatedAt = at.toISOString();
    const endsAt = new Date(at.getTime() + DELETED_PLATOON_DAYS * DAY_MS).toISOString();
    const metadata = organization.metadata === null ? null : formatMetadata(organization.metadata);
    const body = JSON.stringify({ organization: { ...organization, metadata } });
    const { name, slug } = organization;
    await trx
      .insertInto("deletedPlatoon")
      .values({ id, deletedBy, name, slug, body, endsAt, createdAt: updatedAt, updatedAt })
      .execute();
    await trx.deleteFrom("organization").where("id", "=", id).execute();
  });

/** The deleted platoons, not yet purged, that this person deleted. */
export const countDeleted = (db: Database, userId: string): Promise<number> =>
  countAll(db.selectFrom("deletedPlatoon").where("deletedBy", "=", userId));

/** The platoons this person owned when they were deleted and can still bring back, the last first, as many as one may be in. */
export const listDeleted = (db: Database, userId: string, at: Date) =>
  selectDeleted(db, userId, at).select(["id", "name", "slug", "endsAt"]).limit(MAX_PLATOONS).execute();

/** The deleted platoons that have this person among their owners, the last first. */
const selectDeleted = (db: Database, userId: string, at: Date) =>
  db
    .selectFrom("deletedPlatoon")
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("member").select("organizationId").where("userId", "=", userId).where(memberRank, "=", sql.lit(0)),
    )
    .where("endsAt", ">", at.toISOString())
    .orderBy("createdAt", "desc");

/** Those of these people who have an account that is not deleted. */
async function findPresent(db: Database, userIds: readonly string[]): Promise<Set<string>> {
  const people = await db
    .selectFrom("user")
    .select("id")
    .where("id", "in", [...userIds, ""])
    .execute();
  return new Set(people.map(({ id }) => id));
}

/** Before a user is deleted: those platoons can no longer be brought back that no other of their owners could bring back. */
export async function dropDeletedOf(db: Database, userId: string, at: Date): Promise<void> {
  const platoons = await selectDeleted(db, userId, at).select("id").execute();
  for (const { id } of platoons) {
    const members = await selectOwners(db, id).execute();
    const others = members.filter((member) => member.userId !== userId && isOwner(member.role));
    const present = await findPresent(
      db,
      others.map((other) => other.userId),
    );
    if (present.size === 0) await db.deleteFrom("deletedPlatoon").where("id", "=", id).execute();
    await nextTurn();
  }
}

const selectOwners = (db: Database, organizationId: string) =>
  db
    .selectFrom("member")
    .select(["userId", "role"])
    .where("organizationId", "=", organizationId)
    .where(memberRank, "=", sql.lit(0));

/**
 * Brings a deleted platoon back, with everyone who still has an account. Who has joined many other platoons since is then in more
 * than one may join.
 * @throws {AppError} platoon_restore_missing; platoons_full; platoon_address_taken
 */
export async function restorePlatoon(
  trx: Database,
  userId: string,
  { id, slug: otherSlug }: { id: string; slug?: string | undefined },
  at: Date,
): Promise<{ id: string; slug: string }> {
  const platoon = await selectDeleted(trx, userId, at).select("body").where("id", "=", id).executeTakeFirst();
  if (!platoon) throw new AppError("platoon_restore_missing");
  if ((await countPlatoons(trx, userId)) >= MAX_PLATOONS) throw new AppError("platoons_full");
  // First: a purge that deletes this row at the same moment would take the others for those of no platoon.
  const moved = await trx.deleteFrom("deletedPlatoon").where("id", "=", id).executeTakeFirst();
  if (moved.numDeletedRows === 0n) throw new AppError("platoon_restore_missing");
  const { organization } = deleted.parse(JSON.parse(platoon.body));
  const slug = otherSlug ?? organization.slug;
  const namesake = await trx.selectFrom("organization").select("id").where("slug", "=", slug).executeTakeFirst();
  if (namesake) throw new AppError("platoon_address_taken");
  await trx
    .insertInto("organization")
    .values({ ...organization, slug, updatedAt: at })
    .execute();
  await voidInvitations(trx, id);
  return { id, slug };
}

/** What is stored of a platoon, each table before those that its rows refer to. */
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

/** Days for which an e-mail invitation stays after its time, answered or not. */
const INVITATION_DAYS = 30;

const AT_ONCE = 20;
const SHORT_AT_ONCE = 100;

/**
 * Deletes what is left of platoons that can no longer be restored, old entries of feeds, links and invitations that ended long
 * ago, and removals since which every link has expired.
 * No platoon comes back once it has neither a row of its own nor a copy.
 */
export async function purgePlatoons(
  db: Database,
  at: Date,
  run?: Run,
  scan: Scan = { cursors: new Map() },
): Promise<void> {
  const ended = db.selectFrom("deletedPlatoon").select("id").where("endsAt", "<=", at.toISOString()).limit(AT_ONCE);
  await deleteInChunks(db, "deletedPlatoon", () => ended.execute(), run);
  for (const table of PLATOON_TABLES) {
    await forEachRange(db, table, { ...scan, run }, async ({ after, upTo }) => {
      const orphans = db
        .selectFrom(table)
        .select(["organizationId", "id"])
        .where("id", ">", after)
        .where("id", "<=", upTo)
        // Not a list of all platoons, which each statement would make anew.
        .where(({ not }) => not(hasRowIn("organization", table)))
        .where(({ not }) => not(hasRowIn("deletedPlatoon", table)))
        .limit(AT_ONCE)
        .modifyEnd(OF_ALL_OWNERS);
      await deleteInChunks(db, table, () => orphans.execute(), run);
    });
  }
  const feedBegan = new Date(at.getTime() - FEED_DAYS * DAY_MS).toISOString();
  await deleteOlder(db, { table: "platoonEvent", column: "createdAt", before: feedBegan, atOnce: SHORT_AT_ONCE }, run);
  const linksEnded = new Date(at.getTime() - DELETED_PLATOON_DAYS * DAY_MS).toISOString();
  await deleteOlder(db, { table: "inviteLink", column: "expiresAt", before: linksEnded, atOnce: SHORT_AT_ONCE }, run);
  const removalsEnded = new Date(at.getTime() - Math.max(...LINK_DAYS) * DAY_MS).toISOString();
  const removals = { table: "memberRemoval", column: "updatedAt", before: removalsEnded } as const;
  await deleteOlder(db, { ...removals, atOnce: SHORT_AT_ONCE }, run);
  const invitationsEnded = new Date(at.getTime() - INVITATION_DAYS * DAY_MS);
  const invitations = { table: "invitation", column: "expiresAt", before: invitationsEnded } as const;
  await deleteOlder(db, { ...invitations, atOnce: SHORT_AT_ONCE }, run);
}
