// A user who owns one of everything, with a marker in each record, and the input this user sends with each call.
import { signUpAndIn } from "#test/harness/accounts.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import type { World } from "#test/harness/world.ts";
import { aLoadout, newLoadout } from "./lockers.ts";
import { newSoldier, sendImport, someStatistics } from "./soldiers.ts";

const TEXT = "Marked as mine";
const FIGURE = 424_242_424;

/** What no answer to anybody else may hold. */
export const MARKS: readonly string[] = [TEXT, String(FIGURE)];

const WEAPON = "ak-12";
const TARGET = "rank:140";

type Owned = Awaited<ReturnType<typeof ownerOfEverything>>;

export async function ownerOfEverything(world: World) {
  const { visitor } = await signUpAndIn(world);
  const { trpc } = visitor;
  const loadout = aLoadout(world);
  const [stored, deleted] = [newLoadout(loadout, TEXT), newLoadout(aLoadout(world, "bf4", "recon"), TEXT)];
  for (const one of [stored, deleted]) await trpc.loadout.save.mutate(one);
  await trpc.loadout.remove.mutate({ id: deleted.id });
  const folderId = crypto.randomUUID();
  await trpc.folder.save.mutate({ id: folderId, name: TEXT });
  const importId = crypto.randomUUID();
  await trpc.lockerImport.send.mutate({ importId, loadouts: [imported(newLoadout(loadout, TEXT))] });
  const content = { name: TEXT, note: null, loadout, withAuthor: false };
  const { id: shareId } = await trpc.share.create.mutate(content);
  await trpc.progress.tick.mutate({ targetId: TARGET });
  await trpc.progress.planAdd.mutate({ targetIds: [TARGET] });
  return {
    visitor,
    loadout,
    stored,
    deleted,
    folderId,
    importId,
    shareId,
    ...(await soldierOfOwner(world, visitor)),
  };
}

async function soldierOfOwner({ context }: World, visitor: Visitor) {
  const { trpc } = visitor;
  const { id: soldierId } = await trpc.soldier.add.mutate(newSoldier(TEXT));
  const reported = { counters: { [`kills:${WEAPON}`]: FIGURE } };
  const { importId: snapshotId, job } = await sendImport(visitor, soldierId, [someStatistics(FIGURE, reported)]);
  await context.jobs.drained();
  const goalId = crypto.randomUUID();
  await trpc.goal.save.mutate(aGoal(soldierId, goalId));
  return { soldierId, snapshotId, jobId: job.id, goalId };
}

const imported = (loadout: ReturnType<typeof newLoadout>) => ({ ...loadout, number: 0 });

const aGoal = (soldierId: string, id: string) =>
  ({ soldierId, id, aim: { kind: "figure", figureId: "kills" }, amount: FIGURE + 1, fromNow: false }) as const;

