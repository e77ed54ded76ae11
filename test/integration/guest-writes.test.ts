// Writes of a guest during a merge or a deletion either succeed or are refused as signed out.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { buildLoadout, createGuest, newLoadout } from "#test/harness/data/lockers.ts";
import { buildStatistics, newSoldier } from "#test/harness/data/soldiers.ts";
import { moveToNewAddress } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

/** Returns the input of every call that writes rows of a user, for a user with this soldier and this loadout. */
const getWrites = (world: World, soldierId: string, loadoutId: string): Record<string, () => unknown> => ({
  "loadout.save": () => newLoadout(buildLoadout(world)),
  "loadout.arrange": () => ({ ids: [loadoutId], pinned: true }),
  "loadout.remove": () => ({ id: loadoutId }),
  "folder.save": () => ({ id: crypto.randomUUID(), name: "Folder" }),
  "lockerImport.send": () => ({
    importId: crypto.randomUUID(),
    loadouts: [{ ...newLoadout(buildLoadout(world)), number: 0 }],
  }),
  "soldier.add": () => newSoldier(crypto.randomUUID().slice(0, 8)),
  "soldier.addSample": () => ({ id: crypto.randomUUID(), game: "bf4" }),
  "soldier.refresh": () => ({ id: soldierId }),
  "soldier.importPage": () => ({ importId: crypto.randomUUID(), number: 0, part: buildStatistics(1) }),
  "soldier.importCommit": () => ({
    importId: crypto.randomUUID(),
    soldierId,
    pages: 1,
    takenAt: new Date().toISOString(),
  }),
  "soldier.saveTyped": () => ({
    id: crypto.randomUUID(),
    soldierId,
    takenAt: new Date().toISOString(),
    statistics: buildStatistics(1),
  }),
  "goal.save": () => ({
    id: crypto.randomUUID(),
    soldierId,
    aim: { kind: "figure", figureId: "kills" },
    amount: 9,
    fromNow: false,
  }),
  "progress.tick": () => ({ targetId: "rank:140" }),
  "progress.planAdd": () => ({ targetIds: ["rank:140"] }),
  "share.create": () => ({ name: "Shared", note: null, loadout: buildLoadout(world), withAuthor: false }),
});

/**
 * Runs `work` while a trigger deletes each guest at the moment when the rate limit counts their write: after the session
 * was read, and before the write.
 */
async function withVanishingGuests<Result>(
  { context: { db, config } }: World,
  work: () => Promise<Result>,
): Promise<Result> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  const isPostgres = config.database.kind === "postgres";
  const vanish = `DELETE FROM "user" WHERE "isAnonymous" = true;`;
  if (isPostgres) {
    await run(`CREATE FUNCTION vanish() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${vanish} RETURN NEW; END $$`);
  }
  const body = isPostgres ? "FOR EACH ROW EXECUTE FUNCTION vanish()" : `BEGIN ${vanish} END`;
  await run("DELETE FROM budget");
  await run(`CREATE TRIGGER vanishing AFTER INSERT ON budget ${body}`);
  try {
    return await work();
  } finally {
    await run(isPostgres ? "DROP FUNCTION vanish() CASCADE" : "DROP TRIGGER vanishing");
  }
}

test("each write of a guest who is deleted after their session was read is refused as signed out", async () => {
  await using world = await makeWorld({ singleProcess: "the trigger acts on the limits that the database counts" });
  const statuses: Record<string, number> = {};
  for (const name of Object.keys(getWrites(world, "", ""))) {
    const visitor = await createGuest(world);
    const { id: soldierId } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
    const loadout = newLoadout(buildLoadout(world));
    await visitor.trpc.loadout.save.mutate(loadout);
    const input = getWrites(world, soldierId, loadout.id)[name]?.();
    const response = await withVanishingGuests(world, () => visitor.post(`/api/trpc/${name}`, input));
    statuses[name] = response.status;
  }
  // These calls look for the soldier first, which is deleted, too.
  const soldierCalls = ["soldier.refresh", "goal.save"];
  // The soldier's rows may be purged already.
  for (const [name, status] of Object.entries(statuses))
    expect(soldierCalls.includes(name) ? [401, 404] : [401], name).toContain(status);
});

test.for(["sign-in/email", "delete-user"])(
  "a guest's writes during %s succeed or are refused as signed out",
  async (end) => {
    await using world = await makeWorld();
    const { account } = await signUpAndSignIn(world);
    for (let round = 0; round < 8; round += 1) {
      const visitor = await createGuest(world);
      const { id: soldierId } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
      const loadout = newLoadout(buildLoadout(world));
      await visitor.trpc.loadout.save.mutate(loadout);
      const calls = Object.entries(getWrites(world, soldierId, loadout.id));
      const responses = [0, 1].flatMap(() =>
        calls.map(async ([name, input]) => {
          await sleep(Math.random() * 30);
          const { status } = await moveToNewAddress(visitor, world).post(`/api/trpc/${name}`, input());
          return status < 500 ? null : `${name}: ${status}`;
        }),
      );
      const ending = sleep(Math.random() * 30).then(() =>
        visitor.post(`/api/auth/${end}`, end === "delete-user" ? {} : account),
      );
      const lateVisitor = moveToNewAddress(visitor, world);
      const failed = (await Promise.all(responses)).filter(Boolean);
      expect([failed, (await ending).status]).toEqual([[], 200]);
      expect((await lateVisitor.post("/api/trpc/loadout.save", newLoadout(buildLoadout(world)))).status).toBe(401);
    }
  },
);
