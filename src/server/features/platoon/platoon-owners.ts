// Restores the rule that a platoon has an owner and at least one member, after each change of a membership and every hour.
// Invitations and invite links end with the role of their inviter.
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
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

/** Loadouts that one transaction deletes, each with a history of up to 100 versions. */
const LOADOUTS_AT_ONCE = 10;
/** Rows without a long text. */
const SHORT_AT_ONCE = 100;

/** The name of the lock that each change of a platoon's membership holds. */
export const membersLock = (organizationId: string): string => `platoon:${organizationId}`;
/** The name of the lock under which a person enters or creates a platoon. */
export const platoonsLock = (userId: string): string => `platoons-of:${userId}`;

/** 0 of an owner, 1 of an admin, 2 of the others; as in the index `memberPlace`. */
export const memberRank = sql<number>`CASE WHEN member.role LIKE '%owner%' THEN 0 WHEN member.role LIKE '%admin%' THEN 1 ELSE 2 END`;

/**
 * Makes the longest-standing admin, else member, the owner of a platoon that has none, and deletes a platoon without
 * members. `leavingUserId` counts as gone already.
 */
export async function ensureOwner(db: Database, organizationId: string, leavingUserId = ""): Promise<void> {
  for (;;) {
    const heir = await db
      .selectFrom("member")
      .select(["id", memberRank.as("rank")])
      .where("organizationId", "=", organizationId)
      .where("userId", "!=", leavingUserId)
      // No one inherits a deleted platoon, whose members are still there.
      .where("organizationId", "in", db.selectFrom("organization").select("id").where("id", "=", organizationId))
      .orderBy(memberRank)
      .orderBy("createdAt")
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    if (!heir) return deleteIfEmpty(db, organizationId, leavingUserId);
    if (Number(heir.rank) === 0) return;
    await db.updateTable("member").set({ role: "owner", updatedAt: new Date() }).where("id", "=", heir.id).execute();
    // Looks again: the heir may have left since.
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
 * Before a user is deleted: hands on each platoon that only they own, deletes those without other members, and what they
 * shared on the condition that it goes with them. Returns the platoons they are in.
 */
export async function transferPlatoons(db: Database, userId: string): Promise<string[]> {
  const own = await selectPlatoons(db, userId).select("organizationId").execute();
  for (const { organizationId } of own) {
    await ensureOwner(db, organizationId, userId);
    await nextTurn();
  }
  // The consents first, so that no entry is added after the others have been deleted.
  await db.deleteFrom("boardConsent").where("userId", "=", userId).execute();
  await db.deleteFrom("inviteLink").where("creatorId", "=", userId).execute();
  await deleteInChunks(db, "platoonEvent", () =>
    db
      .selectFrom("platoonEvent")
      .select("id")
      .where("actorId", "=", userId)
      .where("kind", "in", SOLDIER_FEED_KINDS)
      .limit(SHORT_AT_ONCE)
      .execute(),
  );
  await deleteInChunks(db, "platoonLoadout", () =>
    db
      .selectFrom("platoonLoadout")
      .select(["organizationId", "id"])
      .where("authorId", "=", userId)
      .where("stays", "=", 0)
      .limit(LOADOUTS_AT_ONCE)
      .modifyEnd(OF_ALL_OWNERS)
      .execute(),
  );
  return own.map(({ organizationId }) => organizationId);
}

/**
 * Cancels the open invitations and revokes the links of members who were removed, left or may no longer give their role: only
 * an owner or an admin may invite to a platoon, and only an owner makes owners. The invitations of a deleted user go with the
 * user. A deleted platoon's links stay as they are, because it can be brought back.
 */
export async function voidInvitations(db: Database, organizationId: string): Promise<void> {
  await db
    .updateTable("invitation")
    .set({ status: "canceled", updatedAt: new Date() })
    .where("organizationId", "=", organizationId)
    .where("status", "=", "pending")
    .where(mayNotGive("invitation", "inviterId"))
    .execute();
  const at = new Date().toISOString();
  await db
    .updateTable("inviteLink")
    .set({ revokedAt: at, updatedAt: at })
    .where("organizationId", "=", organizationId)
    .where("revokedAt", "is", null)
    .where("organizationId", "in", db.selectFrom("organization").select("id"))
    .where(mayNotGive("inviteLink", "creatorId"))
    .execute();
}

/** Answered, canceled and expired e-mail invitations that a platoon has at most when another is added. */
const MAX_ENDED_INVITATIONS = 200;

/** Deletes the oldest e-mail invitations of a platoon that have ended, beyond so many. */
export async function removeEndedInvitations(db: Database, organizationId: string, at: Date): Promise<void> {
  const beyond = db
    .selectFrom("invitation")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where(({ or, eb }) => or([eb("status", "!=", "pending"), eb("expiresAt", "<=", at)]))
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .offset(MAX_ENDED_INVITATIONS - 1)
    .limit(SHORT_AT_ONCE);
  await deleteRows(db, "invitation", await beyond.execute());
}

/**
 * Whether the inviter may no longer give the role of a row. An owner gives every role, an admin every one but the owner's; a role may
 * be several, joined by commas.
 */
const mayNotGive = (table: "invitation" | "inviteLink", inviter: "inviterId" | "creatorId") => {
  const [platoonRef, inviterRef, roleRef] = ["organizationId", inviter, "role"].map((name) =>
    sql.ref(`${table}.${name}`),
  );
  return sql<boolean>`NOT EXISTS (SELECT 1 FROM "member"
    WHERE "member"."organizationId" = ${platoonRef} AND "member"."userId" = ${inviterRef} AND ("member"."role" LIKE '%owner%'
      OR ("member"."role" LIKE '%admin%' AND COALESCE(${roleRef}, '') NOT LIKE '%owner%')))`;
};

/**
 * Ends the ways by which a person who is being removed from a platoon could come back: their open invitations are canceled, and the
 * links that exist now no longer let them in. Called before the removal, so that none is without its record.
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
  // Another server, whose clock is ahead, may have made the newest link.
  const updatedAt = newest?.createdAt && newest.createdAt > createdAt ? newest.createdAt : createdAt;
  try {
    await db
      .insertInto("memberRemoval")
      .values({ id: randomUUID(), organizationId, userId, createdAt, updatedAt })
      .onConflict((conflict) => conflict.columns(["userId", "organizationId"]).doUpdateSet({ updatedAt }))
      .execute();
  } catch (error) {
    // Their account has just been purged.
    if (!isForeignKeyViolation(error)) throw error;
  }
}

/** Adds to the platoon's feed that someone joined. */
export async function recordJoin(db: Database, organizationId: string, userId: string, at: Date): Promise<void> {
  const createdAt = at.toISOString();
  const row = { id: randomUUID(), organizationId, kind: "joined", body: "{}", actorId: userId };
  await db
    .insertInto("platoonEvent")
    .values({ ...row, createdAt, updatedAt: createdAt })
    .execute();
}

/** The rows of a person in the platoons they are in: in a deleted one they have a row, too. */
export const selectPlatoons = (db: Database, userId: string) =>
  db
    .selectFrom("member")
    .innerJoin("organization", "organization.id", "member.organizationId")
    .where("member.userId", "=", userId);

/** The number of platoons a person is in. */
export const countPlatoons = (db: Database, userId: string): Promise<number> => countAll(selectPlatoons(db, userId));

/** What goes with a member. The consents first: what is being added to the feed holds them, and is deleted with the rest. */
const BROUGHT = [
  { table: "boardConsent", person: "userId", which: sql<boolean>`1 = 1` },
  { table: "feedMark", person: "userId", which: sql<boolean>`1 = 1` },
  { table: "platoonLoadout", person: "authorId", which: sql<boolean>`"stays" = 0` },
  { table: "platoonEvent", person: "actorId", which: sql<boolean>`"kind" IN (${sql.join(SOLDIER_FEED_KINDS)})` },
] as const;

/**
 * Deletes what former members of a platoon brought on the condition that it goes with them, and what they let the platoon see. A
 * deleted platoon keeps all of it: it can be brought back.
 */
export async function removeOfFormerMembers(db: Database, organizationId: string, userId?: string): Promise<void> {
  for (const owned of BROUGHT) {
    let rows = selectOfFormerMembers(db, owned).where(sql.ref(`${owned.table}.organizationId`), "=", organizationId);
    if (userId !== undefined) rows = rows.where(sql.ref(`${owned.table}.${owned.person}`), "=", userId);
    await deleteInChunks(db, owned.table, () => rows.execute());
  }
}

function selectOfFormerMembers(db: Database, { table, person, which }: (typeof BROUGHT)[number]) {
  const [platoonRef, personRef] = [sql.ref(`${table}.organizationId`), sql.ref(`${table}.${person}`)];
  return db
    .selectFrom(table)
    .select(["organizationId", "id"])
    .where(which)
    .where(sql<boolean>`EXISTS (SELECT 1 FROM "organization" WHERE "organization"."id" = ${platoonRef})`)
    .where(
      sql<boolean>`NOT EXISTS (SELECT 1 FROM "member"
          WHERE "member"."organizationId" = ${platoonRef} AND "member"."userId" = ${personRef})`,
    )
    .where(sql<boolean>`${personRef} IS NOT NULL`)
    .limit(LOADOUTS_AT_ONCE);
}

/** A new platoon may have no owner for this long, because the owner is inserted after it. */
const SETTLES_MS = 60_000;

const ORPHANED_AT_ONCE = 20;

/**
 * Repairs what a crash in the middle of a change left, as much as the run has room for: platoons without an owner, and
 * what former members brought.
 */
export async function repairPlatoons(
  db: Database,
  at: Date,
  run = createRun(Number.POSITIVE_INFINITY),
  scan: Scan = { cursors: new Map() },
): Promise<void> {
  await forEachRange(db, "organization", { ...scan, run }, (range) => restoreOwners(db, at, range, run));
  for (const owned of BROUGHT) {
    await forEachRange(db, owned.table, { ...scan, run }, async ({ after, upTo }) => {
      const rows = selectOfFormerMembers(db, owned)
        .where("id", ">", after)
        .where("id", "<=", upTo)
        .modifyEnd(OF_ALL_OWNERS);
      await deleteInChunks(db, owned.table, () => rows.execute(), run);
    });
  }
}

async function restoreOwners(db: Database, at: Date, { after, upTo }: IdRange, run: Run): Promise<void> {
  const olderThan = new Date(at.getTime() - SETTLES_MS);
  for (let last = after; run.left > 0; ) {
    const orphaned = await db
      .selectFrom("organization")
      .select("organization.id")
      .where("organization.id", ">", last)
      .where("organization.id", "<=", upTo)
      .where("organization.createdAt", "<", olderThan)
      .where((eb) => eb.not(eb.exists(getMembers(eb).where(memberRank, "=", sql.lit(0)))))
      .orderBy("organization.id")
      .limit(Math.min(ORPHANED_AT_ONCE, run.left))
      .execute();
    const end = orphaned.at(-1);
    if (!end) return;
    for (const { id } of orphaned) {
      await ensureOwner(db, id);
      countRows(run, "organization", 1);
      await nextTurn();
    }
    last = end.id;
  }
}
