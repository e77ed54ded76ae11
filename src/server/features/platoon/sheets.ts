// Squad sheets: plans of the loadouts of a squad for a map or an evening.
import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { z } from "zod";
import { GAMES, type GameId } from "#domain/game.ts";
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import { SQUAD_SIZE } from "#domain/loadout/squad.ts";
import { MAX_SHEETS, readMetadata, type SheetPlace, sheetPlace, sheetTitle } from "#domain/platoon/platoon.ts";
import { AppError } from "#messages/errors.ts";
import { getModeTitle } from "#messages/game/mode-words.ts";
import type { Database } from "#server/database/database.ts";
import { countAll } from "#server/database/queries.ts";
import type { Tables } from "#server/database/schema.ts";
import { parseContent } from "#server/features/loadout/saved.ts";
import { publicProcedure, requireWithin, router } from "#server/trpc/trpc.ts";
import { changePlatoon, type Membership, memberProcedure } from "./access.ts";
import { addFeedEntry } from "./feed-entries.ts";
import { type LockerContext, listNames } from "./locker.ts";
import { publishSquads, purpose, readNames, requireMembers, requirePurpose } from "./squads.ts";

/** The limit per client for reading open sheets. */
const READ_LIMIT = { max: 60, windowMs: 60_000 };

const sheetId = z.object({ id: z.uuid() });
const sheetInput = sheetId.extend({
  /** The `updatedAt` that the caller has seen; null for a new sheet. */
  seenAt: z.iso.datetime().nullable(),
  game: z.enum(GAMES),
  title: sheetTitle,
  ...purpose.shape,
  places: z.array(sheetPlace).max(Math.max(...Object.values(SQUAD_SIZE))),
});

type Row = Selectable<Tables["squadSheet"]>;

