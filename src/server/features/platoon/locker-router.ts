import { randomUUID } from "node:crypto";
import { z } from "zod";
import { GAMES } from "#domain/game.ts";
import { getLoadoutHeadlines } from "#domain/loadout/build.ts";
import { TAG_LIMIT } from "#domain/loadout/limits.ts";
import { loadoutContent } from "#domain/loadout/loadout.ts";
import { LOADOUT_STATES, type LoadoutEventKind, type PlatoonLoadoutState, remark } from "#domain/platoon/platoon.ts";
import { AppError } from "#messages/errors.ts";
import { getModeTitle } from "#messages/game/mode-words.ts";
import { getLoadout } from "#server/features/loadout/repository.ts";
import { type ServiceContext, saveWithin } from "#server/features/loadout/service.ts";
import { getSoughtWords } from "#server/features/loadout/words.ts";
import { cachedProcedure, getPage, router } from "#server/trpc/trpc.ts";
import { lockMembership, managerProcedure, memberProcedure } from "./access.ts";
import {
  decide,
  edit,
  findLoadout,
  hasWord,
  type LockerContext,
  parseContent,
  propose,
  readCopy,
  readVersion,
  remove,
  restoreVersion,
} from "./locker.ts";

const PAGE_SIZE = 24;
const MAX_SEARCH_LENGTH = 100;
/** Loadouts that one call brings: each is a few rows of one transaction. */
const MAX_AT_ONCE = 10;
/** Maximum of the version of a loadout. */
const MAX_VERSION = 1_000_000;

const loadoutId = z.uuid();
const placeId = z.string().min(1).max(100).nullable();
const purpose = z.object({ teamId: placeId, mapId: placeId, modeId: placeId });
/** What the caller saw: another version or state is refused. */
const seen = z.object({
  id: loadoutId,
  seenVersion: z.number().int().min(1).max(MAX_VERSION),
  seenState: z.enum(LOADOUT_STATES),
});

const filter = z.object({
  q: z.string().max(MAX_SEARCH_LENGTH).default(""),
  tag: z.string().max(TAG_LIMIT).optional(),
  state: z.enum(LOADOUT_STATES).optional(),
  game: z.enum(GAMES).optional(),
  teamId: z.string().max(100).optional(),
  mapId: z.string().max(100).optional(),
  modeId: z.string().max(100).optional(),
  order: z.enum(["changed", "name"]).default("changed"),
  cursor: z.object({ key: z.string().max(200), id: loadoutId }).nullish(),
});

const ORDERS = { changed: { column: "changedAt", run: "desc" }, name: { column: "name", run: "asc" } } as const;

const proposal = purpose.extend({
  id: loadoutId,
  content: loadoutContent,
  note: remark,
  stays: z.boolean(),
  isPublished: z.boolean(),
});

