// Somebody who has one of everything here, all of it marked, and what they would send with each call.
import { SNAPSHOT_SOURCES } from "#domain/soldier/statistics.ts";
import { signUpAndIn } from "./accounts.ts";
import { aLoadout, newLoadout } from "./lockers.ts";
import { newSoldier, sendImport, someStatistics } from "./soldiers.ts";
import type { Visitor } from "./visitor.ts";
import type { World } from "./world.ts";

/** In every text of theirs, and among their figures. */
export const MARKS = ["Marked as mine", "424242"] as const;
const [MARK] = MARKS;
const MARKED_FIGURE = 424_242;

const WEAPON = "ak-12";

export type Owned = Awaited<ReturnType<typeof ownerOfEverything>>;

export async function ownerOfEverything(world: World) {
  const { visitor, account } = await signUpAndIn(world);
  const { trpc } = visitor;
  const loadout = aLoadout(world);
  const [kept, deleted] = [newLoadout(loadout, MARK), newLoadout(aLoadout(world, "bf4", "recon"), MARK)];
  for (const one of [kept, deleted]) await trpc.loadout.save.mutate(one);
  await trpc.loadout.remove.mutate({ id: deleted.id });
  const folderId = crypto.randomUUID();
  await trpc.folder.save.mutate({ id: folderId, name: MARK });
  const importId = crypto.randomUUID();
  await trpc.lockerImport.send.mutate({ importId, loadouts: [{ ...newLoadout(loadout, MARK), number: 0 }] });
  return { visitor, account, loadout, kept, deleted, folderId, importId, ...(await soldierOfOwner(world, visitor)) };
}

async function soldierOfOwner({ context }: World, visitor: Visitor) {
  const { trpc } = visitor;
  const { id: soldierId } = await trpc.soldier.add.mutate(newSoldier(MARK));
  const figures = { figures: { kills: MARKED_FIGURE }, counters: { [`kills:${WEAPON}`]: MARKED_FIGURE } };
  const { importId: snapshotId, job } = await sendImport(visitor, soldierId, [someStatistics(MARKED_FIGURE, figures)]);
  await context.jobs.drained();
  return { soldierId, snapshotId, jobId: job.id, source: SNAPSHOT_SOURCES[0] };
}
