// Links for joining a platoon, of which only the hash of the secret is stored, and the list of open e-mail invitations.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import {
  getGrantableRoles,
  isOwner,
  MAX_INVITE_LINKS,
  MAX_MEMBERS,
  MAX_PLATOONS,
  PLATOON_ROLES,
  type PlatoonRole,
} from "#domain/platoon/platoon.ts";
import { AppError } from "#messages/errors.ts";
import type { Database } from "#server/database/database.ts";
import { deleteRows } from "#server/database/purge-run.ts";
import { countAll, readPage } from "#server/database/queries.ts";
import { changePlatoon, findRoles, type Membership, type PlatoonContext } from "./access.ts";
import { countPlatoons, recordJoin } from "./platoon-owners.ts";

const DAY_MS = 24 * 60 * 60_000;
const MAX_LISTED_LINKS = 100;
/** Maximum of ended links that one new link deletes. */
const MAX_DELETED_LINKS = 1000;
const INVITATIONS_PAGE_SIZE = 50;

const hashLink = (link: string): string => createHash("sha256").update(link).digest("base64url");

/** Returns a link and its platoon by its secret, or undefined. */
export const findLink = (db: Database, link: string) =>
  db
    .selectFrom("inviteLink")
    .innerJoin("organization", "organization.id", "inviteLink.organizationId")
    .leftJoin("user", "user.id", "inviteLink.creatorId")
    .leftJoin("member", (join) =>
      join
        .onRef("member.organizationId", "=", "inviteLink.organizationId")
        .onRef("member.userId", "=", "inviteLink.creatorId"),
    )
    .select(["inviteLink.id", "inviteLink.organizationId", "inviteLink.role", "inviteLink.maxUses", "inviteLink.uses"])
    .select(["inviteLink.createdAt", "inviteLink.expiresAt", "inviteLink.revokedAt"])
    .select(["organization.name", "organization.slug"])
    .select(["user.name as inviter", "member.role as inviterRoles"])
    .where("inviteLink.tokenHash", "=", hashLink(link))
    .executeTakeFirst();

type FoundLink = NonNullable<Awaited<ReturnType<typeof findLink>>>;
type Uses = Pick<FoundLink, "expiresAt" | "uses" | "maxUses">;

function getState(hasEnded: boolean, { expiresAt, uses, maxUses }: Uses, at: Date): "open" | "over" | "revoked" {
  if (hasEnded) return "revoked";
  return expiresAt <= at.toISOString() || uses >= maxUses ? "over" : "open";
}

/** Whether a link was revoked, or its creator may no longer grant its role. */
const isRevoked = ({ revokedAt, role, inviterRoles }: FoundLink): boolean =>
  revokedAt !== null || !getGrantableRoles(inviterRoles ?? "").some((grantable) => grantable === role);

/** Whether the person was removed from the platoon after the link was created. */
async function isRemovedSince(
  db: Database,
  userId: string,
  { organizationId, createdAt }: FoundLink,
): Promise<boolean> {
  const removal = await db
    .selectFrom("memberRemoval")
    .select("id")
    .where("userId", "=", userId)
    .where("organizationId", "=", organizationId)
    .where("updatedAt", ">=", createdAt)
    .executeTakeFirst();
  return removal !== undefined;
}

/**
 * Makes the person a member. The caller must hold the platoon's lock in this transaction.
 * @throws {AppError} link_missing; link_over; platoon_full; platoons_full
 */
export async function joinByLink(trx: Database, userId: string, link: string, at: Date): Promise<void> {
  const row = await findLink(trx, link);
  if (!row || isRevoked(row) || (await isRemovedSince(trx, userId, row))) throw new AppError("link_missing");
  const { id, organizationId, role } = row;
  const members = trx.selectFrom("member").where("organizationId", "=", organizationId);
  if ((await countAll(members)) >= MAX_MEMBERS) throw new AppError("platoon_full");
  if ((await countPlatoons(trx, userId)) >= MAX_PLATOONS) throw new AppError("platoons_full");
  const updatedAt = at.toISOString();
  const { numUpdatedRows } = await trx
    .updateTable("inviteLink")
    .set((eb) => ({ uses: eb("uses", "+", 1), updatedAt }))
    .where("id", "=", id)
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", updatedAt)
    .whereRef("uses", "<", "maxUses")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError("link_over");
  const member = { id: randomUUID(), organizationId, userId, role, createdAt: at, updatedAt: at };
  await trx.insertInto("member").values(member).execute();
  await recordJoin(trx, organizationId, userId, at);
}

type NewLink = { role: PlatoonRole; days: number; uses: number };

/**
 * Creates a link and returns its secret.
 * @throws {AppError} platoon_missing; platoon_managers_only; platoon_owners_only; links_full
 */
