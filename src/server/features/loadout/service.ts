// The rules of the locker.
import { setImmediate } from "node:timers/promises";
import { isSameContent, type LoadoutContent } from "#domain/loadout/loadout.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { AppError } from "#messages/errors.ts";
import type { Database } from "#server/database/database.ts";
import { withPersonLock } from "#server/people/person-lock.ts";
import type { TrpcContext } from "#server/trpc/trpc.ts";
import {
  type Arrangement,
  addLoadout,
  arrangeLoadouts,
  changeLoadout,
  deleteMergedSince,
  eraseDeleted,
  getLoadout,
  listDeletedVersions,
  listMergedSince,
  markDeleted,
  moveBehind,
} from "./repository.ts";
import { requireRoom } from "./room.ts";
import { type SavedLoadout, toColumns } from "./saved.ts";

/** Maximum of loadouts per transaction, because on SQLite a transaction blocks all others. */
const ERASE_CHUNK_SIZE = 50;
const DAY_MS = 24 * 60 * 60_000;

export type ServiceContext = Pick<TrpcContext, "arsenals" | "db" | "events" | "now"> & {
  user: { id: string; isGuest: boolean };
};

type SaveInput = LoadoutContent & { id: string; seenVersion: number; folderId?: string | null | undefined };

/** @throws {AppError} loadout_illegal; loadout_changed; locker_full */
export const save = (ctx: ServiceContext, input: SaveInput): Promise<SavedLoadout> =>
  saveWithin(ctx, (_, write) => write(input));

/**
 * Runs `work` with the person's lock; it may save a loadout with `write`, together with its own changes.
 * @throws {AppError} loadout_illegal; loadout_changed; locker_full
 */
export async function saveWithin(
  ctx: ServiceContext,
  work: (trx: Database, write: (input: SaveInput) => Promise<SavedLoadout>) => Promise<SavedLoadout>,
): Promise<SavedLoadout> {
  let isWritten = false;
  const saved = await withPersonLock(ctx.db, ctx.user.id, (db) =>
    work(db, async (input) => {
      const violations = findViolations(input.loadout, ctx.arsenals[input.loadout.game]);
      if (violations.length > 0) throw new AppError("loadout_illegal", { violations });
      isWritten = await (input.seenVersion === 0 ? add : change)({ ...ctx, db }, input);
      const current = await getLoadout(db, ctx.user.id, input.id);
      if (current && (isWritten || isSameContent(current, input))) return current;
      throw new AppError("loadout_changed", { current });
    }),
  );
  if (isWritten) publish(ctx, saved.id);
  return saved;
}

async function add({ db, user, now }: ServiceContext, input: SaveInput): Promise<boolean> {
  // A repeated save must not fail because the first one filled the locker.
  if (await getLoadout(db, user.id, input.id)) return false;
  await requireRoom(db, user, { live: 1, stored: 1, bytes: toColumns(input).bytes });
  const { folderId = null, ...content } = input;
  return addLoadout(db, user.id, { ...content, folderId }, now());
}

/** Replaces the version on which the change is based, after checking the room for a larger loadout. */
async function change({ db, user, now }: ServiceContext, input: SaveInput): Promise<boolean> {
  const rows = db.selectFrom("loadout").select("bytes").where("userId", "=", user.id).where("id", "=", input.id);
  const current = await rows.executeTakeFirst();
  const growth = toColumns(input).bytes - (current?.bytes ?? 0);
  if (current && growth > 0) await requireRoom(db, user, { live: 0, stored: 0, bytes: growth });
  return changeLoadout(db, user.id, input, now());
}

const publish = ({ events, user }: ServiceContext, id: string) => events.publish(user.id, { what: "loadout", id });

export async function arrangeAll(ctx: ServiceContext, ids: readonly string[], arrangement: Arrangement) {
  const userId = ctx.user.id;
  await withPersonLock(ctx.db, userId, async (db) => {
    if (arrangement.folderId) await requireFolder(db, userId, arrangement.folderId);
    if (arrangement.folderId !== undefined || arrangement.pinned !== undefined)
      await arrangeLoadouts(db, userId, ids, arrangement, ctx.now());
  });
  for (const id of ids) publish(ctx, id);
  return { ids };
}

async function requireFolder(db: Database, userId: string, id: string): Promise<void> {
  const folders = db.selectFrom("folder").select("id").where("userId", "=", userId).where("id", "=", id);
  if ((await folders.execute()).length === 0) throw new AppError("folder_missing");
}

export async function move(ctx: ServiceContext, id: string, afterId: string | null) {
  await withPersonLock(ctx.db, ctx.user.id, async (db) => {
    if (id !== afterId && !(await moveBehind(db, ctx.user.id, id, afterId))) throw new AppError("loadout_missing");
  });
  publish(ctx, id);
  return { id };
}

type RemoveInput = { id: string; seenVersion?: number | undefined };

/**
 * Deletes a loadout if it has the version that the caller has seen. Idempotent: a deleted loadout stays deleted.
 * @throws {AppError} loadout_missing; loadout_changed
 */
export async function remove(ctx: ServiceContext, { id, seenVersion }: RemoveInput): Promise<{ id: string }> {
  const { db, user, now } = ctx;
  await withPersonLock(db, user.id, async (trx) => {
    const current = seenVersion === undefined ? null : await getLoadout(trx, user.id, id);
    if (current && current.version !== seenVersion) throw new AppError("loadout_changed", { current });
    if (!(await markDeleted(trx, user.id, id, now().toISOString()))) throw new AppError("loadout_missing");
  });
  publish(ctx, id);
  return { id };
}

/** @throws {AppError} loadout_missing; locker_full */
export async function restore(ctx: ServiceContext, id: string): Promise<{ id: string }> {
  const { db, user } = ctx;
  await withPersonLock(db, user.id, async (trx) => {
    const isLive = (await getLoadout(trx, user.id, id)) !== null;
    if (!isLive) await requireRoom(trx, user, { live: 1, stored: 0, bytes: 0 });
    if (!(await markDeleted(trx, user.id, id, null))) throw new AppError("loadout_missing");
  });
  publish(ctx, id);
  return { id };
}

/** Permanently deletes loadouts, except those with another version than in `seenVersions`; returns the ids of the deleted ones. */
export async function erase(
  { db, user }: ServiceContext,
  ids: readonly string[],
  seenVersions: Readonly<Record<string, number>> = {},
): Promise<{ ids: readonly string[] }> {
  const changedIds = new Set<string>();
  for (let index = 0; index < ids.length; index += ERASE_CHUNK_SIZE) {
    const chunkIds = ids.slice(index, index + ERASE_CHUNK_SIZE);
    await withPersonLock(db, user.id, async (trx) => {
      const versions = await listDeletedVersions(trx, user.id, chunkIds);
      const changed = versions.filter(({ id, version }) => version !== (seenVersions[id] ?? version));
      for (const { id } of changed) changedIds.add(id);
      await eraseDeleted(
        trx,
        user.id,
        chunkIds.filter((id) => !changedIds.has(id)),
      );
    });
    await setImmediate();
  }
  return { ids: ids.filter((id) => !changedIds.has(id)) };
}

const getDayBefore = (now: Date): Date => new Date(now.getTime() - DAY_MS);

export const listGuestImport = ({ db, user, now }: ServiceContext) => listMergedSince(db, user.id, getDayBefore(now()));

export async function removeGuestImport({ db, user, now }: ServiceContext) {
  const time = now();
  return {
    dropped: await withPersonLock(db, user.id, (trx) => deleteMergedSince(trx, user.id, getDayBefore(time), time)),
  };
}
