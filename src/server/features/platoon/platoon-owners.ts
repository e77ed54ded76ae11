// Ensures that a platoon has an owner and at least one member, after each change of a membership and every hour. Revokes invitations
// and invite links when their inviter loses the right to invite.
import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { type ExpressionBuilder, sql } from "kysely";
import { SOLDIER_FEED_KINDS } from "#domain/platoon/platoon.ts";
import { isForeignKeyViolation } from "#platform/database/valid-text.ts";
import { type Database, OF_ALL_OWNERS } from "#server/database/database.ts";
import {
  countRows,
  createRun,
  deleteInChunks,
  deleteRows,
  forEachRange,
  type IdRange,
  type Run,
  type Scan,
} from "#server/database/purge-run.ts";
import { countAll } from "#server/database/queries.ts";
import type { Tables } from "#server/database/schema.ts";

/** Maximum of loadouts per transaction, as each has a history of up to 100 versions. */
const LOADOUT_CHUNK_SIZE = 10;
/** Maximum of short rows per transaction. */
const SHORT_ROWS_CHUNK_SIZE = 100;

/** Returns the name of the lock that each change of a platoon's members holds. */
export const getMembersLock = (organizationId: string): string => `platoon:${organizationId}`;
/** Returns the name of the lock that a person holds while joining or creating a platoon. */
export const getPlatoonsLock = (userId: string): string => `platoons-of:${userId}`;

/** The rank of a member: 0 for owners, 1 for admins, 2 for others. It must match the index `memberPlace`. */
export const memberRank = sql<number>`CASE WHEN member.role LIKE '%owner%' THEN 0 WHEN member.role LIKE '%admin%' THEN 1 ELSE 2 END`;

/**
 * If a platoon has no owner, makes its oldest admin, or its oldest member, the owner. Deletes a platoon without members. The user
 * `leavingUserId` does not count.
 */
export async function ensureOwner(db: Database, organizationId: string, leavingUserId = ""): Promise<void> {
  for (;;) {
    const successor = await db
      .selectFrom("member")
      .select(["id", memberRank.as("rank")])
      .where("organizationId", "=", organizationId)
      .where("userId", "!=", leavingUserId)
      // A deleted platoon, whose member rows still exist, gets no new owner.
      .where("organizationId", "in", db.selectFrom("organization").select("id").where("id", "=", organizationId))
      .orderBy(memberRank)
      .orderBy("createdAt")
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    if (!successor) return deleteIfEmpty(db, organizationId, leavingUserId);
    if (Number(successor.rank) === 0) return;
    await db
      .updateTable("member")
      .set({ role: "owner", updatedAt: new Date() })
      .where("id", "=", successor.id)
      .execute();
    // Check again, because the new owner may have left since.
  }
}

async function deleteIfEmpty(db: Database, organizationId: string, leavingUserId: string): Promise<void> {
  await db
    .deleteFrom("organization")
    .where("id", "=", organizationId)
    .where((eb) => eb.not(eb.exists(getMembers(eb).where("member.userId", "!=", leavingUserId))))
    .execute();
}

const getMembers = (eb: ExpressionBuilder<Tables, "organization">) =>
  eb.selectFrom("member").select("member.id").whereRef("member.organizationId", "=", "organization.id");

/**
 * Called before a user is deleted: transfers the platoons that only they own, deletes those without other members, and deletes what
 * they shared for the time of their membership. Returns the ids of their platoons.
 */
export async function transferPlatoons(db: Database, userId: string): Promise<string[]> {
  const platoons = await selectPlatoons(db, userId).select("organizationId").execute();
  for (const { organizationId } of platoons) {
    await ensureOwner(db, organizationId, userId);
    await setImmediate();
  }
  // Consents are deleted first, so that no feed entry is added after the deletion of the entries.
  await db.deleteFrom("boardConsent").where("userId", "=", userId).execute();
  await db.deleteFrom("inviteLink").where("creatorId", "=", userId).execute();
  await deleteInChunks(db, "platoonEvent", () =>
    db
      .selectFrom("platoonEvent")
      .select("id")
      .where("actorId", "=", userId)
      .where("kind", "in", SOLDIER_FEED_KINDS)
      .limit(SHORT_ROWS_CHUNK_SIZE)
      .execute(),
  );
  await deleteInChunks(db, "platoonLoadout", () =>
    db
      .selectFrom("platoonLoadout")
      .select(["organizationId", "id"])
      .where("authorId", "=", userId)
      .where("stays", "=", 0)
      .limit(LOADOUT_CHUNK_SIZE)
      .modifyEnd(OF_ALL_OWNERS)
      .execute(),
  );
  return platoons.map(({ organizationId }) => organizationId);
}

