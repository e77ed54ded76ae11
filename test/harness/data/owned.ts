// A user who owns one of everything, with a marker in each record, and the input this user sends with each call.
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import type { World } from "#test/harness/world.ts";
import { buildLoadout, newLoadout } from "./lockers.ts";
import { makePlatoon, postOrganization } from "./platoons.ts";
import { buildStatistics, newSoldier, sendImport } from "./soldiers.ts";

const MARKER_TEXT = "Marked as mine";
const MARKER_NUMBER = 424_242_424;

/** Texts that no response to another user may contain. */
export const MARKERS: readonly string[] = [MARKER_TEXT, String(MARKER_NUMBER)];

const WEAPON = "ak-12";
const TARGET = "rank:140";

type Owned = Awaited<ReturnType<typeof createOwnerOfEverything>>;

export async function createOwnerOfEverything(world: World) {
  const { visitor } = await signUpAndSignIn(world);
  const { trpc } = visitor;
  const loadout = buildLoadout(world);
  const [stored, deleted] = [
    newLoadout(loadout, MARKER_TEXT),
    newLoadout(buildLoadout(world, "bf4", "recon"), MARKER_TEXT),
  ];
  for (const input of [stored, deleted]) await trpc.loadout.save.mutate(input);
  await trpc.loadout.remove.mutate({ id: deleted.id });
  const folderId = crypto.randomUUID();
  await trpc.folder.save.mutate({ id: folderId, name: MARKER_TEXT });
  const importId = crypto.randomUUID();
  await trpc.lockerImport.send.mutate({ importId, loadouts: [toImportItem(newLoadout(loadout, MARKER_TEXT))] });
  const content = { name: MARKER_TEXT, note: null, loadout, withAuthor: false };
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
    ...(await createSoldier(world, visitor)),
    ...(await createPlatoons(world, visitor)),
  };
}

/** Creates a platoon with another member and an invitation link, and a deleted platoon. */
async function createPlatoons(world: World, visitor: Visitor) {
  const { id, people } = await makePlatoon(world);
  const { members } = visitor.trpc.platoon;
  const ownerMembers = people.owner.visitor.trpc.platoon.members;
  const link = { organizationId: id, days: 7, uses: 1 } as const;
  const { address } = await ownerMembers.createLink.mutate({ ...link, role: "owner" });
  await members.join.mutate({ link: String(new URL(address).searchParams.get("link")) });
  await members.createLink.mutate({ ...link, role: "member" });
  const [listed] = await members.links.query({ organizationId: id });
  const { id: deletedId } = await (
    await postOrganization(visitor, "create", { name: MARKER_TEXT, slug: `marked-${crypto.randomUUID()}` })
  ).json();
  await postOrganization(visitor, "delete", { organizationId: deletedId });
  const platoon = { organizationId: id };
  const shared = buildProposal(buildLoadout(world));
  await visitor.trpc.platoon.locker.propose.mutate({ ...platoon, proposals: [shared] });
  const squad = {
    ...platoon,
    id: crypto.randomUUID() as string,
    isNew: true,
    name: MARKER_TEXT,
    game: "bf4" as const,
    added: [],
    removed: [],
  };
  await visitor.trpc.platoon.squad.save.mutate(squad);
  const place = { userId: null, platoonLoadoutId: shared.id, task: MARKER_TEXT };
  const ids = { ...platoon, id: crypto.randomUUID() as string, seenAt: null };
  const sheet = { ...ids, game: "bf4" as const, title: MARKER_TEXT, ...NO_PURPOSE, places: [place] };
  await visitor.trpc.platoon.sheet.save.mutate(sheet);
  return {
    squad,
    squadTarget: { ...platoon, teamId: squad.id, targetId: TARGET },
    sheet,
    sharedLoadout: { ...platoon, id: shared.id },
    platoon,
    linkId: String(listed?.id),
    memberId: people.member.memberId,
    deletedId: String(deletedId),
  };
}

const NO_PURPOSE = { teamId: null, mapId: null, modeId: null };

const buildProposal = (loadout: ReturnType<typeof buildLoadout>, id: string = crypto.randomUUID()) => ({
  id,
  content: { name: MARKER_TEXT, note: "", tags: [], loadout },
  ...{ note: MARKER_TEXT, stays: true, isPublished: false, ...NO_PURPOSE },
});

