// The rules of a platoon's shared locker, between its procedures and the tables.
import { randomUUID } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { GameId } from "#domain/game.ts";
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import { type LoadoutContent, loadoutContent } from "#domain/loadout/loadout.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import {
  type LoadoutEventKind,
  MAX_LOADOUT_EVENTS,
  MAX_PLATOON_LOADOUTS,
  type PlatoonLoadoutState,
} from "#domain/platoon/platoon.ts";
import { AppError } from "#messages/errors.ts";
import type { Database } from "#server/database/database.ts";
import type { Tables } from "#server/database/schema.ts";
import { getIndexWords, getSoughtWords } from "#server/features/loadout/words.ts";
import { getPage, type TrpcContext } from "#server/trpc/trpc.ts";
import { changePlatoon, type Membership, type PlatoonContext } from "./access.ts";
import { addFeedEntry } from "./feed-entries.ts";
import { type Purpose, requirePurpose } from "./squads.ts";

/** Loadouts that a choice offers at once. */
const NAMES_PAGE = 20;

export type LockerContext = PlatoonContext & Pick<TrpcContext, "arsenals" | "events" | "now">;

type Row = Selectable<Tables["platoonLoadout"]>;

export const parseContent = (body: string): LoadoutContent => loadoutContent.parse(JSON.parse(body));

const getWords = (content: LoadoutContent, arsenals: Arsenals): string =>
  getIndexWords(content, arsenals)
    .map((word) => ` ${word}`)
    .join("");

function requireLegal({ loadout }: LoadoutContent, arsenals: Arsenals): void {
  const violations = findViolations(loadout, arsenals[loadout.game]);
  if (violations.length > 0) throw new AppError("loadout_illegal", { violations });
}

/** @throws {AppError} platoon_loadout_missing */
export async function findLoadout(db: Database, organizationId: string, id: string): Promise<Row> {
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
  /** Made by the client, so that a repeated proposal makes no second loadout. */
  id: string;
  content: LoadoutContent;
  note: string;
  stays: boolean;
  /** Managers may publish at once. */
  isPublished: boolean;
};