/**
 * Cancels the open invitations and revokes the links of members who were removed, left or may no longer grant the role: only owners
 * and admins may invite, and only owners may invite owners. The invitations of a deleted user are deleted with the user. The links of
 * a deleted platoon are not changed, because it can be restored.
 */
export async function voidInvitations(db: Database, organizationId: string): Promise<void> {
  await db
    .updateTable("invitation")
    .set({ status: "canceled", updatedAt: new Date() })
    .where("organizationId", "=", organizationId)
    .where("status", "=", "pending")
    .where(cannotGrant("invitation", "inviterId"))
    .execute();
  const timestamp = new Date().toISOString();
  await db
    .updateTable("inviteLink")
    .set({ revokedAt: timestamp, updatedAt: timestamp })
    .where("organizationId", "=", organizationId)
    .where("revokedAt", "is", null)
    .where("organizationId", "in", db.selectFrom("organization").select("id"))
    .where(cannotGrant("inviteLink", "creatorId"))
    .execute();
}

/** Maximum of answered, canceled and expired e-mail invitations of a platoon. */
const MAX_ENDED_INVITATIONS = 200;

/** Deletes the oldest ended e-mail invitations of a platoon beyond the maximum. */
export async function removeEndedInvitations(db: Database, organizationId: string, at: Date): Promise<void> {
  const surplus = db
    .selectFrom("invitation")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where(({ or, eb }) => or([eb("status", "!=", "pending"), eb("expiresAt", "<=", at)]))
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .offset(MAX_ENDED_INVITATIONS - 1)
    .limit(SHORT_ROWS_CHUNK_SIZE);
  await deleteRows(db, "invitation", await surplus.execute());
}

/**
 * Returns an SQL condition: whether the inviter may no longer grant the row's role. Owners grant every role, admins every role except
 * owner; a role may be a list separated by commas.
 */
const cannotGrant = (table: "invitation" | "inviteLink", inviter: "inviterId" | "creatorId") => {
  const [platoonRef, inviterRef, roleRef] = ["organizationId", inviter, "role"].map((name) =>
    sql.ref(`${table}.${name}`),
  );
  return sql<boolean>`NOT EXISTS (SELECT 1 FROM "member"
    WHERE "member"."organizationId" = ${platoonRef} AND "member"."userId" = ${inviterRef} AND ("member"."role" LIKE '%owner%'
      OR ("member"."role" LIKE '%admin%' AND COALESCE(${roleRef}, '') NOT LIKE '%owner%')))`;
};

/**
 * Prevents a removed person from rejoining: cancels their open invitations, and records the removal, so that existing links no longer
 * admit them. Called before the removal, so that no removal is without a record.
 */
