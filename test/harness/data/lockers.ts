import type { GameId } from "#domain/game.ts";
import type { KitId } from "#domain/game-data/kit-id.ts";
import type { Loadout, SoldierLoadout } from "#domain/loadout/loadout.ts";
import { createSearch } from "#domain/loadout/locker-query.ts";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import type { World } from "#test/harness/world.ts";

/** Returns a visitor with a guest session. */
export async function createGuest(world: World): Promise<Visitor> {
  const visitor = world.visitor();
  await visitor.post("/api/auth/sign-in/anonymous");
  return visitor;
}

/** Returns a valid loadout of a kit. */
export const buildLoadout = (
  { context }: Pick<World, "context">,
  game: GameId = "bf4",
  kit: KitId = "assault",
): SoldierLoadout => createStarterLoadout(context.arsenals[game], kit);

/** Returns the input of `loadout.save` for a new loadout. */
export const newLoadout = (loadout: Loadout, name = "First") => ({
  id: crypto.randomUUID(),
  name,
  loadout,
  seenVersion: 0,
});

/** Returns the names of the visitor's loadouts that match the search, the last changed first. */
export async function findNames({ trpc }: Visitor, q = ""): Promise<string[]> {
  const { items } = await trpc.loadout.list.query({ limit: 500 });
  return items.filter(createSearch({ q })).map(({ name }) => name);
}

/** Saves a loadout, and inserts copies of it into the table directly. */
export async function fillLocker(
  world: World,
  visitor: Visitor,
  count: number,
  change: Record<string, unknown> = {},
): Promise<void> {
  const { db } = world.context;
  const first = newLoadout(buildLoadout(world));
  await visitor.trpc.loadout.save.mutate(first);
  const row = await db.selectFrom("loadout").selectAll().where("id", "=", first.id).executeTakeFirstOrThrow();
  for (let start = 0; start < count; start += 1000) {
    const length = Math.min(1000, count - start);
    const rows = Array.from({ length }, () => ({ ...row, ...change, id: crypto.randomUUID() }));
    await db.insertInto("loadout").values(rows).execute();
  }
}

/** Returns the AppError of a failed call as the client gets it, or null when the call succeeds. */
export const getAppError = (response: Promise<unknown>) =>
  response.then(
    () => null,
    (error: { data?: { httpStatus: number; fault?: { code: string; details: Record<string, unknown> } } }) => ({
      status: error.data?.httpStatus,
      ...error.data?.fault,
    }),
  );
