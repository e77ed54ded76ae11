// A platoon's shared locker: its procedures and rules.
import { randomUUID } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { z } from "zod";
import { GAMES, type GameId } from "#domain/game.ts";
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import { getLoadoutHeadlines } from "#domain/loadout/build.ts";
import { TAG_LIMIT } from "#domain/loadout/limits.ts";
import { type LoadoutContent, loadoutContent } from "#domain/loadout/loadout.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import {
  LOADOUT_STATES,
  type LoadoutEventKind,
  MAX_LOADOUT_EVENTS,
  MAX_PLATOON_LOADOUTS,
  type PlatoonLoadoutState,
  remark,
} from "#domain/platoon/platoon.ts";
import { AppError } from "#messages/errors.ts";
import { getModeTitle } from "#messages/game/mode-words.ts";
import type { Database } from "#server/database/database.ts";
import { deleteRows } from "#server/database/purge-run.ts";
import { countAll, readPage } from "#server/database/queries.ts";
import type { Tables } from "#server/database/schema.ts";
import { getLoadout } from "#server/features/loadout/repository.ts";
import { parseContent } from "#server/features/loadout/saved.ts";
import { type ServiceContext, saveWithin } from "#server/features/loadout/service.ts";
import { cachedProcedure, router, type TrpcContext } from "#server/trpc/trpc.ts";
import {
  changePlatoon,
  lockMembership,
  type Membership,
  managerProcedure,
  memberProcedure,
  type PlatoonContext,
} from "./access.ts";
import { addFeedEntry } from "./feed-entries.ts";
import { getIndexWords, getQueryWords } from "./locker-words.ts";
import { type Purpose, purpose, requirePurpose } from "./squads.ts";

const PAGE_SIZE = 24;
const MAX_SEARCH_LENGTH = 100;
/** Maximum of loadouts in one call, as each writes several rows in one transaction. */
const MAX_AT_ONCE = 10;
/** Maximum version of a loadout. */
const MAX_VERSION = 1_000_000;

const loadoutId = z.uuid();
/** The version and state that the caller has seen; a call is refused if the loadout has others. */
const seenLoadout = z.object({
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
   * Returns a page of the platoon's loadouts, each with its author (null if their account is deleted), the author's note on the
   * proposal, and the caller's copy. The cursor is null at the end.
   */
  list: memberProcedure.input(filter).query(async ({ ctx, input: { organizationId, cursor, order, ...fields } }) => {
    const { column, run } = ORDERS[order];
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
      .where("platoonLoadout.organizationId", "=", organizationId);
    for (const name of ["state", "game", "teamId", "mapId", "modeId"] as const) {
      const value = fields[name];
      if (value !== undefined) query = query.where(`platoonLoadout.${name}`, "=", value);
    }
    query = query.where((eb) => eb.and(getQueryWords(fields).map((words) => eb.or(words.map(hasWord)))));
    const { items, next } = await readPage(query, {
      orderColumns: [`platoonLoadout.${column}`, "platoonLoadout.id"],
      order: run,
      limit: PAGE_SIZE,
      cursor: cursor ? [cursor.key, cursor.id] : null,
    });
    return {
      items: items.map(({ words, updatedAt, body, remark: remarkText, ...row }) => {
        const { loadout, ...content } = parseContent(body);
        const headlines = getLoadoutHeadlines(loadout, ctx.arsenals[loadout.game]);
        return { ...toListItem(row), ...content, remark: remarkText ?? "", loadout, headlines };
      }),
      nextCursor: next && { key: next[column], id: next.id },
    };
  }),

  /**
   * Returns one loadout with its history, newest first; `version` returns the content of a version.
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
      ...toListItem({ ...row, ...copied, author: author?.name ?? null }),
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

  /** Returns the maps and modes of a game for the purpose of a loadout. */
  places: cachedProcedure.input(z.object({ game: z.enum(GAMES) })).query(({ ctx, input: { game } }) => {
    const { maps, modes } = ctx.arsenals[game];
    return {
      maps: Array.from(maps.values(), ({ id, name }) => ({ id, name })),
      modes: Array.from(modes.values(), (mode) => ({ id: mode.id, name: getModeTitle(mode) })),
    };
  }),

  /**
   * Returns the content and the purpose of a version.
   * @throws {AppError} platoon_missing; platoon_loadout_missing
   */
  version: memberProcedure
    .input(z.object({ id: loadoutId, version: z.number().int().min(1).max(MAX_VERSION) }))
    .query(async ({ ctx, input }) => {
      const { content, purpose: storedPurpose } = await readVersion(
        ctx.db,
        input.organizationId,
        input.id,
        input.version,
      );
      return { ...content, purpose: storedPurpose };
    }),

  /**
   * Proposes loadouts; owners and admins can publish them directly. Idempotent by id.
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
    .input(seenLoadout.extend({ content: loadoutContent, note: remark, purpose }))
    .mutation(async ({ ctx, input }) => {
      await edit(ctx, input);
      return { id: input.id };
    }),

  /**
   * Publishes, asks for changes, declines or unpublishes, with a reason.
   * @throws {AppError} platoon_missing; platoon_managers_only; platoon_loadout_missing; platoon_loadout_changed
   */
  decide: managerProcedure
    .input(seenLoadout.extend({ decision: z.enum(["publish", "changes", "decline", "unpublish"]), reason: remark }))
    .mutation(async ({ ctx, input }) => {
      await decide(ctx, input);
      return { id: input.id };
    }),

  /**
   * Saves the content of an earlier version as a new version.
   * @throws {AppError} platoon_missing; platoon_managers_only; platoon_loadout_missing; platoon_loadout_changed
   */
  restore: memberProcedure
    .input(seenLoadout.extend({ earlier: z.number().int().min(1).max(MAX_VERSION) }))
    .mutation(async ({ ctx, input }) => {
      await restoreVersion(ctx, input);
      return { id: input.id };
    }),

  /**
   * Removes a loadout from the platoon's locker if it has the version `seenVersion`, or any version without it; copies remain.
   * @throws {AppError} platoon_missing; platoon_managers_only; platoon_loadout_missing; platoon_loadout_changed
   */
  remove: memberProcedure
    .input(seenLoadout.pick({ id: true, seenVersion: true }).partial({ seenVersion: true }))
    .mutation(async ({ ctx, input }) => {
      await remove(ctx, input);
      return { id: input.id };
    }),

  /**
   * Copies a loadout to the caller's own locker, or updates the caller's copy; each person has one copy. `isForced` also overwrites the
   * caller's changes of the copy.
   * @throws {AppError} platoon_missing; platoon_loadout_missing; loadout_changed if the copy was changed; locker_full
   */
  copy: memberProcedure
    .input(z.object({ id: loadoutId, copyId: loadoutId, isForced: z.boolean().default(false) }))
    .mutation(({ ctx, input }) => copyToLocker(ctx, input)),
});

