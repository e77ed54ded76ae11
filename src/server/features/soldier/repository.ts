// The soldiers a person claims or follows.
import type { Selectable } from "kysely";
import { z } from "zod";
import { getLimit, type Owner } from "#domain/limits.ts";
import { getNameKey, type PendingReading, pendingReading, RELATIONS, soldierKey } from "#domain/soldier/soldier.ts";
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
  /** The times of the service's last answer and of the last attempt. */
  readAt: string | null;
  triedAt: string | null;
  /** Set while the service no longer knows the soldier. */
  vanishedAt: string | null;
  /** Why the last reading failed; null when it went well. */
  lastError: ErrorCode | null;
  /** What the person has to decide about its readings; null where nothing is. */
  pendingReading: PendingReading | null;
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

/** The user's soldiers, in the order they were added. */
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
 * One of the user's soldiers.
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
 * Adds a soldier and answers its id: that of the one the user has already by this name or player id, restored where it was
 * deleted.
 * The caller holds the person's lock.
 * @throws {AppError} soldiers_full; soldier_missing when the id is in use
 */
export async function addSoldier(db: Database, owner: Owner, soldier: NewSoldier, now: Date): Promise<string> {
  const userId = owner.id;
  const at = now.toISOString();
  const { id, game, platform, name, playerId, relation } = soldier;
  const twinId = await findTwin(db, userId, { id, game, platform }, { nameKey: null, playerId });
  await requireRoom(db, owner, (own) =>
    twinId === undefined
      ? own.game === game && own.platform === platform && own.nameKey === getNameKey(name)
      : own.id === twinId,
  );
  if (twinId !== undefined) {
    await changeSoldier(db, userId, twinId, { relation, deletedAt: null }, now);
    return twinId;
  }
  const untried = {
    readAt: null,
    triedAt: null,
    nextReadAt: null,
    vanishedAt: null,
    lastError: null,
    deletedAt: null,
  };
  const row = { id, userId, game, platform, name, nameKey: getNameKey(name), playerId, relation, ...untried };
  const added = await db
    .insertInto("soldier")
    .values({ ...row, createdAt: at, updatedAt: at })
    .onConflict((conflict) =>
      conflict
        .columns(["userId", "game", "platform", "nameKey"])
        .doUpdateSet({ relation, deletedAt: null, updatedAt: at }),
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
 * Brings a deleted soldier back; false when the user has no such soldier. The caller holds the person's lock.
 * @throws {AppError} soldiers_full
 */
export async function restoreSoldier(db: Database, owner: Owner, id: string, now: Date): Promise<boolean> {
  await requireRoom(db, owner, (own) => own.id === id);
  return changeSoldier(db, owner.id, id, { deletedAt: null }, now);
}

/** @throws {AppError} soldiers_full unless this soldier is live already or there is room for it */
async function requireRoom(db: Database, owner: Owner, isThis: (own: OwnSoldier) => boolean): Promise<void> {
  const own = await db.selectFrom("soldier").select(OWN).where("userId", "=", owner.id).execute();
  const others = own.filter((soldier) => !isThis(soldier));
  const isLive = ({ deletedAt }: OwnSoldier) => deletedAt === null;
  if (own.some((soldier) => isThis(soldier) && isLive(soldier))) return;
  const isFull =
    others.filter(isLive).length >= getLimit("soldiers", owner) || others.length >= getLimit("storedSoldiers", owner);
  if (isFull) throw new AppError("soldiers_full");
}

const OWN = ["id", "game", "platform", "nameKey", "deletedAt"] as const;
type OwnSoldier = Pick<Selectable<Tables["soldier"]>, (typeof OWN)[number]>;

/** What a reading leaves on the soldier, or what the user changes of it; false when the user has no such soldier. */
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
 * Gives the soldier this name and id. The caller holds the person's lock.
 * @throws {AppError} soldier_listed where another of the user's soldiers has the name or the id, also a deleted one
 */
export async function identifySoldier(
  db: Database,
  userId: string,
  { id, game, platform }: StoredSoldier,
  { name, playerId }: { name: string; playerId: string | null },
  now: Date,
): Promise<void> {
  const nameKey = getNameKey(name);
  if (await findTwin(db, userId, { id, game, platform }, { nameKey, playerId })) throw new AppError("soldier_listed");
  await changeSoldier(db, userId, id, { name, nameKey, playerId }, now);
}

/** The id of another of the user's soldiers that has this name or id, also of a deleted one. */
export async function findTwin(
  db: Database,
  userId: string,
  { id, game, platform }: Pick<StoredSoldier, "id" | "game" | "platform">,
  { nameKey, playerId }: { nameKey: string | null; playerId: string | null },
): Promise<string | undefined> {
  if (nameKey === null && playerId === null) return undefined;
  const twin = await db
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
  return twin?.id;
}

/** Stores what is left to decide about a soldier; null where nothing is. */
export const serializePendingReading = (decisions: PendingReading): string | null =>
  decisions.identity || decisions.restart ? JSON.stringify(decisions satisfies PendingReading) : null;