export async function createLink(
  ctx: PlatoonContext,
  { role, days, uses: maxUses }: NewLink,
  at: Date,
): Promise<string> {
  const link = randomBytes(24).toString("base64url");
  const createdAt = at.toISOString();
  const expiresAt = new Date(at.getTime() + days * DAY_MS).toISOString();
  await changePlatoon(ctx, async (trx, { id: organizationId, roles }) => {
    if (!getGrantableRoles(roles).includes(role)) throw new AppError("platoon_owners_only");
    const openLinks = await trx
      .selectFrom("inviteLink")
      .select("id")
      .where("organizationId", "=", organizationId)
      .where("revokedAt", "is", null)
      .where("expiresAt", ">", createdAt)
      .whereRef("uses", "<", "maxUses")
      .execute();
    if (openLinks.length >= MAX_INVITE_LINKS) throw new AppError("links_full");
    await removeOldest(trx, organizationId, at);
    const created = { id: randomUUID(), organizationId, creatorId: ctx.user.id, createdAt, updatedAt: createdAt };
    const limits = { maxUses, uses: 0, expiresAt, revokedAt: null };
    await trx
      .insertInto("inviteLink")
      .values({ ...created, ...limits, role, tokenHash: hashLink(link) })
      .execute();
  });
  return link;
}

/** Deletes the links that ended first, beyond the number that a list shows. */
async function removeOldest(trx: Database, organizationId: string, at: Date): Promise<void> {
  const surplus = trx
    .selectFrom("inviteLink")
    .select("id")
    .where("organizationId", "=", organizationId)
    .orderBy(getOpenRank(at), "desc")
    .orderBy("expiresAt", "desc")
    .offset(MAX_LISTED_LINKS - 1)
    .limit(MAX_DELETED_LINKS);
  await deleteRows(trx, "inviteLink", await surplus.execute());
}

/** Returns a platoon's links, the valid ones first. */
export async function listLinks(db: Database, organizationId: string, at: Date) {
  const rows = await db
    .selectFrom("inviteLink")
    .leftJoin("user", "user.id", "inviteLink.creatorId")
    .select(["inviteLink.id", "inviteLink.role", "expiresAt", "maxUses", "uses", "revokedAt", "user.name as creator"])
    .where("organizationId", "=", organizationId)
    .orderBy(getOpenRank(at), "desc")
    .orderBy("inviteLink.expiresAt", "desc")
    .limit(MAX_LISTED_LINKS)
    .execute();
  return rows.map(({ revokedAt, ...row }) => ({ ...row, state: getState(revokedAt !== null, row, at) }));
}

/** Returns an SQL expression: 1 for a link whose state in `getState` is "open", otherwise 0. */
const getOpenRank = (at: Date) =>
  sql`CASE WHEN "revokedAt" IS NULL AND "expiresAt" > ${at.toISOString()} AND "uses" < "maxUses" THEN 1 ELSE 0 END`;

/** @throws {AppError} platoon_missing; platoon_managers_only; link_missing */
export const revokeLink = (ctx: PlatoonContext, id: string, now: Date): Promise<void> =>
  changePlatoon(ctx, async (trx, platoon) => {
    const timestamp = now.toISOString();
    const { numUpdatedRows } = await trx
      .updateTable("inviteLink")
      .set((eb) => ({ revokedAt: eb.fn.coalesce("revokedAt", eb.val(timestamp)), updatedAt: timestamp }))
      .where("id", "=", id)
      .where("organizationId", "=", platoon.id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError("link_missing");
  });

/**
 * Returns the platoon and the state of a link; only a member gets the platoon's address. For a person who was removed after its
 * creation the link is revoked.
 * @throws {AppError} link_missing
 */
export async function getLinkState(db: Database, link: string, userId: string | null, at: Date) {
  const row = await findLink(db, link);
  if (!row) throw new AppError("link_missing");
  const isMember = userId !== null && (await findRoles(db, userId, row.organizationId)) !== null;
  const hasEnded = isRevoked(row) || (userId !== null && (await isRemovedSince(db, userId, row)));
  return {
    platoon: row.name,
    inviter: row.inviter,
    role: PLATOON_ROLES.find((each) => each === row.role) ?? "member",
    state: getState(hasEnded, row, at),
    expiresAt: row.expiresAt,
    memberOf: isMember ? row.slug : null,
  };
}

export const invitationCursor = z.object({ createdAt: z.iso.datetime(), id: z.string().max(100) });

/**
 * Returns a page of the pending e-mail invitations, newest first. The account library's lists end after 100 rows, including answered
 * ones. As in those lists, only owners see invitations to become an owner.
 */
export async function listInvitations(
  db: Database,
  { id: organizationId, roles }: Membership,
  cursor: z.infer<typeof invitationCursor> | null,
  at: Date,
) {
  let query = db
    .selectFrom("invitation")
    .leftJoin("user", "user.id", "invitation.inviterId")
    .select(["invitation.id", "invitation.email", "invitation.role", "invitation.createdAt", "invitation.expiresAt"])
    .select("user.name as inviter")
    .where("invitation.organizationId", "=", organizationId)
    .where("invitation.status", "=", "pending")
    .where("invitation.expiresAt", ">", at);
  if (!isOwner(roles)) {
    query = query.where(({ or, eb }) =>
      or([eb("invitation.role", "is", null), eb("invitation.role", "not like", "%owner%")]),
    );
  }
  const { items, next } = await readPage(query, {
    orderColumns: ["invitation.createdAt", "invitation.id"],
    order: "desc",
    limit: INVITATIONS_PAGE_SIZE,
    cursor: cursor && [new Date(cursor.createdAt), cursor.id],
  });
  return {
    items: items.map(({ id, email, role, inviter, expiresAt }) => ({
      ...{ id, email, role: role ?? "member", inviter: inviter || null },
      expiresAt: new Date(expiresAt).toISOString(),
    })),
    nextCursor: next && { createdAt: new Date(next.createdAt).toISOString(), id: next.id },
  };
}