export const lockerRouter = router({
  /**
   * A page of the platoon's loadouts, each with its author (null once their account is deleted), what they wrote when they
   * proposed it, and the caller's copy of it. The cursor is null at the end.
   */
  list: memberProcedure.input(filter).query(async ({ ctx, input: { organizationId, cursor, order, ...fields } }) => {
    const { column, run } = ORDERS[order];
    const sortedBy = `platoonLoadout.${column}` as const;
    let query = ctx.db
      .selectFrom("platoonLoadout")
      .leftJoin("user", "user.id", "platoonLoadout.authorId")
      .leftJoin("loadoutCopy", (join) =>
        join
          .onRef("loadoutCopy.organizationId", "=", "platoonLoadout.organizationId")
          .onRef("loadoutCopy.platoonLoadoutId", "=", "platoonLoadout.id")
          .on("loadoutCopy.userId", "=", ctx.user.id),
      )
      .selectAll("platoonLoadout")
      .leftJoin("loadout", (join) =>
        join
          .onRef("loadout.id", "=", "loadoutCopy.loadoutId")
          .on("loadout.userId", "=", ctx.user.id)
          .on("loadout.deletedAt", "is", null),
      )
      .select(({ selectFrom }) =>
        selectFrom("loadoutEvent")
          .select("text")
          .whereRef("loadoutEvent.organizationId", "=", "platoonLoadout.organizationId")
          .whereRef("loadoutEvent.loadoutId", "=", "platoonLoadout.id")
          .where("loadoutEvent.version", "=", 1)
          .where("loadoutEvent.body", "is not", null)
          .limit(1)
          .as("remark"),
      )
      .select(["user.name as author", "loadoutCopy.version as copiedVersion", "loadout.id as copyId"])
      .where("platoonLoadout.organizationId", "=", organizationId)
      .orderBy(sortedBy, run)
      .orderBy("platoonLoadout.id", run)
      .limit(PAGE_SIZE + 1);
    for (const name of ["state", "game", "teamId", "mapId", "modeId"] as const) {
      const value = fields[name];
      if (value !== undefined) query = query.where(`platoonLoadout.${name}`, "=", value);
    }
    query = query.where((eb) => eb.and(getSoughtWords(fields).map((words) => eb.or(words.map(hasWord)))));
    if (cursor) {
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple(sortedBy, "platoonLoadout.id"), run === "asc" ? ">" : "<", tuple(cursor.key, cursor.id)),
      );
    }
    const { items, next } = getPage(await query.execute(), { limit: PAGE_SIZE, cursor, direction: "forward" });
    return {
      items: items.map(({ words, updatedAt, body, remark: written, ...row }) => {
        const { loadout, ...content } = parseContent(body);
        const headlines = getLoadoutHeadlines(loadout, ctx.arsenals[loadout.game]);
        return { ...toListed(row), ...content, remark: written ?? "", loadout, headlines };
      }),
      nextCursor: next && { key: next[column], id: next.id },
    };
  }),

  /**
   * One loadout with its history, the last first; versions are read apart.
   * @throws {AppError} platoon_missing; platoon_loadout_missing
   */
  get: memberProcedure.input(z.object({ id: loadoutId })).query(async ({ ctx, input: { organizationId, id } }) => {
    const { body, words, updatedAt, ...row } = await findLoadout(ctx.db, organizationId, id);
    const history = await ctx.db
      .selectFrom("loadoutEvent")
      .leftJoin("user", "user.id", "loadoutEvent.actorId")
      .select(["loadoutEvent.id", "kind", "text", "version", "loadoutEvent.createdAt", "user.name as actor"])
      .select(({ eb }) => eb("loadoutEvent.body", "is not", null).as("hasVersion"))
      .where("organizationId", "=", organizationId)
      .where("loadoutId", "=", id)
      .orderBy("loadoutEvent.createdAt", "desc")
      .orderBy("version", "desc")
      .orderBy("loadoutEvent.id", "desc")
      .execute();
    const author = await ctx.db
      .selectFrom("user")
      .select("name")
      .where("id", "=", row.authorId ?? "")
      .executeTakeFirst();
    const copy = await readCopy(ctx.db, { userId: ctx.user.id, organizationId, platoonLoadoutId: id });
    const copied = { copiedVersion: copy?.version ?? null, copyId: copy?.loadoutId ?? null };
    const content = parseContent(body);
    const { loadout } = content;
    return {
      ...toListed({ ...row, ...copied, author: author?.name ?? null }),
      content,
      headlines: getLoadoutHeadlines(loadout, ctx.arsenals[loadout.game]),
      history: history.map(({ kind, actor, hasVersion, ...event }) => ({
        ...event,
        kind: kind as LoadoutEventKind,
        actor: actor || null,
        hasVersion: Boolean(hasVersion),
      })),
    };
  }),

  /** The maps and the modes of a game that a loadout can be meant for. */
  places: cachedProcedure.input(z.object({ game: z.enum(GAMES) })).query(({ ctx, input: { game } }) => {
    const { maps, modes } = ctx.arsenals[game];
    return {
      maps: Array.from(maps.values(), ({ id, name }) => ({ id, name })),
      modes: Array.from(modes.values(), (mode) => ({ id: mode.id, name: getModeTitle(mode) })),
    };
  }),

  /**
   * The content of a version, and what that was meant for; null where that was not recorded.
   * @throws {AppError} platoon_missing; platoon_loadout_missing
   */
  version: memberProcedure
    .input(z.object({ id: loadoutId, version: z.number().int().min(1).max(MAX_VERSION) }))
    .query(async ({ ctx, input }) => {
      const { content, purpose: made } = await readVersion(ctx.db, input.organizationId, input.id, input.version);
      return { ...content, purpose: made };
    }),

  /**
   * Proposes loadouts, or publishes them where an owner or an admin wants that; idempotent by their ids.
   * @throws {AppError} platoon_missing; loadout_illegal; platoon_locker_full; input_invalid; squad_missing
   */
  propose: memberProcedure
    .input(z.object({ proposals: z.array(proposal).min(1).max(MAX_AT_ONCE) }))
    .mutation(async ({ ctx, input: { proposals } }) => {
      await propose(ctx, proposals);
      return { ids: proposals.map(({ id }) => id) };
    }),

  /**
   * Saves a new version.
   * @throws {AppError} platoon_missing; loadout_illegal; platoon_loadout_missing; platoon_loadout_changed;
   * platoon_managers_only; input_invalid; squad_missing
   */
  edit: memberProcedure
    .input(seen.extend({ content: loadoutContent, note: remark, purpose }))
    .mutation(async ({ ctx, input }) => {
      await edit(ctx, input);
      return { id: input.id };
    }),

  /**
   * Publishes, asks for changes, declines or unpublishes, with a reason.
   * @throws {AppError} platoon_missing; platoon_managers_only; platoon_loadout_missing; platoon_loadout_changed
   */
  decide: managerProcedure
    .input(seen.extend({ decision: z.enum(["publish", "changes", "decline", "unpublish"]), reason: remark }))
    .mutation(async ({ ctx, input }) => {
      await decide(ctx, input);
      return { id: input.id };
    }),

  /**
   * Makes an earlier version the newest one.
   * @throws {AppError} platoon_missing; platoon_managers_only; platoon_loadout_missing; platoon_loadout_changed
   */
  restore: memberProcedure
    .input(seen.extend({ earlier: z.number().int().min(1).max(MAX_VERSION) }))
    .mutation(async ({ ctx, input }) => {
      await restoreVersion(ctx, input);
      return { id: input.id };
    }),

  /**
   * Removes the version that the caller saw from the platoon's locker, or any where none is named; copies stay.
   * @throws {AppError} platoon_missing; platoon_managers_only; platoon_loadout_missing; platoon_loadout_changed
   */
  remove: memberProcedure
    .input(seen.pick({ id: true, seenVersion: true }).partial({ seenVersion: true }))
    .mutation(async ({ ctx, input }) => {
      await remove(ctx, input);
      return { id: input.id };
    }),

  /**
   * Copies a loadout to the caller's own locker, or brings their copy up to date: each person has one. `isForced` also replaces
   * what the caller changed in the copy.
   * @throws {AppError} platoon_missing; platoon_loadout_missing; loadout_changed when the copy was changed; locker_full
   */
  copy: memberProcedure
    .input(z.object({ id: loadoutId, copyId: loadoutId, isForced: z.boolean().default(false) }))
    .mutation(({ ctx, input }) => copyToOwn(ctx, input)),
});

