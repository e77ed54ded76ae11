import type { GameId } from "#domain/game.ts";
import type { KitId } from "#domain/game-data/kit-id.ts";
import type { Loadout, SoldierLoadout } from "#domain/loadout/loadout.ts";
import { createSearch } from "#domain/loadout/locker-query.ts";
import { starterLoadout } from "#domain/loadout/starter.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import type { World } from "#test/harness/world.ts";

/** A visitor who has a session and no account. */
export async function guest(world: World): Promise<Visitor> {
  const visitor = world.visitor();
  await visitor.post("/api/auth/sign-in/anonymous");
  return visitor;
}

/** A legal loadout of a kit. */
export const aLoadout = (
  { context }: Pick<World, "context">,
  game: GameId = "bf4",
  kit: KitId = "assault",
): SoldierLoadout => starterLoadout(context.arsenals[game], kit);

/** What a save of a new loadout sends. */
export const newLoadout = (loadout: Loadout, name = "First") => ({
  id: crypto.randomUUID(),
  name,
  loadout,
  seenVersion: 0,
});

/** The names of the visitor's loadouts that have these words, the last changed first. */
export async function findNames({ trpc }: Visitor, q = ""): Promise<string[]> {
  const { items } = await trpc.loadout.list.query({ limit: 500 });
  return items.filter(createSearch({ q })).map(({ name }) => name);
}

/** Copies of one saved loadout, written straight into the table. */
export async function fillLocker(
  world: World,
  visitor: Visitor,
  count: number,
  change: Record<string, unknown> = {},
): Promise<void> {
  const { db } = world.context;
  const first = newLoadout(aLoadout(world));
  await visitor.trpc.loadout.save.mutate(first);
  const row = await db.selectFrom("loadout").selectAll().where("id", "=", first.id).executeTakeFirstOrThrow();
  for (let at = 0; at < count; at += 1000) {
    const length = Math.min(1000, count - at);
    const rows = Array.from({ length }, () => ({ ...row, ...change, id: crypto.randomUUID() }));
    await db.insertInto("loadout").values(rows).execute();
  }
}

/** The fault an answer carries, as its client sees it; null where there is none. */
export const getAppError = (answer: Promise<unknown>) =>
  answer.then(
    () => null,
    (error: { data?: { httpStatus: number; fault?: { code: string; details: Record<string, unknown> } } }) => ({
      status: error.data?.httpStatus,
      ...error.data?.fault,
    }),
  );
