// The squads of a platoon, which the account library calls teams. These procedures write the library's tables, because its own calls
// show a squad only to its members, refuse to delete the last one, and do not limit names.
import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import { GAMES, type GameId } from "#domain/game.ts";
import { getSquadGame, SQUAD_SIZE } from "#domain/loadout/squad.ts";
import { MAX_SQUADS, squadName } from "#domain/platoon/platoon.ts";
import { AppError } from "#messages/errors.ts";
import type { Database } from "#server/database/database.ts";
import type { TrpcContext } from "#server/trpc/trpc.ts";
import { router } from "#server/trpc/trpc.ts";
import { changePlatoon, managerProcedure, memberProcedure } from "./access.ts";

const squadId = z.string().min(1).max(100);
const optionalId = squadId.nullable();
/** Maximum of people that one call adds or removes. */
const MAX_CHANGED_MEMBERS = 50;
const userIds = z.array(z.string().min(1).max(100)).max(MAX_CHANGED_MEMBERS);

const saveInput = z.object({
  /** For a new squad created by the client, so that a repeated call does not create a second squad. */
  id: squadId,
  isNew: z.boolean(),
  name: squadName,
  game: z.enum(GAMES),
  added: userIds,
  removed: userIds,
});

type SquadContext = Pick<TrpcContext, "db" | "events" | "now"> & { platoon: { id: string } };

/** Publishes a change of a squad or of a squad sheet. */
export const publishSquads = ({ events, platoon }: SquadContext, id: string): void =>
  events.publishToPlatoon(platoon.id, { what: "squads", id });

/** @throws {AppError} squad_missing */
export async function requireSquad(db: Database, organizationId: string, teamId: string | null): Promise<void> {
  if (teamId === null) return;
  const team = await db
    .selectFrom("team")
    .select("id")
    .where("id", "=", teamId)
    .where("organizationId", "=", organizationId)
    .executeTakeFirst();
  if (!team) throw new AppError("squad_missing");
}

/** The squad, map and mode for which a loadout or sheet is meant; null means all. */
export const purpose = z.object({ teamId: optionalId, mapId: optionalId, modeId: optionalId });
export type Purpose = z.infer<typeof purpose>;

/** @throws {AppError} input_invalid for a map or a mode that the game does not have; squad_missing */
export async function requirePurpose(
  db: Database,
  { arsenals, platoon }: Pick<TrpcContext, "arsenals"> & { platoon: { id: string } },
  game: GameId,
  { teamId, mapId, modeId }: Purpose,
): Promise<void> {
  const { maps, modes } = arsenals[game];
  const isKnown = (mapId === null || maps.has(mapId)) && (modeId === null || modes.has(modeId));
  if (!isKnown) throw new AppError("input_invalid");
  await requireSquad(db, platoon.id, teamId);
}

export const squadRouter = router({
  /** Returns the platoon's squads, sorted by name, each with its game and its current members. */
  list: memberProcedure.query(async ({ ctx, input: { organizationId } }) => {
    const squads = await ctx.db
      .selectFrom("team")
      .select(["id", "name", "game"])
      .where("organizationId", "=", organizationId)
      .orderBy("name")
      .orderBy("id")
      .execute();
    const people = await ctx.db
      .selectFrom("teamMember")
      .innerJoin("user", "user.id", "teamMember.userId")
      .select(["teamMember.teamId", "teamMember.userId", "user.name"])
      .where("teamMember.teamId", "in", [...squads.map(({ id }) => id), ""])
      // With a join SQLite would start with all members of the platoon.
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom("member")
            .select("member.id")
            .whereRef("member.userId", "=", "teamMember.userId")
            .where("member.organizationId", "=", organizationId),
        ),
      )
      .orderBy("user.name")
      .execute();
    return squads.map(({ game, ...squad }) => ({
      ...squad,
      game: getSquadGame(game),
      members: people.flatMap(({ teamId, ...person }) => (teamId === squad.id ? person : [])),
    }));
  }),

  /**
   * Creates a squad, or changes its name, game and members. The game limits the number of members.
   * @throws {AppError} platoon_missing; platoon_managers_only; squads_full; squad_missing; squad_full; member_missing
   */
  save: managerProcedure.input(saveInput).mutation(async ({ ctx, input }) => {
    await changePlatoon(ctx, (trx) => saveSquad(trx, ctx, input));
    publishSquads(ctx, input.id);
    return { id: input.id };
  }),

  /**
   * Removes a squad with its unlock plan. Loadouts and sheets for this squad remain, for all squads.
   * @throws {AppError} platoon_missing; platoon_managers_only; squad_missing
   */
  remove: managerProcedure.input(z.object({ id: squadId })).mutation(async ({ ctx, input: { id } }) => {
    await changePlatoon(ctx, async (trx) => {
      await requireSquad(trx, ctx.platoon.id, id);
      for (const table of ["platoonLoadout", "squadSheet", "invitation"] as const) {
        await trx
          .updateTable(table)
          .set({ teamId: null })
          .where("organizationId", "=", ctx.platoon.id)
          .where("teamId", "=", id)
          .execute();
      }
      for (const table of ["squadTarget", "teamMember"] as const)
        await trx.deleteFrom(table).where("teamId", "=", id).execute();
      await trx.deleteFrom("team").where("id", "=", id).execute();
    });
    publishSquads(ctx, id);
    return { id };
  }),
});

