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

/** What an earlier release deleted and copied. */
const copied = deleted.extend({
  members: z.array(row.extend({ userId: z.string(), organizationId: z.string(), role: z.string() })),
  teams: z.array(
    row.extend({
      organizationId: z.string(),
      name: z.string(),
      memberCount: z.number(),
      game: z.string().nullable().default(null),
    }),
  ),
  teamMembers: z.array(row.extend({ userId: z.string(), teamId: z.string(), membershipKey: z.string() })),
  invitations: z
    .array(
      row.extend({
        ...{ organizationId: z.string(), inviterId: z.string(), email: z.string(), status: z.string() },
        ...{ role: z.string().nullable(), teamId: z.string().nullable(), expiresAt: z.coerce.date() },
      }),
    )
    .default([]),
});
type Copied = z.infer<typeof copied>;

/** Deletes a platoon but for what brings it back; the account library, which called this first, then finds nothing to delete. */
export const deletePlatoon = (db: Database, id: string, deletedBy: string, at: Date): Promise<void> =>
  inTransaction(db, async (trx) => {
    const organization = await trx.selectFrom("organization").selectAll().where("id", "=", id).executeTakeFirst();
    if (!organization) return;
    // A copy that was not followed by a deletion, as in `isPresent`.
    await trx.deleteFrom("deletedPlatoon").where("id", "=", id).execute();
    const updatedAt = at.toISOString();
    const endsAt = new Date(at.getTime() + DELETED_PLATOON_DAYS * DAY_MS).toISOString();
    const metadata = organization.metadata === null ? null : formatMetadata(organization.metadata);
    const body = JSON.stringify({ organization: { ...organization, metadata } });
    const { name, slug } = organization;
    const stored = { id, deletedBy, name, slug, body, endsAt, createdAt: updatedAt, updatedAt };
    await trx
      .insertInto("deletedPlatoon")
      .values({ ...stored, hasOwnerRows: 1, hasMemberRows: 1 })
      .execute();
    await trx.deleteFrom("organization").where("id", "=", id).execute();
  });

/** True of a copy that an earlier release made and did not come to delete the platoon. */
const isPresent = sql<boolean>`EXISTS (SELECT 1 FROM "organization" WHERE "organization"."id" = "deletedPlatoon"."id")`;

/** The deleted platoons, not yet purged, that this person deleted. */
export async function countDeleted(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("deletedPlatoon")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("deletedBy", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The platoons this person owned when they were deleted and can still bring back, the last first, as many as one may be in. */
export async function listDeleted(db: Database, userId: string, at: Date) {
  const found = await selectDeleted(db, userId, at)
    .select(["id", "name", "slug", "endsAt"])
    .limit(MAX_PLATOONS)
    .execute();
  const listed: { id: string; name: string; slug: string; endsAt: string }[] = [];
  for (const { id, name, slug, endsAt } of found) {
    if (slug !== null) listed.push({ id, name, slug, endsAt });
    else {
      // An earlier release deleted it: the body, which may be long, has the address and the owners.
      const earlier = await findDeleted(db, userId, at, id);
      if (earlier) listed.push({ id, name, slug: earlier.organization.slug, endsAt });
      await nextTurn();
    }
  }
  return listed;
}

/** The deleted platoons that have this person among their owners, the last first, and those of earlier releases that they were in. */
const selectDeleted = (db: Database, userId: string, at: Date) =>
  db
    .selectFrom("deletedPlatoon")
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("member")
        .select("organizationId as id")
        .where("userId", "=", userId)
        .where(memberRank, "=", sql.lit(0))
        .unionAll(selectFrom("deletedPlatoonOwner").select("platoonId as id").where("userId", "=", userId))
        .unionAll(
          selectFrom("deletedPlatoon as earlier")
            .select("id")
            .where("hasOwnerRows", "=", sql.lit(0))
            .where("body", "like", `%"userId":"${userId}"%`),
        ),
    )
    .where("endsAt", ">", at.toISOString())
    .where(({ not }) => not(isPresent))
    .orderBy("createdAt", "desc");

/** A deleted platoon that has this person among its owners; `earlier` is the copy of an earlier release. */
async function findDeleted(db: Database, userId: string, at: Date, id: string) {
  const found = await selectDeleted(db, userId, at)
    .select(["body", "hasMemberRows"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!found) return null;
  const stored: unknown = JSON.parse(found.body);
  if (found.hasMemberRows === 1) return { ...deleted.parse(stored), earlier: null };
  const earlier = copied.parse(stored);
  const isOwned = earlier.members.some((member) => member.userId === userId && isOwner(member.role));
  return isOwned ? { organization: earlier.organization, earlier } : null;
}

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
  const found = await selectDeleted(db, userId, at).select("id").execute();
  for (const { id } of found) {
    const platoon = await findDeleted(db, userId, at, id);
    if (!platoon) continue;
    const members = platoon.earlier?.members ?? (await selectOwners(db, id).execute());
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
  const found = await findDeleted(trx, userId, at, id);
  if (!found) throw new AppError("platoon_restore_missing");
  if ((await countPlatoons(trx, userId)) >= MAX_PLATOONS) throw new AppError("platoons_full");
  // First: a purge that deletes this row at the same moment would take the others for those of no platoon.
  const moved = await trx.deleteFrom("deletedPlatoon").where("id", "=", id).executeTakeFirst();
  if (moved.numDeletedRows === 0n) throw new AppError("platoon_restore_missing");
  const { organization, earlier } = found;
  const slug = otherSlug ?? organization.slug;
  const taken = await trx.selectFrom("organization").select("id").where("slug", "=", slug).executeTakeFirst();
  if (taken) throw new AppError("platoon_address_taken");
  await trx
    .insertInto("organization")
    .values({ ...organization, slug, updatedAt: at })
    .execute();
  if (earlier) await insertCopied(trx, earlier);
  await voidInvitations(trx, id);
  return { id, slug };
}

/** Inserts the rows that an earlier release copied, with their ids, but for those of people who are gone. */
async function insertCopied(trx: Database, { members, teams, teamMembers, invitations }: Copied): Promise<void> {
  const present = await findPresent(
    trx,
    members.map((member) => member.userId),
  );
  await trx
    .insertInto("member")
    .values(members.filter((member) => present.has(member.userId)))
    .execute();
  const inSquads = teamMembers.filter((teamMember) => present.has(teamMember.userId));
  for (const team of teams) {
    const memberCount = inSquads.filter(({ teamId }) => teamId === team.id).length;
    await trx
      .insertInto("team")
      .values({ ...team, memberCount })
      .execute();
  }
  if (inSquads.length > 0) await trx.insertInto("teamMember").values(inSquads).execute();
  const open = invitations.filter(({ inviterId }) => present.has(inviterId));
  if (open.length > 0) await trx.insertInto("invitation").values(open).execute();
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

/** An earlier release deletes a platoon within this time after it has copied it. */
const COPYING_MS = 60_000;

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
  const copying = new Date(at.getTime() - COPYING_MS).toISOString();
  // In one statement: another deletion of the platoon may write a row of the same id between two.
  await db.deleteFrom("deletedPlatoon").where("createdAt", "<", copying).where(isPresent).execute();
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