async function createSoldier({ context }: World, visitor: Visitor) {
  const { trpc } = visitor;
  const { id: soldierId } = await trpc.soldier.add.mutate(newSoldier(MARKER_TEXT));
  const reported = { counters: { [`kills:${WEAPON}`]: MARKER_NUMBER } };
  const { importId: snapshotId, job } = await sendImport(visitor, soldierId, [
    buildStatistics(MARKER_NUMBER, reported),
  ]);
  await context.jobs.drained();
  const goalId = crypto.randomUUID();
  await trpc.goal.save.mutate(buildGoal(soldierId, goalId));
  const { id: bf2042SoldierId } = await trpc.soldier.add.mutate(newSoldier(MARKER_TEXT, "bf2042"));
  await trpc.soldier.saveTyped.mutate({
    id: crypto.randomUUID(),
    soldierId: bf2042SoldierId,
    takenAt: context.now().toISOString(),
    statistics: buildStatistics(MARKER_NUMBER, { figures: { headshots: MARKER_NUMBER } }, "bf2042"),
  });
  return { soldierId, bf2042SoldierId, snapshotId, jobId: job.id, goalId };
}

const toImportItem = (loadout: ReturnType<typeof newLoadout>) => ({ ...loadout, number: 0 });

const buildGoal = (soldierId: string, id: string) =>
  ({ soldierId, id, aim: { kind: "figure", figureId: "kills" }, amount: MARKER_NUMBER + 1, fromNow: false }) as const;

const getPlatoonInput = ({ platoon }: Pick<Owned, "platoon">) => platoon;

/** The input of the account library's organization calls that the owner of a platoon sends. */
export const OWNER_ACCOUNT_CALLS: Readonly<Record<string, (own: Owned) => Record<string, unknown>>> = {
  "/organization/create": () => ({
    name: MARKER_TEXT,
    slug: crypto.randomUUID(),
    logo: "/logo.png",
    metadata: { tag: "OWL", emblem: "ad" },
  }),
  "/organization/update": ({ platoon }) => ({
    ...platoon,
    data: { name: MARKER_TEXT, slug: crypto.randomUUID(), logo: null, metadata: { tag: "OWL", emblem: "ad" } },
  }),
  "/organization/set-active": getPlatoonInput,
  "/organization/get-full-organization": ({ platoon }) => ({ ...platoon, membersLimit: "10" }),
  "/organization/list-members": ({ platoon }) => ({
    ...{ ...platoon, limit: "10", offset: "0", sortBy: "createdAt", sortDirection: "asc" },
    ...{ filterField: "role", filterOperator: "ne", filterValue: "admin" },
  }),
  "/organization/list-invitations": getPlatoonInput,
  "/organization/invite-member": ({ platoon }) => ({
    ...{ ...platoon, email: `${crypto.randomUUID()}@example.com`, role: ["member", "admin"], resend: false },
    teamId: [],
  }),
  "/organization/update-member-role": ({ platoon, memberId }) => ({ ...platoon, memberId, role: ["member", "admin"] }),
  "/organization/remove-member": ({ platoon, memberId }) => ({ ...platoon, memberIdOrEmail: memberId }),
  "/organization/has-permission": ({ platoon }) => ({ ...platoon, permissions: { organization: ["update"] } }),
};