async function saveSquad(
  db: Database,
  { platoon, now }: SquadContext,
  { id, isNew, name, game, added, removed }: z.infer<typeof saveInput>,
): Promise<void> {
  const time = now();
  const organizationId = platoon.id;
  const squads = await db.selectFrom("team").select("id").where("organizationId", "=", organizationId).execute();
  const isKnown = squads.some((squad) => squad.id === id);
  if (!isKnown && !isNew) throw new AppError("squad_missing");
  if (isKnown) {
    await db.updateTable("team").set({ name, game, updatedAt: time }).where("id", "=", id).execute();
  } else {
    if (squads.length >= MAX_SQUADS) throw new AppError("squads_full");
    const row = { id, organizationId, name, game, memberCount: 0, createdAt: time, updatedAt: time };
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("team")
      .values(row)
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) throw new AppError("squad_missing");
  }
  if (removed.length > 0)
    await db.deleteFrom("teamMember").where("teamId", "=", id).where("userId", "in", removed).execute();
  await requireMembers(db, organizationId, added);
  for (const userId of added) {
    const row = { id: randomUUID(), teamId: id, userId, membershipKey: getMembershipKey(id, userId) };
    await db
      .insertInto("teamMember")
      .values({ ...row, createdAt: time, updatedAt: time })
      .onConflict((conflict) => conflict.column("membershipKey").doNothing())
      .execute();
  }
  const people = await db.selectFrom("teamMember").select("id").where("teamId", "=", id).execute();
  if (people.length > SQUAD_SIZE[game]) throw new AppError("squad_full");
  await db.updateTable("team").set({ memberCount: people.length }).where("id", "=", id).execute();
}

/** Returns the key by which the account library finds a person in a team. */
const getMembershipKey = (teamId: string, userId: string): string =>
  createHash("sha256")
    .update(JSON.stringify([teamId, userId]))
    .digest("base64url");

/** @throws {AppError} member_missing unless all of these people are members */
export async function requireMembers(db: Database, organizationId: string, people: readonly string[]): Promise<void> {
  const ids = [...new Set(people)];
  if (ids.length === 0) return;
  const members = await db
    .selectFrom("member")
    .select("userId")
    .where("organizationId", "=", organizationId)
    .where("userId", "in", ids)
    .execute();
  if (new Set(members.map(({ userId }) => userId)).size < ids.length) throw new AppError("member_missing");
}

/** Returns the names of these people by id, without those who are not members. */
export async function readNames(db: Database, organizationId: string, people: readonly (string | null)[]) {
  const ids = [...new Set(people.map((userId) => userId ?? ""))];
  if (ids.length === 0) return new Map<string, string>();
  const rows = await db
    .selectFrom("member")
    .innerJoin("user", "user.id", "member.userId")
    .select(["user.id", "user.name"])
    .where("member.organizationId", "=", organizationId)
    .where("member.userId", "in", ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
