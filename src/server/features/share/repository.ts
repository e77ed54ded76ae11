import { createHmac, randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { getLimit, type Owner } from "#domain/limits.ts";
import { type ReportReason, type SharedLoadout, sharedLoadout } from "#domain/loadout/sharing/share.ts";
import { stableStringify } from "#domain/plain-values.ts";
import { AppError } from "#messages/errors.ts";
import type { Database } from "#server/database/database.ts";
import { countAll, readPage } from "#server/database/queries.ts";
import type { Tables } from "#server/database/schema.ts";

export type Share = SharedLoadout & { id: string; createdAt: string };

/** Returns the id of a person's share. It is the same for the same content, and cannot be guessed. */
export function getShareId(shareKey: string, userId: string, shared: SharedLoadout): string {
  const digest = createHmac("sha256", shareKey)
    .update(`${userId}\0${stableStringify(shared)}`)
    .digest();
  return BigInt(`0x${digest.toString("hex")}`)
    .toString(36)
    .slice(-12);
}

/**
 * Makes the share public, also after its owner has revoked it. The caller must hold the person's lock.
 * @throws {AppError} share_revoked if the operator withdrew it; shares_full
 */
export async function publishShare(
  db: Database,
  owner: Owner,
  id: string,
  shared: SharedLoadout,
  now: Date,
): Promise<void> {
  const timestamp = now.toISOString();
  const current = await db
    .selectFrom("share")
    .select(["withdrawnAt", "revokedAt"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (current?.withdrawnAt) throw new AppError("share_revoked");
  const isAdded = !current || current.revokedAt !== null;
  const { shares, storedShares } = await countShares(db, owner.id);
  if (isAdded && shares >= getLimit("shares", owner)) throw new AppError("shares_full");
  if (!current && storedShares >= getLimit("storedShares", owner)) throw new AppError("shares_full");
  const { name, loadout } = shared;
  const row = {
    id,
    userId: owner.id,
    game: loadout.game,
    name,
    body: JSON.stringify(shared),
    createdAt: timestamp,
    updatedAt: timestamp,
  };
  await db
    .insertInto("share")
    .values({ ...row, revokedAt: null, withdrawnAt: null })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ revokedAt: null, updatedAt: timestamp }))
    .execute();
}

/**
 * Returns the public share with this id.
 * @throws {AppError} share_missing; share_revoked
 */
export const getShare = async (db: Database, id: string): Promise<Share> => (await readShare(db, id)).share;

/**
 * Returns the public share with this id, and the language of its owner's account.
 * @throws {AppError} share_missing; share_revoked
 */
export async function readShare(db: Database, id: string): Promise<{ share: Share; language: string | null }> {
  const row = await db
    .selectFrom("share")
    .innerJoin("user", "user.id", "share.userId")
    .selectAll("share")
    .select("user.language")
    .where("share.id", "=", id)
    .executeTakeFirst();
  if (!row) throw new AppError("share_missing");
  if (row.revokedAt || row.withdrawnAt) throw new AppError("share_revoked");
  return { share: parseShare(row), language: row.language };
}

export type ListedShare = Share & { revokedAt: string | null; withdrawnAt: string | null };

type ShareCursor = { createdAt: string; id: string };

type ListSharesOptions = {
  limit: number;
  direction: "forward" | "backward";
  cursor?: ShareCursor | null | undefined;
};

/** Returns a page of the user's shares, newest first, after the cursor or, when reading backward, before it. */
export async function listShares(db: Database, userId: string, { cursor, ...options }: ListSharesOptions) {
  const { items, next, previous } = await readPage(db.selectFrom("share").selectAll().where("userId", "=", userId), {
    ...options,
    orderColumns: ["createdAt", "id"],
    order: "desc",
    cursor: cursor ? [cursor.createdAt, cursor.id] : null,
  });
  return {
    items: items.map(
      (row): ListedShare => ({ ...parseShare(row), revokedAt: row.revokedAt, withdrawnAt: row.withdrawnAt }),
    ),
    nextCursor: next && { createdAt: next.createdAt, id: next.id },
    previousCursor: previous && { createdAt: previous.createdAt, id: previous.id },
  };
}

/** Revokes a share of the user; returns false if the user has no share with this id. */
export async function revokeShare(db: Database, userId: string, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("share")
    .set((eb) => ({ revokedAt: eb.fn.coalesce("revokedAt", eb.val(now.toISOString())) }))
    .where("userId", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Stores a report about a public share. */
export async function addReport(
  db: Database,
  report: { shareId: string; reason: ReportReason; text: string },
  now: Date,
): Promise<void> {
  const timestamp = now.toISOString();
  await db
    .insertInto("report")
    .values({ ...report, id: randomUUID(), createdAt: timestamp, updatedAt: timestamp })
    .execute();
}

/** Returns the numbers of a user's public shares and of all their shares. */
export async function countShares(db: Database, userId: string): Promise<Record<"shares" | "storedShares", number>> {
  const stored = db.selectFrom("share").where("userId", "=", userId);
  const live = stored.where("revokedAt", "is", null).where("withdrawnAt", "is", null);
  return { shares: await countAll(live), storedShares: await countAll(stored) };
}

const parseShare = ({ id, body, createdAt }: Selectable<Tables["share"]>): Share => ({
  ...sharedLoadout.parse(JSON.parse(body)),
  id,
  createdAt,
});

// Reports about shares for the operator.
const MAX_LISTED = 100;
const MAX_TEXTS = 10;

export type ReportedShare = {
  id: string;
  game: string;
  name: string;
  userId: string;
  reports: { reason: string; text: string }[];
};

/** Returns public shares with their newest reports, the most reported shares first. */
export async function listReportedShares(db: Database): Promise<ReportedShare[]> {
  const rows = await db
    .selectFrom("share")
    .innerJoin("report", "report.shareId", "share.id")
    .select(["share.id", "share.game", "share.name", "share.userId", "report.reason", "report.text"])
    .where("share.withdrawnAt", "is", null)
    .where("share.revokedAt", "is", null)
    .orderBy("report.createdAt", "desc")
    .execute();
  const byShare = [...Map.groupBy(rows, ({ id }) => id).values()].sort((a, b) => b.length - a.length);
  return byShare.slice(0, MAX_LISTED).flatMap((reports) => {
    const [first] = reports;
    if (!first) return [];
    const { reason: _, text: __, ...share } = first;
    return [{ ...share, reports: reports.slice(0, MAX_TEXTS).map(({ reason, text }) => ({ reason, text })) }];
  });
}

/** Withdraws a share permanently; returns false if there is no share with this id. */
export async function withdrawShare(db: Database, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("share")
    .set({ withdrawnAt: now.toISOString() })
    .where("id", "=", id)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await dismissReports(db, id);
  return true;
}

/** Deletes the reports of a share; returns their number. */
export async function dismissReports(db: Database, id: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("report").where("shareId", "=", id).executeTakeFirst();
  return Number(numDeletedRows);
}