/** What its owner sends with each call, those that take something away last. Null is a call without input. */
export const OWN_CALLS: Readonly<Record<string, (own: Owned) => unknown>> = {
  "account.overview": () => null,
  "account.export": () => null,
  "account.waitingGuests": () => null,
  "account.mergeWaiting": () => null,
  "account.setAvatar": () => ({ webp: null }),
  "folder.list": () => null,
  "folder.save": ({ folderId }) => ({ id: folderId, name: "Renamed" }),
  "goal.list": ({ soldierId }) => ({ soldierId }),
  "goal.starters": ({ soldierId }) => ({ soldierId }),
  "goal.save": ({ soldierId, goalId }) => ({ ...aGoal(soldierId, goalId), amount: 1 }),
  "invitation.standing": () => ({ id: "none" }),
  "job.underWay": () => null,
  "job.get": ({ jobId }) => ({ id: jobId }),
  "job.cancel": ({ jobId }) => ({ id: jobId }),
  "loadout.list": () => ({}),
  "loadout.counts": () => null,
  "loadout.get": ({ stored }) => ({ id: stored.id }),
  "loadout.save": ({ stored }) => ({ ...stored, name: "Renamed", seenVersion: 1 }),
  "loadout.arrange": ({ stored, folderId }) => ({ ids: [stored.id], folderId, pinned: true }),
  "loadout.move": ({ stored }) => ({ id: stored.id, afterId: null }),
  "loadout.carried": () => null,
  "loadout.dropCarried": () => null,
  "loadout.restore": ({ deleted }) => ({ id: deleted.id }),
  "lockerImport.send": ({ importId, loadout }) => ({ importId, loadouts: [imported(newLoadout(loadout))] }),
  "lockerImport.commit": ({ importId }) => ({ importId, loadouts: 1 }),
  "lockerImport.undo": ({ importId }) => ({ importId }),
  "lockerImport.progress": ({ importId }) => ({ importId }),
  "progress.next": ({ soldierId }) => ({ soldierId }),
  "progress.gained": ({ soldierId, snapshotId }) => ({ soldierId, from: snapshotId, to: snapshotId }),
  "progress.weapons": ({ soldierId }) => ({ soldierId }),
  "progress.tonight": ({ soldierId }) => ({ soldierId, minutes: 480 }),
  "progress.checklist": ({ soldierId }) => ({ soldierId, kind: "part" }),
  "progress.conflicts": ({ soldierId }) => ({ soldierId }),
  "progress.plan": ({ soldierId }) => ({ soldierId }),
  "progress.lacking": ({ soldierId, loadout }) => ({ soldierId, loadout }),
  "progress.missing": ({ soldierId, stored }) => ({ soldierId, loadoutIds: [stored.id] }),
  "progress.tick": () => ({ targetId: "rank:139" }),
  "progress.settle": () => ({ targetId: TARGET, keep: "tick" }),
  "progress.planAdd": () => ({ targetIds: ["rank:139"] }),
  "progress.planMove": () => ({ targetId: TARGET, afterId: null }),
  "share.create": ({ loadout }) => ({ name: "Another", note: null, loadout, withAuthor: false }),
  "share.list": () => ({}),
  "soldier.list": () => null,
  "soldier.get": ({ soldierId }) => ({ id: soldierId }),
  "soldier.snapshots": ({ soldierId }) => ({ soldierId }),
  "soldier.snapshot": ({ soldierId, snapshotId }) => ({ soldierId, id: snapshotId }),
  "soldier.search": () => ({ game: "bf4", name: "Robin" }),
  "soldier.add": () => newSoldier("Robin"),
  "soldier.addSample": () => ({ id: crypto.randomUUID(), game: "bf4" }),
  "soldier.change": ({ soldierId }) => ({ id: soldierId, relation: "followed" }),
  "soldier.refresh": ({ soldierId }) => ({ id: soldierId }),
  "soldier.saveTyped": ({ soldierId }) => ({
    soldierId,
    id: crypto.randomUUID(),
    takenAt: new Date().toISOString(),
    statistics: someStatistics(1),
  }),
  "soldier.importPage": () => ({ importId: crypto.randomUUID(), number: 0, part: someStatistics(1) }),
  "soldier.importCommit": ({ soldierId, snapshotId }) => ({
    soldierId,
    importId: snapshotId,
    pages: 1,
    takenAt: new Date().toISOString(),
  }),
  "soldier.removeSnapshot": ({ soldierId, snapshotId }) => ({ soldierId, id: snapshotId }),
  "soldier.restoreSnapshot": ({ soldierId, snapshotId }) => ({ soldierId, id: snapshotId }),
  "goal.remove": ({ goalId }) => ({ id: goalId }),
  "progress.untick": () => ({ targetId: TARGET }),
  "progress.planRemove": () => ({ targetIds: [TARGET] }),
  "loadout.remove": ({ stored }) => ({ id: stored.id }),
  "loadout.erase": ({ stored }) => ({ ids: [stored.id] }),
  "folder.remove": ({ folderId }) => ({ id: folderId }),
  "share.revoke": ({ shareId }) => ({ id: shareId }),
  "soldier.remove": ({ soldierId }) => ({ id: soldierId }),
  "soldier.restore": ({ soldierId }) => ({ id: soldierId }),
};
