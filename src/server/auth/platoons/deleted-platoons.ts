// A deleted platoon can be brought back for some days: the account library's rows of it are copied before it deletes them. Our
// own rows of a platoon stay until then, and the hourly purge deletes them in small steps.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { DELETED_PLATOON_DAYS, FEED_DAYS, isOwner, MAX_PLATOONS } from "#domain/platoon/platoon.ts";
import { AppError } from "#messages/errors.ts";
import { type Database, inTransaction, OF_ALL_OWNERS } from "#server/database/database.ts";
import { deleteInChunks, deleteOlder, forEachRange, type Run, type Scan } from "#server/database/purge-run.ts";
import { countPlatoons, ensureOwner, voidInvitations } from "./platoon-owners.ts";

const DAY_MS = 24 * 60 * 60_000;

const instants = { createdAt: z.coerce.date(), updatedAt: z.coerce.date() };
const row = z.object({ id: z.string(), ...instants });
const invitation = row.extend({
  ...{ organizationId: z.string(), inviterId: z.string(), email: z.string(), status: z.string() },
  ...{ role: z.string().nullable(), teamId: z.string().nullable(), expiresAt: z.coerce.date() },
});
const copy = z.object({
  organization: row.extend({
    name: z.string(),
    slug: z.string(),
    logo: z.string().nullable(),
    metadata: z.string().nullable(),
  }),
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
  /** Those that were open. Copies of earlier releases have none. */
  invitations: z.array(invitation).default([]),
});

/** Copies a platoon that is about to be deleted. */
export async function storeCopy(db: Database, id: string, deletedBy: string, at: Date): Promise<void> {
  const organization = await db.selectFrom("organization").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const members = await db.selectFrom("member").selectAll().where("organizationId", "=", id).execute();
  const teams = await db.selectFrom("team").selectAll().where("organizationId", "=", id).execute();
  const teamMembers = await db
    .selectFrom("teamMember")
    .innerJoin("team", "team.id", "teamMember.teamId")
    .selectAll("teamMember")
    .where("team.organizationId", "=", id)
    .execute();
  const invitations = await db
    .selectFrom("invitation")
    .selectAll()
    .where("organizationId", "=", id)
    .where("status", "=", "pending")
    .where("expiresAt", ">", at)
    .execute();
  const updatedAt = at.toISOString();
  const stored = {
    deletedBy,
    name: organization.name,
    body: JSON.stringify({ organization, members, teams, teamMembers, invitations }),
    endsAt: new Date(at.getTime() + DELETED_PLATOON_DAYS * DAY_MS).toISOString(),
    hasOwnerRows: 1,
    updatedAt,
  };
  const owners = members
    .filter(({ role }) => isOwner(role))
    .map(({ userId }) => ({ id: randomUUID(), userId, platoonId: id, createdAt: updatedAt, updatedAt }));
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto("deletedPlatoon")
      .values({ id, ...stored, createdAt: updatedAt })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(stored))
      .execute();
    await trx.deleteFrom("deletedPlatoonOwner").where("platoonId", "=", id).execute();
    if (owners.length > 0) await trx.insertInto("deletedPlatoonOwner").values(owners).execute();
  });
}

/** A deletion that failed leaves no copy. */
export async function dropCopyOfUndeleted(db: Database, id: string): Promise<void> {
  await db
    .deleteFrom("deletedPlatoon")
    .where("id", "=", id)
    .where("id", "in", db.selectFrom("organization").select("id"))
    .execute();
}

/** The platoons this person owned when they were deleted and can still bring back, the last first. */
export async function listDeleted(db: Database, userId: string, at: Date) {
  const found = await selectCopies(db, userId, at).orderBy("createdAt", "desc").execute();
  return found
    .flatMap(({ id, name, body, endsAt }) => {
      const { organization, members } = copy.parse(JSON.parse(body));
      return isOwnerIn(members, userId) ? { id, name, slug: organization.slug, endsAt } : [];
    })
    .slice(0, MAX_PLATOONS);
}

/** The copies that have this person among their owners; those of an earlier release, among their people. */
const selectCopies = (db: Database, userId: string, at: Date) =>
  db
    .selectFrom("deletedPlatoon")
    .select(["id", "name", "body", "endsAt"])
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("deletedPlatoonOwner")
        .select("platoonId as id")
        .where("userId", "=", userId)
        .unionAll(
          selectFrom("deletedPlatoon as earlier")
            .select("id")
            .where("hasOwnerRows", "=", sql.lit(0))
            .where("body", "like", `%"userId":"${userId}"%`),
        ),
    )
    .where("endsAt", ">", at.toISOString())
    .where("id", "not in", db.selectFrom("organization").select("id"));

const isOwnerIn = (members: z.infer<typeof copy>["members"], userId: string): boolean =>
  members.some((member) => member.userId === userId && isOwner(member.role));

/** The accounts among these that are not deleted, with the number of platoons each is in. */
async function countPlatoonsOf(db: Database, userIds: string[]): Promise<Map<string, number>> {
  const people = await db
    .selectFrom("user")
    .leftJoin("member", "member.userId", "user.id")
    .select(["user.id", (eb) => eb.fn.count<number | string>("member.id").as("count")])
    .where("user.id", "in", userIds)
    .where("user.id", "not in", db.selectFrom("departure").select("userId"))
    .groupBy("user.id")
    .execute();
  return new Map(people.map(({ id, count }) => [id, Number(count)]));
}

