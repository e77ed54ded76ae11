// Links by which people join a platoon, of which only the digest of the secret is stored; and its open e-mail invitations.
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
const SHOWN_LINKS = 100;
/** Maximum of ended links that one new link deletes. */
const DELETED_LINKS = 1000;
const INVITATIONS_PAGE = 50;

const getDigest = (link: string): string => createHash("sha256").update(link).digest("base64url");

/** A link and its platoon; undefined where there is none of this secret. */
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
    .where("inviteLink.tokenHash", "=", getDigest(link))
    .executeTakeFirst();

type FoundLink = NonNullable<Awaited<ReturnType<typeof findLink>>>;
type Uses = Pick<FoundLink, "expiresAt" | "uses" | "maxUses">;

function getState(hasEnded: boolean, { expiresAt, uses, maxUses }: Uses, at: Date): "open" | "over" | "revoked" {
  if (hasEnded) return "revoked";
  return expiresAt <= at.toISOString() || uses >= maxUses ? "over" : "open";
}

/** A link ends with the right of its maker to give its role. */
const isRevoked = ({ revokedAt, role, inviterRoles }: FoundLink): boolean =>
  revokedAt !== null || !getGrantableRoles(inviterRoles ?? "").some((grantable) => grantable === role);

/** Whether the person was removed from the platoon since the link was made. */
async function wasRemovedSince(
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
 * Makes the person a member, within a transaction that holds the platoon's lock.
 * @throws {AppError} link_missing; link_over; platoon_full; platoons_full
 */
export async function joinByLink(trx: Database, userId: string, link: string, at: Date): Promise<void> {
  const row = await findLink(trx, link);
  if (!row || isRevoked(row) || (await wasRemovedSince(trx, userId, row))) throw new AppError("link_missing");
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
 * Makes a link and returns its secret.
 * @throws {AppError} platoon_missing; platoon_managers_only; platoon_owners_only; links_full
 */
export async function makeLink(ctx: PlatoonContext, { role, days, uses: maxUses }: NewLink, at: Date): Promise<string> {
  const link = randomBytes(24).toString("base64url");
  const createdAt = at.toISOString();
  const expiresAt = new Date(at.getTime() + days * DAY_MS).toISOString();
  await changePlatoon(ctx, async (trx, { id: organizationId, roles }) => {
    if (!getGrantableRoles(roles).includes(role)) throw new AppError("platoon_owners_only");
    const live = await trx
      .selectFrom("inviteLink")
      .select("id")
      .where("organizationId", "=", organizationId)
      .where("revokedAt", "is", null)
      .where("expiresAt", ">", createdAt)
      .whereRef("uses", "<", "maxUses")
      .execute();
    if (live.length >= MAX_INVITE_LINKS) throw new AppError("links_full");
    await removeOldest(trx, organizationId, at);
    const made = { id: randomUUID(), organizationId, creatorId: ctx.user.id, createdAt, updatedAt: createdAt };
    const limits = { maxUses, uses: 0, expiresAt, revokedAt: null };
    await trx
      .insertInto("inviteLink")
      .values({ ...made, ...limits, role, tokenHash: getDigest(link) })
      .execute();
  });
  return link;
}

/** Makes room for another link: beyond what a list shows, those that have ended the longest are deleted. */
async function removeOldest(trx: Database, organizationId: string, at: Date): Promise<void> {
  const beyond = trx
    .selectFrom("inviteLink")
    .select("id")
    .where("organizationId", "=", organizationId)
    .orderBy(getOpenRank(at), "desc")
    .orderBy("expiresAt", "desc")
    .offset(SHOWN_LINKS - 1)
    .limit(DELETED_LINKS);
  await deleteRows(trx, "inviteLink", await beyond.execute());
}

/** A platoon's links, those that still work first. */
export async function listLinks(db: Database, organizationId: string, at: Date) {
  const rows = await db
    .selectFrom("inviteLink")
    .leftJoin("user", "user.id", "inviteLink.creatorId")
    .select(["inviteLink.id", "inviteLink.role", "expiresAt", "maxUses", "uses", "revokedAt", "user.name as creator"])
    .where("organizationId", "=", organizationId)
    .orderBy(getOpenRank(at), "desc")
    .orderBy("inviteLink.expiresAt", "desc")
    .limit(SHOWN_LINKS)
    .execute();
  return rows.map(({ revokedAt, ...row }) => ({ ...row, state: getState(revokedAt !== null, row, at) }));
}

/** 1 of a link that works, as `getState` has it, else 0. */
const getOpenRank = (at: Date) =>
  sql`CASE WHEN "revokedAt" IS NULL AND "expiresAt" > ${at.toISOString()} AND "uses" < "maxUses" THEN 1 ELSE 0 END`;

/** @throws {AppError} platoon_missing; platoon_managers_only; link_missing */
export const revokeLink = (ctx: PlatoonContext, id: string, now: Date): Promise<void> =>
  changePlatoon(ctx, async (trx, platoon) => {
    const at = now.toISOString();
    const { numUpdatedRows } = await trx
      .updateTable("inviteLink")
      .set((eb) => ({ revokedAt: eb.fn.coalesce("revokedAt", eb.val(at)), updatedAt: at }))
      .where("id", "=", id)
      .where("organizationId", "=", platoon.id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError("link_missing");
  });

/**
 * What a link leads to; the platoon's address for a member alone. For a person who was removed since it was made it has ended.
 * @throws {AppError} link_missing
 */
export async function getStanding(db: Database, link: string, userId: string | null, at: Date) {
  const row = await findLink(db, link);
  if (!row) throw new AppError("link_missing");
  const isMember = userId !== null && (await findRoles(db, userId, row.organizationId)) !== null;
  const hasEnded = isRevoked(row) || (userId !== null && (await wasRemovedSince(db, userId, row)));
  return {
    platoon: row.name,
    inviter: row.inviter,
    role: PLATOON_ROLES.find((one) => one === row.role) ?? "member",
    state: getState(hasEnded, row, at),
    expiresAt: row.expiresAt,
    memberOf: isMember ? row.slug : null,
  };
}

export const invitationPlace = z.object({ createdAt: z.iso.datetime(), id: z.string().max(100) });

/**
 * A page of the e-mail invitations without an answer, the last first. The account library's lists end after 100 rows, answered
 * ones included; as in those, an invitation to own the platoon is for owners alone.
 */
export async function listInvitations(
  db: Database,
  { id: organizationId, roles }: Membership,
  cursor: z.infer<typeof invitationPlace> | null,
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
    by: ["invitation.createdAt", "invitation.id"],
    order: "desc",
    limit: INVITATIONS_PAGE,
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