export async function recordRemoval(
  db: Database,
  organizationId: string,
  { id: userId, email }: { id: string; email: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable("invitation")
    .set({ status: "canceled", updatedAt: now })
    .where("organizationId", "=", organizationId)
    .where("email", "=", email.toLowerCase())
    .where("status", "=", "pending")
    .execute();
  const newest = await db
    .selectFrom("inviteLink")
    .select(({ fn }) => fn.max<string | null>("createdAt").as("createdAt"))
    .where("organizationId", "=", organizationId)
    .executeTakeFirst();
  const createdAt = now.toISOString();
  // The newest link may be from a server whose clock is ahead.
  const updatedAt = newest?.createdAt && newest.createdAt > createdAt ? newest.createdAt : createdAt;
  try {
    await db
      .insertInto("memberRemoval")
      .values({ id: randomUUID(), organizationId, userId, createdAt, updatedAt })
      .onConflict((conflict) => conflict.columns(["userId", "organizationId"]).doUpdateSet({ updatedAt }))
      .execute();
  } catch (error) {
    // The account has been deleted at the same time.
    if (!isForeignKeyViolation(error)) throw error;
  }
}

/** Adds a feed entry about a new member. */
export async function recordJoin(db: Database, organizationId: string, userId: string, at: Date): Promise<void> {
  const createdAt = at.toISOString();
  const row = { id: randomUUID(), organizationId, kind: "joined", body: "{}", actorId: userId };
  await db
    .insertInto("platoonEvent")
    .values({ ...row, createdAt, updatedAt: createdAt })
    .execute();
}

/** Returns a query of a person's memberships, without those in deleted platoons. */
export const selectPlatoons = (db: Database, userId: string) =>
  db
    .selectFrom("member")
    .innerJoin("organization", "organization.id", "member.organizationId")
    .where("member.userId", "=", userId);

/** Returns the number of platoons of a person. */
export const countPlatoons = (db: Database, userId: string): Promise<number> => countAll(selectPlatoons(db, userId));

/** Rows that are deleted when a member leaves. Consents come first, because adding feed entries locks them. */
const MEMBER_ROWS = [
  { table: "boardConsent", person: "userId", condition: sql<boolean>`1 = 1` },
  { table: "feedMark", person: "userId", condition: sql<boolean>`1 = 1` },
  { table: "platoonLoadout", person: "authorId", condition: sql<boolean>`"stays" = 0` },
  { table: "platoonEvent", person: "actorId", condition: sql<boolean>`"kind" IN (${sql.join(SOLDIER_FEED_KINDS)})` },
] as const;

/**
 * Deletes the consents of former members of a platoon and what they shared for the time of their membership. Rows of deleted platoons
 * are not changed, because the platoon can be restored.
 */
export async function removeFormerMemberRows(db: Database, organizationId: string, userId?: string): Promise<void> {
  for (const memberRows of MEMBER_ROWS) {
    let rows = selectFormerMemberRows(db, memberRows).where(
      sql.ref(`${memberRows.table}.organizationId`),
      "=",
      organizationId,
    );
    if (userId !== undefined) rows = rows.where(sql.ref(`${memberRows.table}.${memberRows.person}`), "=", userId);
    await deleteInChunks(db, memberRows.table, () => rows.execute());
  }
}

function selectFormerMemberRows(db: Database, { table, person, condition }: (typeof MEMBER_ROWS)[number]) {
  const [platoonRef, personRef] = [sql.ref(`${table}.organizationId`), sql.ref(`${table}.${person}`)];
  return db
    .selectFrom(table)
    .select(["organizationId", "id"])
    .where(condition)
    .where(sql<boolean>`EXISTS (SELECT 1 FROM "organization" WHERE "organization"."id" = ${platoonRef})`)
    .where(
      sql<boolean>`NOT EXISTS (SELECT 1 FROM "member"
          WHERE "member"."organizationId" = ${platoonRef} AND "member"."userId" = ${personRef})`,
    )
    .where(sql<boolean>`${personRef} IS NOT NULL`)
    .limit(LOADOUT_CHUNK_SIZE);
}

/** Age below which a platoon may have no owner, because the owner is inserted after the platoon. */
const MIN_AGE_MS = 60_000;

const ORPHAN_CHUNK_SIZE = 20;

/**
 * Repairs the results of a crash during a change, up to the maximum of the run: platoons without an owner, and rows of former
 * members.
 */
export async function repairPlatoons(
  db: Database,
  at: Date,
  run = createRun(Number.POSITIVE_INFINITY),
  scan: Scan = { cursors: new Map() },
): Promise<void> {
  await forEachRange(db, "organization", { ...scan, run }, (range) => restoreOwners(db, at, range, run));
  for (const memberRows of MEMBER_ROWS) {
    await forEachRange(db, memberRows.table, { ...scan, run }, async ({ after, upTo }) => {
      const rows = selectFormerMemberRows(db, memberRows)
        .where("id", ">", after)
        .where("id", "<=", upTo)
        .modifyEnd(OF_ALL_OWNERS);
      await deleteInChunks(db, memberRows.table, () => rows.execute(), run);
    });
  }
}

async function restoreOwners(db: Database, at: Date, { after, upTo }: IdRange, run: Run): Promise<void> {
  const olderThan = new Date(at.getTime() - MIN_AGE_MS);
  for (let last = after; run.left > 0; ) {
    const orphans = await db
      .selectFrom("organization")
      .select("organization.id")
      .where("organization.id", ">", last)
      .where("organization.id", "<=", upTo)
      .where("organization.createdAt", "<", olderThan)
      .where((eb) => eb.not(eb.exists(getMembers(eb).where(memberRank, "=", sql.lit(0)))))
      .orderBy("organization.id")
      .limit(Math.min(ORPHAN_CHUNK_SIZE, run.left))
      .execute();
    const end = orphans.at(-1);
    if (!end) return;
    for (const { id } of orphans) {
      await ensureOwner(db, id);
      countRows(run, "organization", 1);
      await setImmediate();
    }
    last = end.id;
  }
}