type ListedRow = {
  state: string;
  stays: number;
  author: string | null;
  copiedVersion: number | null;
  copyId: string | null;
};

const toListed = <Row extends ListedRow>({ state, stays, author, copiedVersion, copyId, ...row }: Row) => ({
  ...row,
  state: state as PlatoonLoadoutState,
  stays: stays === 1,
  author: author || null,
  copy: copyId === null || copiedVersion === null ? null : { loadoutId: copyId, version: copiedVersion },
});

type Copying = { id: string; copyId: string; isForced: boolean };

/**
 * Copies a loadout to the person's own locker, or brings their copy up to date.
 * @throws {AppError} platoon_missing; platoon_loadout_missing; loadout_changed; locker_full
 */
const copyToOwn = (ctx: LockerContext & ServiceContext, { id, copyId, isForced }: Copying) =>
  saveWithin(ctx, async (db, write) => {
    const userId = ctx.user.id;
    await lockMembership(db, ctx);
    const original = { organizationId: ctx.platoon.id, platoonLoadoutId: id };
    const { body, version } = await findLoadout(db, ctx.platoon.id, id);
    const copy = await readCopy(db, { userId, ...original });
    const own = copy && (await getLoadout(db, userId, copy.loadoutId));
    const isChanged = own && own.version !== copy.ownVersion;
    if (isChanged && !isForced) throw new AppError("loadout_changed", { current: own });
    if (own && !isChanged && copy.version === version) return own;
    const saved = await write({ ...parseContent(body), id: own?.id ?? copyId, seenVersion: own?.version ?? 0 });
    const at = ctx.now().toISOString();
    await db
      .deleteFrom("loadoutCopy")
      .where("userId", "=", userId)
      .where((eb) => eb.or([eb.and(original), eb("loadoutId", "=", saved.id)]))
      .execute();
    const ids = { id: randomUUID(), userId, ...original, loadoutId: saved.id };
    await db
      .insertInto("loadoutCopy")
      .values({ ...ids, version, ownVersion: saved.version, createdAt: at, updatedAt: at })
      .execute();
    return saved;
  });