export const sheetRouter = router({
  /** Returns the platoon's sheets, newest first, with the number of filled places and the creator, who is null if no longer a member. */
  list: memberProcedure.query(async ({ ctx, input: { organizationId } }) => {
    const rows = await ctx.db
      .selectFrom("squadSheet")
      .selectAll()
      .where("organizationId", "=", organizationId)
      .orderBy("createdAt", "desc")
      .orderBy("id", "desc")
      .limit(MAX_SHEETS)
      .execute();
    const names = await readNames(
      ctx.db,
      organizationId,
      rows.map(({ creatorId }) => creatorId),
    );
    return rows.map((row) => ({
      ...toListItem(row, ctx.arsenals),
      creator: names.get(row.creatorId ?? "") ?? null,
      filled: parsePlaces(row).filter(({ userId, platoonLoadoutId }) => userId ?? platoonLoadoutId).length,
    }));
  }),

  /**
   * Returns one sheet. A person who left or a loadout that was removed is null. `linkId` is the secret of its open link, for callers
   * who may edit it.
   * @throws {AppError} platoon_missing; sheet_missing
   */
  get: memberProcedure.input(sheetId).query(async ({ ctx, input: { organizationId, id } }) => {
    const row = await findSheet(ctx.db, organizationId, id);
    const { teamId, mapId, modeId, creatorId } = row;
    const canEdit = ctx.platoon.isManager || creatorId === ctx.user.id;
    const places = await readPlaces(ctx.db, row);
    const facts = toListItem(row, ctx.arsenals);
    const linkId = canEdit && facts.isOpen ? (row.linkId ?? id) : null;
    return { ...facts, teamId, mapId, modeId, canEdit, linkId, places };
  }),

  /** Returns a page of the platoon's loadouts for a sheet of this game, sorted by name; `search` filters by words. */
  loadouts: memberProcedure
    .input(
      z.object({
        game: z.enum(GAMES),
        search: z.string().max(100).default(""),
        cursor: z.object({ name: z.string().max(200), id: z.uuid() }).nullish(),
      }),
    )
    .query(({ ctx, input: { organizationId, ...input } }) => listNames(ctx.db, organizationId, input)),

  /**
   * Creates a sheet, or changes a sheet that has not changed since `seenAt`. Idempotent: saving the same content twice changes nothing.
   * @throws {AppError} platoon_missing; platoon_managers_only for sheets of others; sheets_full; sheet_missing; sheet_changed;
   * squad_missing; member_missing; platoon_loadout_missing; input_invalid
   */
  save: memberProcedure.input(sheetInput).mutation(async ({ ctx, input }) => {
    await changePlatoon(ctx, (trx, platoon) => saveSheet(trx, { ...ctx, platoon }, input));
    publishSquads(ctx, input.id);
    return { id: input.id };
  }),

  /**
   * Opens the sheet for anyone with its link, or closes it; each opening creates a new link.
   * @throws {AppError} platoon_missing; platoon_managers_only for sheets of others; sheet_missing
   */
  setOpen: memberProcedure.input(sheetId.extend({ isOpen: z.boolean() })).mutation(async ({ ctx, input }) => {
    await changePlatoon(ctx, async (trx, platoon) => {
      const sheet = await findSheet(trx, platoon.id, input.id);
      requireEditable(ctx.user.id, platoon, sheet);
      if ((sheet.isOpen === 1) === input.isOpen) return;
      const change = { isOpen: Number(input.isOpen), linkId: input.isOpen ? randomUUID() : null };
      await trx.updateTable("squadSheet").set(change).where("id", "=", input.id).execute();
    });
    publishSquads(ctx, input.id);
    return { id: input.id };
  }),

  /**
   * Removes a sheet that has not changed since `seenAt`; without `seenAt` the current one.
   * @throws {AppError} platoon_missing; platoon_managers_only for sheets of others; sheet_missing; sheet_changed
   */
  remove: memberProcedure
    .input(sheetInput.pick({ id: true, seenAt: true }).partial({ seenAt: true }))
    .mutation(async ({ ctx, input: { id, seenAt } }) => {
      await changePlatoon(ctx, async (trx, platoon) => {
        const sheet = await findSheet(trx, platoon.id, id);
        requireEditable(ctx.user.id, platoon, sheet);
        if (sheet.updatedAt !== (seenAt ?? sheet.updatedAt)) throw new AppError("sheet_changed");
        await trx.deleteFrom("squadSheet").where("id", "=", id).execute();
      });
      publishSquads(ctx, id);
      return { id };
    }),

  /**
   * Returns an open sheet by the id in its link, for anyone with the link: the platoon, names, loadouts and tasks, without user ids.
   * @throws {AppError} sheet_missing, also while it is not open; too_many
   */
  open: publicProcedure.input(sheetId).query(async ({ ctx, input: { id } }) => {
    await requireWithin(ctx, `sheet:${ctx.clientKey}`, READ_LIMIT);
    const row = await ctx.db
      .selectFrom("squadSheet")
      .innerJoin("organization", "organization.id", "squadSheet.organizationId")
      .selectAll("squadSheet")
      .select(["organization.name as platoon", "organization.metadata"])
      // An earlier release opened sheets without a separate secret.
      .where(({ or, and, eb }) =>
        or([eb("linkId", "=", id), and([eb("linkId", "is", null), eb("squadSheet.id", "=", id)])]),
      )
      .where("isOpen", "=", 1)
      .executeTakeFirst();
    if (!row) throw new AppError("sheet_missing");
    const { game, title, map, mode } = toListItem(row, ctx.arsenals);
    const places = (await readPlaces(ctx.db, row)).map(({ name, task, equipment }) => ({ name, task, equipment }));
    return {
      game,
      title,
      map,
      mode,
      places,
      platoon: { name: row.platoon, emblem: readMetadata(row.metadata).emblem },
    };
  }),
});

