// The soldiers that a person claims or follows.
import type { Selectable } from "kysely";
import { z } from "zod";
import { getLimit, type Owner } from "#domain/limits.ts";
import { getNameKey, type PendingQuestions, pendingReading, RELATIONS, soldierKey } from "#domain/soldier/soldier.ts";
import { m } from "#messages";
import { AppError, type ErrorCode } from "#messages/errors.ts";
import { isUniqueViolation } from "#platform/database/valid-text.ts";
import type { Database } from "#server/database/database.ts";
import type { Tables } from "#server/database/schema.ts";

const COLUMNS = [
  "id",
  "game",
  "platform",
  "name",
  "playerId",
  "relation",
  "readAt",
  "triedAt",
  "vanishedAt",
  "lastError",
  "pendingReading",
  "keepsAll",
  "createdAt",
] as const;

const storedSoldier = soldierKey.extend({ relation: z.enum(RELATIONS) });

export type StoredSoldier = z.infer<typeof storedSoldier> & {
  id: string;
  playerId: string | null;
  /** The times of the service's last response and of the last attempt. */
  readAt: string | null;
  triedAt: string | null;
  /** Set while the service no longer finds the soldier. */
  vanishedAt: string | null;
  /** The error code of the last reading; null after a success. */
  lastError: ErrorCode | null;
  /** The open decisions of the person about its readings; null if there are none. */
  pendingReading: PendingQuestions | null;
  /** Whether old snapshots are not thinned out. */
  keepsAll: boolean;
  createdAt: string;
};

type Row = Pick<Selectable<Tables["soldier"]>, (typeof COLUMNS)[number]>;

const parseSoldier = ({ lastError, pendingReading: decisions, keepsAll, ...row }: Row): StoredSoldier => ({
  ...row,
  ...storedSoldier.parse(row),
  ...(row.relation === "sample" && { name: m.soldier_sample_soldier() }),
  keepsAll: keepsAll === 1,
  lastError: lastError as ErrorCode | null,
  pendingReading: decisions === null ? null : (pendingReading.safeParse(JSON.parse(decisions)).data ?? null),
});

/** Returns the user's soldiers, in the order in which they were added. */
export async function listSoldiers(db: Database, userId: string): Promise<StoredSoldier[]> {
  const rows = await db
    .selectFrom("soldier")
    .select(COLUMNS)
    .where("userId", "=", userId)
    .where("deletedAt", "is", null)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  return rows.map(parseSoldier);
}

/**
 * Returns one of the user's soldiers.
 * @throws {AppError} soldier_missing
 */
export async function getSoldier(db: Database, userId: string, id: string): Promise<StoredSoldier> {
  const row = await db
    .selectFrom("soldier")
    .select(COLUMNS)
    .where("userId", "=", userId)
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (!row) throw new AppError("soldier_missing");
  return parseSoldier(row);
}

export type NewSoldier = z.infer<typeof storedSoldier> & { id: string; playerId: string | null };

/**
 * Adds a soldier and returns its id. If the user already has a soldier with this name or player id, that one is restored if it was
 * deleted, and its id is returned. The caller must hold the person's lock.
 * @throws {AppError} soldiers_full; soldier_missing if the id is in use
 */
export async function addSoldier(db: Database, owner: Owner, soldier: NewSoldier, now: Date): Promise<string> {
  const userId = owner.id;
  const timestamp = now.toISOString();
  const { id, game, platform, name, playerId, relation } = soldier;
  const matchId = await findDuplicate(db, userId, { id, game, platform }, { nameKey: null, playerId });
  await requireRoom(db, owner, (current) =>
    matchId === undefined
      ? current.game === game && current.platform === platform && current.nameKey === getNameKey(name)
      : current.id === matchId,
  );
  if (matchId !== undefined) {
    await changeSoldier(db, userId, matchId, { relation, deletedAt: null }, now);
    return matchId;
  }
  const emptyReadings = {
    readAt: null,
    triedAt: null,
    nextReadAt: null,
    vanishedAt: null,
    lastError: null,
    deletedAt: null,
  };
  const row = { id, userId, game, platform, name, nameKey: getNameKey(name), playerId, relation, ...emptyReadings };
  const added = await db
    .insertInto("soldier")
    .values({ ...row, createdAt: timestamp, updatedAt: timestamp })
    .onConflict((conflict) =>
      conflict
        .columns(["userId", "game", "platform", "nameKey"])
        .doUpdateSet({ relation, deletedAt: null, updatedAt: timestamp }),
    )
    .returning("id")
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      // The id belongs to another soldier of the user.
      throw isUniqueViolation(error) ? new AppError("soldier_missing", {}, { cause: error }) : error;
    });
  return added.id;
}