type ListedRow = {
  state: string;
  stays: number;
  author: string | null;
  copiedVersion: number | null;
  copyId: string | null;
};

const toListItem = <Row extends ListedRow>({ state, stays, author, copiedVersion, copyId, ...row }: Row) => ({
  ...row,
  state: state as PlatoonLoadoutState,
  stays: stays === 1,
  author: author || null,
  copy: copyId === null || copiedVersion === null ? null : { loadoutId: copyId, version: copiedVersion },
});

type CopyInput = { id: string; copyId: string; isForced: boolean };

/**
 * Copies a loadout to the person's own locker, or updates their copy.
 * @throws {AppError} platoon_missing; platoon_loadout_missing; loadout_changed; locker_full
 */
const copyToLocker = (ctx: LockerContext & ServiceContext, { id, copyId, isForced }: CopyInput) =>
  saveWithin(ctx, async (db, write) => {
    const userId = ctx.user.id;
    await lockMembership(db, ctx);
    const original = { organizationId: ctx.platoon.id, platoonLoadoutId: id };
    const { body, version } = await findLoadout(db, ctx.platoon.id, id);
    const copy = await readCopy(db, { userId, ...original });
    const ownLoadout = copy && (await getLoadout(db, userId, copy.loadoutId));
    const isChanged = ownLoadout && ownLoadout.version !== copy.ownVersion;
    if (isChanged && !isForced) throw new AppError("loadout_changed", { current: ownLoadout });
    if (ownLoadout && !isChanged && copy.version === version) return ownLoadout;
    const saved = await write({
      ...parseContent(body),
      id: ownLoadout?.id ?? copyId,
      seenVersion: ownLoadout?.version ?? 0,
    });
    const timestamp = ctx.now().toISOString();
    await db
      .deleteFrom("loadoutCopy")
      .where("userId", "=", userId)
      .where((eb) => eb.or([eb.and(original), eb("loadoutId", "=", saved.id)]))
      .execute();
    const ids = { id: randomUUID(), userId, ...original, loadoutId: saved.id };
    await db
      .insertInto("loadoutCopy")
      .values({ ...ids, version, ownVersion: saved.version, createdAt: timestamp, updatedAt: timestamp })
      .execute();
    return saved;
  });

