// The account that `npm run dev` starts with, with sample data of each kind.

import type { GameId } from "#domain/game.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { createRandomLoadout } from "#domain/loadout/random.ts";
import { createRandom } from "#domain/seeded-random.ts";
import { KIT_TITLES } from "#messages/game/titles.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import type { World } from "#test/harness/world.ts";
import { newSoldier } from "./soldiers.ts";

export const DEMO = { name: "Demo", email: "demo@example.com", password: "demo locker 2042" };

const SNAPSHOTS = 10;
const DAY_MS = 24 * 60 * 60_000;
const STARTED_TARGETS = 6;

/** Creates the demo account with loadouts of both games in folders, a soldier, a plan and a platoon. */
export async function seedDemo(world: World): Promise<void> {
  const visitor = world.visitor();
  await visitor.post("/api/auth/sign-up/email", DEMO);
  await saveLoadouts(world, visitor);
  const soldierId = await followSoldier(world, visitor);
  await startUnlocks(visitor, soldierId);
  await visitor.post("/api/auth/organization/create", { name: "Demo Platoon", slug: "demo-platoon" });
}

/** Saves one loadout per kit of each game, moves the first two of each game to a folder, and pins the first. */
async function saveLoadouts({ context }: World, { trpc }: Visitor): Promise<void> {
  const random = createRandom(2042);
  for (const [game, folder] of [
    ["bf2042", "Portal nights"],
    ["bf4", "Conquest"],
  ] as const satisfies [GameId, string][]) {
    const ids: string[] = [];
    for (const kitId of KIT_IDS) {
      const id = crypto.randomUUID();
      const loadout = createRandomLoadout(context.arsenals[game], { kitId }, random);
      await trpc.loadout.save.mutate({
        id,
        name: `${KIT_TITLES[kitId]}, demo`,
        loadout,
        tags: ["demo"],
        seenVersion: 0,
      });
      ids.push(id);
    }
    const { id: folderId } = await trpc.folder.save.mutate({ id: crypto.randomUUID(), name: folder });
    await trpc.loadout.arrange.mutate({ ids: ids.slice(0, 2), folderId });
    await trpc.loadout.arrange.mutate({ ids: ids.slice(0, 1), pinned: true });
  }
}

/** Adds a Battlefield 4 soldier with a snapshot for each of the last ten days; returns its id. */
async function followSoldier(world: World, { trpc }: Visitor): Promise<string> {
  world.turnClock(-(SNAPSHOTS - 1) * DAY_MS);
  const { id } = await trpc.soldier.add.mutate(newSoldier("Robin"));
  await world.context.jobs.drained();
  for (let snapshot = 1; snapshot < SNAPSHOTS; snapshot += 1) {
    world.turnClock(DAY_MS);
    await trpc.soldier.refresh.mutate({ id });
    await world.context.jobs.drained();
  }
  return id;
}

/** Ticks half of the closest targets, and plans the others. */
async function startUnlocks({ trpc }: Visitor, soldierId: string): Promise<void> {
  const { items } = await trpc.progress.next.query({ soldierId, limit: STARTED_TARGETS });
  const [ticked, planned] = [items.slice(0, STARTED_TARGETS / 2), items.slice(STARTED_TARGETS / 2)];
  for (const { id } of ticked) await trpc.progress.tick.mutate({ targetId: id });
  await trpc.progress.planAdd.mutate({ targetIds: planned.map(({ id }) => id) });
}