/** @throws {AppError} loadout_illegal; platoon_locker_full; input_invalid; squad_missing */
export async function propose(ctx: LockerContext, proposals: readonly Proposal[]): Promise<void> {
  for (const { content } of proposals) requireLegal(content, ctx.arsenals);
  const organizationId = ctx.platoon.id;
  await changePlatoon(ctx, async (db, { isManager }) => {
    const first = await getNextChange(db, organizationId, ctx.now());
    const { count } = await db
      .selectFrom("platoonLoadout")
      .select(({ fn }) => fn.countAll<number | string>().as("count"))
      .where("organizationId", "=", organizationId)
      .executeTakeFirstOrThrow();
    let room = MAX_PLATOON_LOADOUTS - Number(count);
    for (const [index, { id, content, note, stays, isPublished, ...purpose }] of proposals.entries()) {
      const at = new Date(first + proposals.length - 1 - index).toISOString();
      await requirePurpose(db, ctx, content.loadout.game, purpose);
      const state = isPublished && isManager ? "published" : "proposed";
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("platoonLoadout")
        .values({
          ...{ id, organizationId, ...purpose, state, version: 1, stays: Number(stays), authorId: ctx.user.id },
          ...getColumns(content, ctx.arsenals),
          ...{ changedAt: at, createdAt: at, updatedAt: at },
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 1n) continue;
      room -= 1;
      if (room < 0) throw new AppError("platoon_locker_full");
      await addEvent(ctx, db, { id, kind: state, version: 1, text: note, made: { content, purpose } });
      const body = { loadoutId: id, name: content.name, game: content.loadout.game };
      await addFeedEntry(db, { organizationId, kind: state, actorId: ctx.user.id, body }, ctx.now());
    }
  });
  for (const { id } of proposals) publish(ctx, id);
}

/**
 * When the next loadouts of the platoon count as changed, in milliseconds: after those that are there. So loadouts that arrive together, or
 * one call after another in the same millisecond, have an order.
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

const getColumns = (content: LoadoutContent, arsenals: Arsenals) => ({
  game: content.loadout.game,
  name: content.name,
  body: JSON.stringify(content),
  words: getWords(content, arsenals),
});

const publish = ({ events, platoon }: LockerContext, id: string) =>
  events.publishToPlatoon(platoon.id, { what: "loadout", id });

/** With a new version: its content and what that is for. */
type Version = { content: LoadoutContent; purpose: Purpose };
type Event = { id: string; kind: LoadoutEventKind; version: number; text?: string; made?: Version };

/** Adds to the history of a loadout; beyond the limit its oldest entries go. */
async function addEvent(ctx: LockerContext, db: Database, { id, made, text = "", ...event }: Event): Promise<void> {
  const at = ctx.now().toISOString();
  const ids = { id: randomUUID(), loadoutId: id, organizationId: ctx.platoon.id, actorId: ctx.user.id };
  const stored = made
    ? { body: JSON.stringify(made.content), purpose: JSON.stringify(made.purpose) }
    : { body: null, purpose: null };
  await db
    .insertInto("loadoutEvent")
    .values({ ...ids, ...event, ...stored, text, createdAt: at, updatedAt: at })
    .execute();
  const old = db
    .selectFrom("loadoutEvent")
    .select("id")
    .where("organizationId", "=", ctx.platoon.id)
    .where("loadoutId", "=", id)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .offset(MAX_LOADOUT_EVENTS)
    .limit(10);
  const oldIds = (await old.execute()).map((row) => row.id);
  if (oldIds.length === 0) return;
  const events = db.deleteFrom("loadoutEvent").where("organizationId", "=", ctx.platoon.id);
  await events.where("id", "in", oldIds).execute();
}

type Change = { id: string; seenVersion: number; seenState: PlatoonLoadoutState };

/**
 * Changes a loadout that still is as the caller saw it, under the platoon's lock.
 * @throws {AppError} platoon_loadout_missing; platoon_loadout_changed
 */
async function changeLoadout(
  ctx: LockerContext,
  { id, seenVersion, seenState }: Change,
  work: (db: Database, present: Row, platoon: Membership) => Promise<Partial<Row>>,
): Promise<void> {
  await changePlatoon(ctx, async (db, platoon) => {
    const present = await findLoadout(db, ctx.platoon.id, id);
    if (present.version !== seenVersion || present.state !== seenState) throw new AppError("platoon_loadout_changed");
    const at = ctx.now().toISOString();
    const change = { ...(await work(db, present, platoon)), changedAt: at, updatedAt: at };
    const loadout = db.updateTable("platoonLoadout").where("organizationId", "=", ctx.platoon.id).where("id", "=", id);
    await loadout.set(change).execute();
  });
  publish(ctx, id);
}

/** A member edits what they proposed and what is not published; owners and admins edit everything. */
function requireEditable({ user }: LockerContext, { isManager }: Membership, { authorId, state }: Row): void {
  const isOwn = authorId === user.id && state !== "published";
  if (!isOwn && !isManager) throw new AppError("platoon_managers_only");
}

/**
 * A new version. What its author edits is proposed anew; a published loadout stays published.
 * @throws {AppError} loadout_illegal; platoon_loadout_missing; platoon_loadout_changed; platoon_managers_only; input_invalid;
 * squad_missing
 */
export async function edit(
  ctx: LockerContext,
  { content, note, purpose, ...change }: Change & { content: LoadoutContent; note: string; purpose: Purpose },
): Promise<void> {
  requireLegal(content, ctx.arsenals);
  await changeLoadout(ctx, change, async (db, present, platoon) => {
    requireEditable(ctx, platoon, present);
    await requirePurpose(db, ctx, content.loadout.game, purpose);
    const version = present.version + 1;
    await addEvent(ctx, db, { id: change.id, kind: "edited", version, text: note, made: { content, purpose } });
    const isAgain = present.state !== "published" && present.authorId === ctx.user.id;
    return { ...getColumns(content, ctx.arsenals), ...purpose, version, ...(isAgain && { state: "proposed" }) };
  });
}

/** The state that each decision leads to, and from where it can be made. */
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
export async function decide(ctx: LockerContext, change: Change & { decision: Decision; reason: string }) {
  const { from, state, kind } = DECISIONS[change.decision];
  await changeLoadout(ctx, change, async (db, { id, name, game, version, ...present }) => {
    if (!from.some((each) => each === present.state)) throw new AppError("platoon_loadout_changed");
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
 * Makes the content of an earlier version the newest one.
 * @throws {AppError} platoon_loadout_missing; platoon_loadout_changed; loadout_illegal; platoon_managers_only
 */
export async function restoreVersion(ctx: LockerContext, { earlier, ...change }: Change & { earlier: number }) {
  const { content } = await readVersion(ctx.db, ctx.platoon.id, change.id, earlier);
  requireLegal(content, ctx.arsenals);
  await changeLoadout(ctx, change, async (db, present, platoon) => {
    requireEditable(ctx, platoon, present);
    const version = present.version + 1;
    const { teamId, mapId, modeId } = present;
    const made = { content, purpose: { teamId, mapId, modeId } };
    await addEvent(ctx, db, { id: change.id, kind: "restored", version, text: String(earlier), made });
    return { ...getColumns(content, ctx.arsenals), version };
  });
}

/**
 * The content of a version and what that was for; null where an earlier release made the version.
 * @throws {AppError} platoon_loadout_missing
 */
export async function readVersion(db: Database, organizationId: string, id: string, version: number) {
  const event = await db
    .selectFrom("loadoutEvent")
    .select(["body", "purpose"])
    .where("loadoutId", "=", id)
    .where("organizationId", "=", organizationId)
    .where("version", "=", version)
    .where("body", "is not", null)
    .executeTakeFirst();
  if (!event?.body) throw new AppError("platoon_loadout_missing");
  const purpose: Purpose | null = JSON.parse(event.purpose ?? "null");
  return { content: parseContent(event.body), purpose };
}

/**
 * Removes a loadout, but no other version than the caller saw where they name one.
 * @throws {AppError} platoon_loadout_missing; platoon_managers_only; platoon_loadout_changed
 */
export async function remove(
  ctx: LockerContext,
  { id, seenVersion }: { id: string; seenVersion?: number | undefined },
): Promise<void> {
  await changePlatoon(ctx, async (db, platoon) => {
    const present = await findLoadout(db, platoon.id, id);
    requireEditable(ctx, platoon, present);
    if (present.version !== (seenVersion ?? present.version)) throw new AppError("platoon_loadout_changed");
    await db.deleteFrom("platoonLoadout").where("organizationId", "=", platoon.id).where("id", "=", id).execute();
  });
  publish(ctx, id);
}

type Original = { userId: string; organizationId: string; platoonLoadoutId: string };

/** The live loadout in the person's own locker that is a copy of the platoon's. */
export const readCopy = (db: Database, { userId, organizationId, platoonLoadoutId }: Original) =>
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

/** A page of the loadouts of a game that are not declined, by name; with these words in their names and tags. */
export async function listNames(db: Database, organizationId: string, { game, search, cursor }: Names) {
  let query = db
    .selectFrom("platoonLoadout")
    .select(["id", "name"])
    .where("organizationId", "=", organizationId)
    .where("game", "=", game)
    .where("state", "!=", "declined")
    .where((eb) => eb.and(getSoughtWords({ q: search }).map((words) => eb.or(words.map(hasWord)))))
    .orderBy("name")
    .orderBy("id")
    .limit(NAMES_PAGE + 1);
  if (cursor)
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple("name", "id"), ">", tuple(cursor.name, cursor.id)));
  const { items, next } = getPage(await query.execute(), { limit: NAMES_PAGE, cursor, direction: "forward" });
  return { items, nextCursor: next };
}

/** Whether a search finds a loadout by this word, or by its beginning. */
export function hasWord({ word, isWhole }: { word: string; isWhole: boolean }) {
  const pattern = `% ${word.replaceAll(/[\\%_]/g, "\\$&")}${isWhole ? " " : ""}%`;
  return sql<boolean>`"platoonLoadout"."words" || ' ' LIKE ${pattern} ESCAPE '\\'`;
}