/** Number of loadouts per page of a selection. */
const NAMES_PAGE_SIZE = 20;

export type LockerContext = PlatoonContext & Pick<TrpcContext, "arsenals" | "events" | "now">;

type Row = Selectable<Tables["platoonLoadout"]>;

const formatIndexWords = (content: LoadoutContent, arsenals: Arsenals): string =>
  getIndexWords(content, arsenals)
    .map((word) => ` ${word}`)
    .join("");

function requireLegal({ loadout }: LoadoutContent, arsenals: Arsenals): void {
  const violations = findViolations(loadout, arsenals[loadout.game]);
  if (violations.length > 0) throw new AppError("loadout_illegal", { violations });
}

/** @throws {AppError} platoon_loadout_missing */
async function findLoadout(db: Database, organizationId: string, id: string): Promise<Row> {
  const row = await db
    .selectFrom("platoonLoadout")
    .selectAll()
    .where("id", "=", id)
    .where("organizationId", "=", organizationId)
    .executeTakeFirst();
  if (!row) throw new AppError("platoon_loadout_missing");
  return row;
}

type Proposal = Purpose & {
  /** Created by the client, so that a repeated proposal does not create a second loadout. */
  id: string;
  content: LoadoutContent;
  note: string;
  stays: boolean;
  /** Whether to publish it directly, which only managers can. */
  isPublished: boolean;
};