async function saveSheet(
  db: Database,
  ctx: LockerContext,
  { id, seenAt, places, ...input }: z.infer<typeof sheetInput>,
) {
  const organizationId = ctx.platoon.id;
  await requireReferences(db, ctx, { places, ...input });
  const content = { ...input, places: JSON.stringify(places) };
  const current = await db.selectFrom("squadSheet").selectAll().where("id", "=", id).executeTakeFirst();
  if (current && current.organizationId !== organizationId) throw new AppError("sheet_missing");
  const timestamp = ctx.now().toISOString();
  if (current) {
    requireEditable(ctx.user.id, ctx.platoon, current);
    const isSame = Object.entries(content).every(([name, value]) => current[name as keyof typeof content] === value);
    if (isSame) return;
    if (current.updatedAt !== seenAt) throw new AppError("sheet_changed");
    const change = { ...content, updatedAt: timestamp };
    await db.updateTable("squadSheet").set(change).where("id", "=", id).execute();
    return;
  }
  if (seenAt !== null) throw new AppError("sheet_missing");
  const stored = db.selectFrom("squadSheet").where("organizationId", "=", organizationId);
  if ((await countAll(stored)) >= MAX_SHEETS) throw new AppError("sheets_full");
  const row = {
    ...content,
    id,
    organizationId,
    isOpen: 0,
    linkId: null,
    creatorId: ctx.user.id,
    createdAt: timestamp,
    updatedAt: timestamp,
  };
  await db.insertInto("squadSheet").values(row).execute();
  const body = { title: input.title, sheetId: id };
  await addFeedEntry(db, { organizationId, kind: "sheet", actorId: ctx.user.id, body }, ctx.now());
}

type References = Pick<z.infer<typeof sheetInput>, "game" | "places" | "teamId" | "mapId" | "modeId">;

/** @throws {AppError} input_invalid; squad_missing; member_missing; platoon_loadout_missing */
async function requireReferences(
  db: Database,
  ctx: LockerContext,
  { game, places, ...purpose }: References,
): Promise<void> {
  const { platoon } = ctx;
  if (places.length > SQUAD_SIZE[game]) throw new AppError("input_invalid");
  await requirePurpose(db, ctx, game, purpose);
  await requireMembers(
    db,
    platoon.id,
    places.flatMap(({ userId }) => userId ?? []),
  );
  const ids = new Set(places.flatMap(({ platoonLoadoutId }) => platoonLoadoutId ?? []));
  if (ids.size === 0) return;
  const rows = await db
    .selectFrom("platoonLoadout")
    .select("id")
    .where("organizationId", "=", platoon.id)
    .where("game", "=", game)
    .where("id", "in", [...ids])
    .execute();
  if (rows.length < ids.size) throw new AppError("platoon_loadout_missing");
}

function requireEditable(userId: string, { isManager }: Membership, { creatorId }: Row): void {
  if (creatorId !== userId && !isManager) throw new AppError("platoon_managers_only");
}

async function findSheet(db: Database, organizationId: string, id: string): Promise<Row> {
  const row = await db
    .selectFrom("squadSheet")
    .selectAll()
    .where("id", "=", id)
    .where("organizationId", "=", organizationId)
    .executeTakeFirst();
  if (!row) throw new AppError("sheet_missing");
  return row;
}

const parsePlaces = ({ places }: Row): SheetPlace[] => z.array(sheetPlace).parse(JSON.parse(places));

function toListItem({ id, title, mapId, modeId, isOpen, updatedAt, ...row }: Row, arsenals: Arsenals) {
  const game = row.game as GameId;
  const { maps, modes } = arsenals[game];
  const map = maps.get(mapId ?? "")?.name ?? null;
  const mode = modes.get(modeId ?? "");
  return { id, game, title, map, mode: mode ? getModeTitle(mode) : null, isOpen: isOpen === 1, updatedAt };
}

/** Returns the places of a sheet with the current names and loadouts. */
async function readPlaces(db: Database, row: Row) {
  const places = parsePlaces(row);
  const { organizationId } = row;
  const names = await readNames(
    db,
    organizationId,
    places.map(({ userId }) => userId),
  );
  const ids = places.flatMap(({ platoonLoadoutId }) => platoonLoadoutId ?? []);
  const rows = await db
    .selectFrom("platoonLoadout")
    .select(["id", "body"])
    .where("organizationId", "=", organizationId)
    .where("id", "in", [...ids, ""])
    .execute();
  const bodies = new Map(rows.map(({ id, body }) => [id, body]));
  return places.map(({ userId, platoonLoadoutId, task }) => {
    const name = names.get(userId ?? "") ?? null;
    const body = bodies.get(platoonLoadoutId ?? "");
    const content = body === undefined ? null : parseContent(body);
    return {
      userId: name === null ? null : userId,
      platoonLoadoutId: content && platoonLoadoutId,
      task,
      name,
      equipment: content && { name: content.name, loadout: content.loadout },
    };
  });
}