/**
 * Restores a deleted soldier; returns false if the user has no such soldier. The caller must hold the person's lock.
 * @throws {AppError} soldiers_full
 */
export async function restoreSoldier(db: Database, owner: Owner, id: string, now: Date): Promise<boolean> {
  await requireRoom(db, owner, (current) => current.id === id);
  return changeSoldier(db, owner.id, id, { deletedAt: null }, now);
}

/** @throws {AppError} soldiers_full unless this soldier is already live or another one fits */
async function requireRoom(db: Database, owner: Owner, isThis: (current: OwnSoldier) => boolean): Promise<void> {
  const current = await listKeys(db, owner.id);
  if (current.some((soldier) => isThis(soldier) && isLive(soldier))) return;
  const { soldiers, storedSoldiers } = countRows(current.filter((soldier) => !isThis(soldier)));
  if (soldiers >= getLimit("soldiers", owner) || storedSoldiers >= getLimit("storedSoldiers", owner))
    throw new AppError("soldiers_full");
}

const KEY_COLUMNS = ["id", "game", "platform", "nameKey", "deletedAt"] as const;
type OwnSoldier = Pick<Selectable<Tables["soldier"]>, (typeof KEY_COLUMNS)[number]>;

const listKeys = (db: Database, userId: string): Promise<OwnSoldier[]> =>
  db.selectFrom("soldier").select(KEY_COLUMNS).where("userId", "=", userId).execute();

const isLive = ({ deletedAt }: OwnSoldier): boolean => deletedAt === null;

const countRows = (rows: readonly OwnSoldier[]) => ({
  soldiers: rows.filter(isLive).length,
  storedSoldiers: rows.length,
});

/** Returns the numbers of a user's soldiers without and with the deleted ones. */
export const countSoldiers = async (db: Database, userId: string) => countRows(await listKeys(db, userId));

/** Changes fields of a soldier, after a reading or by its user; returns false if the user has no such soldier. */
export async function changeSoldier(
  db: Database,
  userId: string,
  id: string,
  change: Partial<Omit<Selectable<Tables["soldier"]>, "id" | "userId">>,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("soldier")
    .set({ ...change, updatedAt: now.toISOString() })
    .where("userId", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Sets name and player id of a soldier. The caller must hold the person's lock.
 * @throws {AppError} soldier_listed if another of the user's soldiers, even a deleted one, has this name or id
 */
export async function identifySoldier(
  db: Database,
  userId: string,
  { id, game, platform }: StoredSoldier,
  { name, playerId }: { name: string; playerId: string | null },
  now: Date,
): Promise<void> {
  const nameKey = getNameKey(name);
  if (await findDuplicate(db, userId, { id, game, platform }, { nameKey, playerId }))
    throw new AppError("soldier_listed");
  await changeSoldier(db, userId, id, { name, nameKey, playerId }, now);
}

/** Returns the id of another of the user's soldiers with this name or player id, including deleted ones. */
export async function findDuplicate(
  db: Database,
  userId: string,
  { id, game, platform }: Pick<StoredSoldier, "id" | "game" | "platform">,
  { nameKey, playerId }: { nameKey: string | null; playerId: string | null },
): Promise<string | undefined> {
  if (nameKey === null && playerId === null) return undefined;
  const duplicate = await db
    .selectFrom("soldier")
    .select("id")
    .where("userId", "=", userId)
    .where("game", "=", game)
    .where("platform", "=", platform)
    .where("id", "!=", id)
    .where(({ eb, or }) =>
      or([
        ...(nameKey === null ? [] : [eb("nameKey", "=", nameKey)]),
        ...(playerId === null ? [] : [eb("playerId", "=", playerId)]),
      ]),
    )
    .executeTakeFirst();
  return duplicate?.id;
}

/** Serializes the open decisions about a soldier; returns null if there are none. */
export const serializePendingQuestions = (questions: PendingQuestions): string | null =>
  questions.identity || questions.restart ? JSON.stringify(questions satisfies PendingQuestions) : null;