/** @throws {AppError} loadout_illegal; platoon_locker_full; input_invalid; squad_missing */
async function propose(ctx: LockerContext, proposals: readonly Proposal[]): Promise<void> {
  for (const { content } of proposals) requireLegal(content, ctx.arsenals);
  const organizationId = ctx.platoon.id;
  await changePlatoon(ctx, async (db, { isManager }) => {
    const first = await getNextChange(db, organizationId, ctx.now());
    const stored = db.selectFrom("platoonLoadout").where("organizationId", "=", organizationId);
    let remainingRoom = MAX_PLATOON_LOADOUTS - (await countAll(stored));
    for (const [index, { id, content, note, stays, isPublished, ...purpose }] of proposals.entries()) {
      const timestamp = new Date(first + proposals.length - 1 - index).toISOString();
      await requirePurpose(db, ctx, content.loadout.game, purpose);
      const state = isPublished && isManager ? "published" : "proposed";
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("platoonLoadout")
        .values({
          ...{ id, organizationId, ...purpose, state, version: 1, stays: Number(stays), authorId: ctx.user.id },
          ...toColumns(content, ctx.arsenals),
          ...{ changedAt: timestamp, createdAt: timestamp, updatedAt: timestamp },
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 1n) continue;
      remainingRoom -= 1;
      if (remainingRoom < 0) throw new AppError("platoon_locker_full");
      await addEvent(ctx, db, { id, kind: state, version: 1, text: note, newVersion: { content, purpose } });
      const body = { loadoutId: id, name: content.name, game: content.loadout.game };
      await addFeedEntry(db, { organizationId, kind: state, actorId: ctx.user.id, body }, ctx.now());
    }
  });
  for (const { id } of proposals) publish(ctx, id);
}

/**
 * Returns the time of change for the next loadouts of the platoon, in milliseconds. It is after all existing ones, so that loadouts
 * that arrive in the same millisecond have an order.
 */
async function getNextChange(db: Database, organizationId: string, now: Date): Promise<number> {
  const last = await db
    .selectFrom("platoonLoadout")
    .select("changedAt")
    .where("organizationId", "=", organizationId)
    .orderBy("changedAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return last ? Math.max(now.getTime(), Date.parse(last.changedAt) + 1) : now.getTime();
}

const toColumns = (content: LoadoutContent, arsenals: Arsenals) => ({
  game: content.loadout.game,
  name: content.name,
  body: JSON.stringify(content),
  words: formatIndexWords(content, arsenals),
});

const publish = ({ events, platoon }: LockerContext, id: string) =>
  events.publishToPlatoon(platoon.id, { what: "loadout", id });

/** The content and the purpose of a new version. */
type Version = { content: LoadoutContent; purpose: Purpose };
type Event = { id: string; kind: LoadoutEventKind; version: number; text?: string; newVersion?: Version };

/** Adds an event to the history of a loadout, and deletes the oldest events beyond the limit. */
async function addEvent(
  ctx: LockerContext,
  db: Database,
  { id, newVersion, text = "", ...event }: Event,
): Promise<void> {
  const timestamp = ctx.now().toISOString();
  const ids = { id: randomUUID(), loadoutId: id, organizationId: ctx.platoon.id, actorId: ctx.user.id };
  const stored = newVersion
    ? { body: JSON.stringify(newVersion.content), purpose: JSON.stringify(newVersion.purpose) }
    : { body: null, purpose: null };
  await db
    .insertInto("loadoutEvent")
    .values({ ...ids, ...event, ...stored, text, createdAt: timestamp, updatedAt: timestamp })
    .execute();
  const oldEvents = db
    .selectFrom("loadoutEvent")
    .select(["organizationId", "id"])
    .where("organizationId", "=", ctx.platoon.id)
    .where("loadoutId", "=", id)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .offset(MAX_LOADOUT_EVENTS)
    .limit(10);
  await deleteRows(db, "loadoutEvent", await oldEvents.execute());
}

type Change = { id: string; seenVersion: number; seenState: PlatoonLoadoutState };

/**
 * Changes a loadout with the platoon's lock if it has the version and state that the caller has seen.
 * @throws {AppError} platoon_loadout_missing; platoon_loadout_changed
 */
async function changeLoadout(
  ctx: LockerContext,
  { id, seenVersion, seenState }: Change,
  work: (db: Database, current: Row, platoon: Membership) => Promise<Partial<Row>>,
): Promise<void> {
  await changePlatoon(ctx, async (db, platoon) => {
    const current = await findLoadout(db, ctx.platoon.id, id);
    if (current.version !== seenVersion || current.state !== seenState) throw new AppError("platoon_loadout_changed");
    const timestamp = ctx.now().toISOString();
    const change = { ...(await work(db, current, platoon)), changedAt: timestamp, updatedAt: timestamp };
    const loadout = db.updateTable("platoonLoadout").where("organizationId", "=", ctx.platoon.id).where("id", "=", id);
    await loadout.set(change).execute();
  });
  publish(ctx, id);
}

/** Members may edit their own unpublished loadouts; owners and admins may edit all. */
function requireEditable({ user }: LockerContext, { isManager }: Membership, { authorId, state }: Row): void {
  const isOwn = authorId === user.id && state !== "published";
  if (!isOwn && !isManager) throw new AppError("platoon_managers_only");
}

/**
 * Saves a new version. An edit by the author changes the state to "proposed", unless the loadout is published.
 * @throws {AppError} loadout_illegal; platoon_loadout_missing; platoon_loadout_changed; platoon_managers_only; input_invalid;
 * squad_missing
 */
async function edit(
  ctx: LockerContext,
  { content, note, purpose, ...change }: Change & { content: LoadoutContent; note: string; purpose: Purpose },
): Promise<void> {
  requireLegal(content, ctx.arsenals);
  await changeLoadout(ctx, change, async (db, current, platoon) => {
    requireEditable(ctx, platoon, current);
    await requirePurpose(db, ctx, content.loadout.game, purpose);
    const version = current.version + 1;
    await addEvent(ctx, db, { id: change.id, kind: "edited", version, text: note, newVersion: { content, purpose } });
    const isProposedAgain = current.state !== "published" && current.authorId === ctx.user.id;
    return { ...toColumns(content, ctx.arsenals), ...purpose, version, ...(isProposedAgain && { state: "proposed" }) };
  });
}

/** The resulting state of each decision, and the states in which it is possible. */
const DECISIONS = {
  publish: { from: ["proposed", "changes", "declined"], state: "published", kind: "published" },
  changes: { from: ["proposed"], state: "changes", kind: "changes" },
  decline: { from: ["proposed", "changes"], state: "declined", kind: "declined" },
  unpublish: { from: ["published"], state: "proposed", kind: "unpublished" },
} as const satisfies Record<
  string,
  { from: readonly PlatoonLoadoutState[]; state: PlatoonLoadoutState; kind: LoadoutEventKind }
>;

export type Decision = keyof typeof DECISIONS;

/** @throws {AppError} platoon_loadout_missing; platoon_loadout_changed */
async function decide(ctx: LockerContext, change: Change & { decision: Decision; reason: string }) {
  const { from, state, kind } = DECISIONS[change.decision];
  await changeLoadout(ctx, change, async (db, { id, name, game, version, ...current }) => {
    if (!from.some((each) => each === current.state)) throw new AppError("platoon_loadout_changed");
    await addEvent(ctx, db, { id, kind, version, text: change.reason });
    if (state === "published") {
      const body = { loadoutId: id, name, game };
      const entry = { organizationId: ctx.platoon.id, kind: state, actorId: ctx.user.id, body };
      await addFeedEntry(db, entry, ctx.now());
    }
    return { state };
  });
}

/**
 * Saves the content of an earlier version as a new version.
 * @throws {AppError} platoon_loadout_missing; platoon_loadout_changed; loadout_illegal; platoon_managers_only
 */
async function restoreVersion(ctx: LockerContext, { earlier, ...change }: Change & { earlier: number }) {
  const { content } = await readVersion(ctx.db, ctx.platoon.id, change.id, earlier);
  requireLegal(content, ctx.arsenals);
  await changeLoadout(ctx, change, async (db, current, platoon) => {
    requireEditable(ctx, platoon, current);
    const version = current.version + 1;
    const { teamId, mapId, modeId } = current;
    const newVersion = { content, purpose: { teamId, mapId, modeId } };
    await addEvent(ctx, db, { id: change.id, kind: "restored", version, text: String(earlier), newVersion });
    return { ...toColumns(content, ctx.arsenals), version };
  });
}

/**
 * Returns the content and the purpose of a version.
 * @throws {AppError} platoon_loadout_missing
 */
async function readVersion(db: Database, organizationId: string, id: string, version: number) {
  const event = await db
    .selectFrom("loadoutEvent")
    .select(["body", "purpose"])
    .where("loadoutId", "=", id)
    .where("organizationId", "=", organizationId)
    .where("version", "=", version)
    .where("body", "is not", null)
    .executeTakeFirst();
  if (!event?.body || !event.purpose) throw new AppError("platoon_loadout_missing");
  const purpose: Purpose = JSON.parse(event.purpose);
  return { content: parseContent(event.body), purpose };
}

/**
 * Removes a loadout if it has the version `seenVersion`, or any version without it.
 * @throws {AppError} platoon_loadout_missing; platoon_managers_only; platoon_loadout_changed
 */
async function remove(
  ctx: LockerContext,
  { id, seenVersion }: { id: string; seenVersion?: number | undefined },
): Promise<void> {
  await changePlatoon(ctx, async (db, platoon) => {
    const current = await findLoadout(db, platoon.id, id);
    requireEditable(ctx, platoon, current);
    if (current.version !== (seenVersion ?? current.version)) throw new AppError("platoon_loadout_changed");
    await db.deleteFrom("platoonLoadout").where("organizationId", "=", platoon.id).where("id", "=", id).execute();
  });
  publish(ctx, id);
}

type Original = { userId: string; organizationId: string; platoonLoadoutId: string };

/** Returns the person's copy of a platoon's loadout, if it is not deleted. */
const readCopy = (db: Database, { userId, organizationId, platoonLoadoutId }: Original) =>
  db
    .selectFrom("loadoutCopy")
    .innerJoin("loadout", (join) =>
      join.onRef("loadout.id", "=", "loadoutCopy.loadoutId").onRef("loadout.userId", "=", "loadoutCopy.userId"),
    )
    .select(["loadoutCopy.loadoutId", "loadoutCopy.version", "loadoutCopy.ownVersion"])
    .where("loadoutCopy.userId", "=", userId)
    .where("organizationId", "=", organizationId)
    .where("platoonLoadoutId", "=", platoonLoadoutId)
    .where("loadout.deletedAt", "is", null)
    .executeTakeFirst();

type Names = { game: GameId; search: string; cursor?: { name: string; id: string } | null | undefined };

/** Returns a page of a game's loadouts that match the search and are not declined, sorted by name. */
export async function listNames(db: Database, organizationId: string, { game, search, cursor }: Names) {
  const query = db
    .selectFrom("platoonLoadout")
    .select(["id", "name"])
    .where("organizationId", "=", organizationId)
    .where("game", "=", game)
    .where("state", "!=", "declined")
    .where((eb) => eb.and(getQueryWords({ q: search }).map((words) => eb.or(words.map(hasWord)))));
  const { items, next } = await readPage(query, {
    orderColumns: ["name", "id"],
    order: "asc",
    limit: NAMES_PAGE_SIZE,
    cursor: cursor ? [cursor.name, cursor.id] : null,
  });
  return { items, nextCursor: next };
}

/** Returns an SQL condition: whether the index words of a loadout contain this word, or a word with this beginning. */
function hasWord({ word, isWhole }: { word: string; isWhole: boolean }) {
  const pattern = `% ${word.replaceAll(/[\\%_]/g, "\\$&")}${isWhole ? " " : ""}%`;
  return sql<boolean>`"platoonLoadout"."words" || ' ' LIKE ${pattern} ESCAPE '\\'`;
}