/** Before a user is deleted: drops the copies of platoons that no other of their owners could bring back. */
export async function dropCopiesOf(db: Database, userId: string, at: Date): Promise<void> {
  for (const { id, body } of await selectCopies(db, userId, at).execute()) {
    const { members } = copy.parse(JSON.parse(body));
    if (!isOwnerIn(members, userId)) continue;
    const others = members.filter((member) => member.userId !== userId && isOwner(member.role));
    const present = await countPlatoonsOf(db, [...others.map((other) => other.userId), ""]);
    if (present.size === 0) await db.deleteFrom("deletedPlatoon").where("id", "=", id).execute();
  }
}

/**
 * Writes the rows of a deleted platoon again, with their ids, but for those of people who are gone or have joined so many
 * other platoons since that there is no room for this one: they can be invited again.
 * @throws {AppError} platoon_restore_missing; platoons_full; platoon_address_taken
 */
export async function restoreCopy(
  trx: Database,
  userId: string,
  { id, slug: otherSlug }: { id: string; slug?: string | undefined },
  at: Date,
): Promise<{ id: string; slug: string }> {
  const found = await selectCopies(trx, userId, at).where("id", "=", id).executeTakeFirst();
  if (!found) throw new AppError("platoon_restore_missing");
  const { organization, members, teams, teamMembers, invitations } = copy.parse(JSON.parse(found.body));
  if (!isOwnerIn(members, userId)) throw new AppError("platoon_restore_missing");
  if ((await countPlatoons(trx, userId)) >= MAX_PLATOONS) throw new AppError("platoons_full");
  const slug = otherSlug ?? organization.slug;
  const taken = await trx.selectFrom("organization").select("id").where("slug", "=", slug).executeTakeFirst();
  if (taken) throw new AppError("platoon_address_taken");
  const platoons = await countPlatoonsOf(
    trx,
    members.map((member) => member.userId),
  );
  const isBack = (id: string) => (platoons.get(id) ?? MAX_PLATOONS) < MAX_PLATOONS;
  const back = members.filter((member) => isBack(member.userId));
  const inSquads = teamMembers.filter((teamMember) => isBack(teamMember.userId));
  await trx
    .insertInto("organization")
    .values({ ...organization, slug, updatedAt: at })
    .execute();
  await trx.insertInto("member").values(back).execute();
  for (const team of teams) {
    const memberCount = inSquads.filter(({ teamId }) => teamId === team.id).length;
    await trx
      .insertInto("team")
      .values({ ...team, memberCount })
      .execute();
  }
  if (inSquads.length > 0) await trx.insertInto("teamMember").values(inSquads).execute();
  const open = invitations.filter(({ inviterId }) => isBack(inviterId));
  if (open.length > 0) await trx.insertInto("invitation").values(open).execute();
  await ensureOwner(trx, id);
  await voidInvitations(trx, id);
  await trx.deleteFrom("deletedPlatoon").where("id", "=", id).execute();
  return { id, slug };
}

/** What we store of a platoon, each table before those that its rows refer to. */
const PLATOON_TABLES = [
  "loadoutEvent",
  "platoonLoadout",
  "inviteLink",
  "squadSheet",
  "squadTarget",
  "boardConsent",
  "platoonEvent",
  "feedMark",
] as const;

/** Days for which an e-mail invitation stays after its time, answered or not. */
const INVITATION_DAYS = 30;

const hasNoRowIn = (platoons: "organization" | "deletedPlatoon", table: (typeof PLATOON_TABLES)[number]) =>
  sql<boolean>`NOT EXISTS (SELECT 1 FROM ${sql.table(platoons)}
    WHERE ${sql.ref(`${platoons}.id`)} = ${sql.ref(`${table}.organizationId`)})`;

const AT_ONCE = 20;
const SHORT_AT_ONCE = 100;

/**
 * Deletes what is left of platoons that can no longer be brought back, old entries of feeds, and links and invitations that ended
 * long ago.
 * No platoon comes back once it has neither a row of its own nor a copy.
 */
export async function purgePlatoons(
  db: Database,
  at: Date,
  run?: Run,
  scan: Scan = { cursors: new Map() },
): Promise<void> {
  await deleteInChunks(
    db,
    "deletedPlatoon",
    () => db.selectFrom("deletedPlatoon").select("id").where("endsAt", "<=", at.toISOString()).limit(AT_ONCE).execute(),
    run,
  );
  for (const table of PLATOON_TABLES) {
    await forEachRange(db, table, { ...scan, run }, async ({ after, upTo }) => {
      const orphans = db
        .selectFrom(table)
        .select(["organizationId", "id"])
        .where("id", ">", after)
        .where("id", "<=", upTo)
        // Not a list of all platoons, which each statement would make anew.
        .where(hasNoRowIn("organization", table))
        .where(hasNoRowIn("deletedPlatoon", table))
        .limit(AT_ONCE)
        .modifyEnd(OF_ALL_OWNERS);
      await deleteInChunks(db, table, () => orphans.execute(), run);
    });
  }
  const feedBegan = new Date(at.getTime() - FEED_DAYS * DAY_MS).toISOString();
  await deleteOlder(db, { table: "platoonEvent", column: "createdAt", before: feedBegan, atOnce: SHORT_AT_ONCE }, run);
  const linksEnded = new Date(at.getTime() - DELETED_PLATOON_DAYS * DAY_MS).toISOString();
  await deleteOlder(db, { table: "inviteLink", column: "expiresAt", before: linksEnded, atOnce: SHORT_AT_ONCE }, run);
  const invitationsEnded = new Date(at.getTime() - INVITATION_DAYS * DAY_MS);
  const ended = { table: "invitation", column: "expiresAt", before: invitationsEnded, atOnce: SHORT_AT_ONCE } as const;
  await deleteOlder(db, ended, run);
}