/** The input of each data call that the owner of the data sends, calls that remove data last. Null is a call without input. */
export const OWNER_CALLS: Readonly<Record<string, (own: Owned) => unknown>> = {
  "account.overview": () => null,
  "account.nearLimits": () => null,
  "account.export": () => null,
  "account.setAvatar": () => ({ webp: null }),
  "folder.list": () => null,
  "folder.save": ({ folderId }) => ({ id: folderId, name: "Renamed" }),
  "goal.list": ({ soldierId }) => ({ soldierId }),
  "goal.starters": ({ soldierId }) => ({ soldierId }),
  "goal.save": ({ soldierId, goalId }) => ({ ...buildGoal(soldierId, goalId), amount: 1 }),
  "invitation.status": () => ({ id: "none" }),
  "job.underWay": () => null,
  "job.get": ({ jobId }) => ({ id: jobId }),
  "job.cancel": ({ jobId }) => ({ id: jobId }),
  "loadout.list": () => ({}),
  "loadout.byIds": ({ stored, deleted }) => ({ ids: [stored.id, deleted.id] }),
  "loadout.get": ({ stored }) => ({ id: stored.id }),
  "loadout.save": ({ stored }) => ({ ...stored, name: "Renamed", seenVersion: 1 }),
  "loadout.arrange": ({ stored, folderId }) => ({ ids: [stored.id], folderId, pinned: true }),
  "loadout.move": ({ stored }) => ({ id: stored.id, afterId: null }),
  "loadout.guestImport": () => null,
  "loadout.removeGuestImport": () => null,
  "loadout.restore": ({ deleted }) => ({ id: deleted.id }),
  "lockerImport.send": ({ importId, loadout }) => ({ importId, loadouts: [toImportItem(newLoadout(loadout))] }),
  "lockerImport.commit": ({ importId }) => ({ importId, loadouts: 1 }),
  "lockerImport.undo": ({ importId }) => ({ importId }),
  "platoon.board.allow": ({ platoon, soldierId }) => ({ ...platoon, soldierId, groups: ["combat", "unlocks"] }),
  "platoon.board.consent": ({ platoon }) => platoon,
  "platoon.board.list": ({ platoon }) => platoon,
  "platoon.feed.list": ({ platoon }) => platoon,
  "platoon.feed.newest": () => null,
  "platoon.feed.unread": ({ platoon }) => platoon,
  "platoon.feed.mark": ({ platoon }) => ({ ...platoon, read: true }),
  "platoon.locker.list": ({ platoon }) => platoon,
  "platoon.locker.get": ({ sharedLoadout }) => sharedLoadout,
  "platoon.locker.version": ({ sharedLoadout }) => ({ ...sharedLoadout, version: 1 }),
  "platoon.locker.propose": ({ platoon, loadout }) => ({ ...platoon, proposals: [buildProposal(loadout)] }),
  "platoon.locker.edit": ({ sharedLoadout, loadout }) => ({
    ...{ ...sharedLoadout, seenVersion: 1, seenState: "proposed", note: "", purpose: NO_PURPOSE },
    content: buildProposal(loadout).content,
  }),
  "platoon.locker.decide": ({ sharedLoadout }) => ({
    ...{ ...sharedLoadout, seenVersion: 2, seenState: "proposed", decision: "publish", reason: "" },
  }),
  "platoon.locker.restore": ({ sharedLoadout }) => ({
    ...{ ...sharedLoadout, seenVersion: 2, seenState: "published", earlier: 1 },
  }),
  "platoon.locker.copy": ({ sharedLoadout }) => ({ ...sharedLoadout, copyId: crypto.randomUUID() }),
  "platoon.members.overview": () => null,
  "platoon.members.page": ({ platoon }) => platoon,
  "platoon.members.links": ({ platoon }) => platoon,
  "platoon.members.invitations": ({ platoon }) => platoon,
  "platoon.members.createLink": ({ platoon }) => ({ ...platoon, role: "member", days: 1, uses: 1 }),
  "platoon.members.deletedPlatoons": () => null,
  "platoon.sheet.list": ({ platoon }) => platoon,
  "platoon.sheet.get": ({ sheet }) => sheet,
  "platoon.sheet.loadouts": ({ platoon }) => ({ ...platoon, game: "bf4" }),
  "platoon.sheet.save": ({ sheet }) => sheet,
  "platoon.sheet.setOpen": ({ sheet }) => ({ ...sheet, isOpen: false }),
  "platoon.squad.list": ({ platoon }) => platoon,
  "platoon.squad.save": ({ squad }) => squad,
  "platoon.squadPlan.list": ({ squadTarget }) => squadTarget,
  "platoon.squadPlan.add": ({ squadTarget }) => squadTarget,
  "platoon.squadPlan.remove": ({ squadTarget }) => squadTarget,
  "progress.next": ({ soldierId }) => ({ soldierId }),
  "progress.gained": ({ soldierId, snapshotId }) => ({ soldierId, from: snapshotId, to: snapshotId }),
  "progress.weapons": ({ soldierId }) => ({ soldierId }),
  "progress.criteria": ({ bf2042SoldierId }) => ({ soldierId: bf2042SoldierId }),
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
  "soldier.decide": ({ soldierId }) => ({ id: soldierId, question: "identity", isConfirmed: true }),
  "soldier.refresh": ({ soldierId }) => ({ id: soldierId }),
  "soldier.saveTyped": ({ soldierId }) => ({
    soldierId,
    id: crypto.randomUUID(),
    takenAt: new Date().toISOString(),
    statistics: buildStatistics(1),
  }),
  "soldier.importPage": () => ({ importId: crypto.randomUUID(), number: 0, part: buildStatistics(1) }),
  "soldier.importCommit": ({ soldierId, snapshotId }) => ({
    soldierId,
    importId: snapshotId,
    pages: 1,
    takenAt: new Date().toISOString(),
  }),
  "soldier.removeSnapshot": ({ soldierId, snapshotId }) => ({ soldierId, id: snapshotId }),
  "soldier.restoreSnapshot": ({ soldierId, snapshotId }) => ({ soldierId, id: snapshotId }),
  "platoon.sheet.remove": ({ sheet }) => sheet,
  "platoon.squad.remove": ({ squad }) => squad,
  "platoon.locker.remove": ({ sharedLoadout }) => sharedLoadout,
  "platoon.members.revokeLink": ({ platoon, linkId }) => ({ ...platoon, id: linkId }),
  "platoon.members.restorePlatoon": ({ deletedId }) => ({ id: deletedId }),
  "platoon.members.transfer": ({ platoon, memberId }) => ({ ...platoon, memberId }),
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
