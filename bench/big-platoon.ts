// P13: the cost of a platoon of 1,000 members and 500 loadouts. Each call is compared with the same call to a platoon of 5 with
// one page of each list (the peer) and with a minimal call (the limit), on one server with its database on disk.
import { getOrganization, postOrganization } from "#test/harness/data/platoons.ts";
import { moveToNewAddress, type Visitor } from "#test/harness/visitor.ts";
import type { World } from "#test/harness/world.ts";
import type { Measurement } from "./measurement.ts";
import {
  createLink,
  type FilledPlatoon,
  getContent,
  getTargetId,
  LINK,
  measureCall,
  measureLibraryCall,
  measureOwnerCall,
  measureTask,
  NO_PURPOSE,
  requireOk,
} from "./two-platoons.ts";

/** Lets a member who left join again by a link. */
async function rejoin({ owner, visitor, ...platoon }: FilledPlatoon, world: World): Promise<void> {
  const link = await createLink(moveToNewAddress(owner, world), platoon);
  await moveToNewAddress(visitor, world).trpc.platoon.members.join.mutate({ link });
}

/** Invites the owner of an address; returns the invitation's id. */
async function invite(
  owner: Visitor,
  { organizationId }: FilledPlatoon,
  email: string,
): Promise<{ invitationId: string }> {
  const response = await requireOk(postOrganization(owner, "invite-member", { organizationId, email, role: "member" }));
  return { invitationId: (await response.json()).id };
}

const withSeenState = ({ edited }: FilledPlatoon) => ({ ...edited, seenState: "published" as const });

export const bigPlatoon: readonly Measurement[] = [
  measureCall("locker", ({ locker }, platoon) => locker.list.query(platoon)),
  measureCall("locker by name", ({ locker }, platoon) => locker.list.query({ ...platoon, order: "name" })),
  measureCall("search, a word of every loadout", ({ locker }, platoon) => locker.list.query({ ...platoon, q: "rush" })),
  measureCall("search, a word of one", ({ locker }, platoon) => locker.list.query({ ...platoon, q: "needle" })),
  measureCall("members", ({ members }, platoon) => members.page.query(platoon)),
  measureCall("search of members, a part of one name", ({ members }, platoon) =>
    members.page.query({ ...platoon, search: "layer 0" }),
  ),
  measureCall("search of members, a part of none", ({ members }, platoon) =>
    members.page.query({ ...platoon, search: "needle" }),
  ),
  measureCall("loadout", ({ locker }, platoon, { loadoutId }) => locker.get.query({ ...platoon, id: loadoutId })),
  measureCall("feed", ({ feed }, platoon) => feed.list.query(platoon)),
  measureCall("unread entries", ({ feed }, platoon) => feed.unread.query(platoon)),
  measureCall("newest entries", ({ feed }) => feed.newest.query()),
  measureCall("board", ({ board }, platoon) => board.list.query(platoon)),
  measureCall("my soldiers on the board", ({ board }, platoon) => board.consent.query(platoon)),
  measureCall("squads", ({ squad }, platoon) => squad.list.query(platoon)),
  measureCall("loadouts of a sheet", ({ sheet }, platoon) => sheet.loadouts.query({ ...platoon, game: "bf4" })),
  measureCall("sheets", ({ sheet }, platoon) => sheet.list.query(platoon)),
  measureCall("unlock plan", ({ squadPlan }, platoon, { squadId }) =>
    squadPlan.list.query({ ...platoon, teamId: squadId }),
  ),
  measureCall("my platoons", ({ members }) => members.overview.query()),
  measureCall("a version of a loadout", ({ locker }, platoon, { loadoutId }) =>
    locker.version.query({ ...platoon, id: loadoutId, version: 1 }),
  ),
  measureCall("a sheet", ({ sheet }, platoon, { sheetId }) => sheet.get.query({ ...platoon, id: sheetId })),
  measureOwnerCall("invite links", ({ members }, platoon) => members.links.query(platoon)),
  measureOwnerCall("open invitations", ({ members }, platoon) => members.invitations.query(platoon)),
  measureOwnerCall("a loadout removed and one proposed", async ({ locker }, platoon, data) => {
    await locker.remove.mutate({ ...platoon, id: data.replacedId });
    data.replacedId = crypto.randomUUID();
    const proposal = { ...NO_PURPOSE, id: data.replacedId, content: await getContent(), note: "", stays: true };
    await locker.propose.mutate({ ...platoon, proposals: [{ ...proposal, isPublished: true }] });
  }),
  measureOwnerCall("change of a loadout", async ({ locker }, platoon, { edited }) => {
    const change = { ...edited, seenState: "published" as const, note: "", purpose: NO_PURPOSE };
    const content = { ...(await getContent()), note: `Version ${edited.seenVersion + 1}` };
    await locker.edit.mutate({ ...platoon, ...change, content });
    edited.seenVersion += 1;
  }),
  measureCall("copy of a loadout", ({ locker }, platoon, { loadoutId }) =>
    locker.copy.mutate({ ...platoon, id: loadoutId, copyId: crypto.randomUUID(), isForced: true }),
  ),
  measureOwnerCall("a squad made and removed", async ({ squad }, platoon) => {
    const id = crypto.randomUUID();
    await squad.save.mutate({ ...platoon, id, isNew: true, name: "Falcons", game: "bf4", added: [], removed: [] });
    await squad.remove.mutate({ ...platoon, id });
  }),
  measureOwnerCall("a sheet made and removed", async ({ sheet }, platoon) => {
    const id = crypto.randomUUID();
    const sheetInput = { ...NO_PURPOSE, id, seenAt: null, game: "bf4" as const, title: "Tonight", places: [] };
    await sheet.save.mutate({ ...platoon, ...sheetInput });
    await sheet.remove.mutate({ ...platoon, id });
  }),
  measureOwnerCall("a goal added to the unlock plan and removed", async ({ squadPlan }, platoon, { squadId }) => {
    const target = { ...platoon, teamId: squadId, targetId: await getTargetId() };
    await squadPlan.add.mutate(target);
    await squadPlan.remove.mutate(target);
  }),
  measureOwnerCall("consent to the board", ({ board }, platoon, { soldierId }) =>
    board.allow.mutate({ ...platoon, soldierId, groups: ["combat", "time", "unlocks"] }),
  ),
  measureCall("feed marked as read", ({ feed }, platoon) => feed.mark.mutate({ ...platoon, read: true })),
  measureLibraryCall("the library's full platoon with one member", (owner, { organizationId }) =>
    getOrganization(owner, "get-full-organization", `organizationId=${organizationId}&membersLimit=1`),
  ),
  measureLibraryCall("change of a role", (owner, { organizationId, memberId }, round) =>
    postOrganization(owner, "update-member-role", { organizationId, memberId, role: round % 2 ? "member" : "admin" }),
  ),
  measureLibraryCall("change of the platoon", (owner, { organizationId }, round) =>
    postOrganization(owner, "update", { organizationId, data: { name: `Night Owls ${round}` } }),
  ),
  measureOwnerCall("a version made the newest", async ({ locker }, platoon, data) => {
    await locker.restore.mutate({ ...platoon, ...withSeenState(data), earlier: data.edited.seenVersion });
    data.edited.seenVersion += 1;
  }),
  measureOwnerCall("a loadout unpublished and published", async ({ locker }, platoon, data) => {
    const acceptedView = { ...platoon, ...withSeenState(data), reason: "" };
    await locker.decide.mutate({ ...acceptedView, decision: "unpublish" });
    await locker.decide.mutate({ ...acceptedView, seenState: "proposed", decision: "publish" });
  }),
  measureTask("ownership transferred and back", async ({ owner, admin, organizationId, ...data }, world) => {
    const [first, second] = [owner, admin].map((person) => moveToNewAddress(person, world).trpc.platoon.members);
    await first?.transfer.mutate({ organizationId, memberId: data.memberId });
    await second?.transfer.mutate({ organizationId, memberId: data.ownerMemberId });
  }),
  measureOwnerCall("an invite link made and revoked", async ({ members }, platoon) => {
    await members.createLink.mutate({ ...platoon, ...LINK });
    const [newest] = await members.links.query(platoon);
    await members.revokeLink.mutate({ ...platoon, id: newest?.id ?? "" });
  }),
  measureCall("what an invite link leads to", ({ members }, _platoon, { link }) =>
    members.linkStanding.query({ link }),
  ),
  measureOwnerCall("a sheet opened and closed", async ({ sheet }, platoon, { sheetId }) => {
    for (const isOpen of [true, false]) await sheet.setOpen.mutate({ ...platoon, id: sheetId, isOpen });
  }),
  measureTask("an open sheet, signed out", ({ openSheetId }, world) =>
    world.visitor().trpc.platoon.sheet.open.query({ id: openSheetId }),
  ),
  measureLibraryCall("list of platoons", (owner) => getOrganization(owner, "list")),
  measureLibraryCall("list of members, a page", (owner, { organizationId }) =>
    getOrganization(owner, "list-members", `organizationId=${organizationId}&limit=1`),
  ),
  measureLibraryCall("the active member", (owner) => getOrganization(owner, "get-active-member")),
  measureLibraryCall("change of the active platoon", (owner, { organizationId }) =>
    postOrganization(owner, "set-active", { organizationId }),
  ),
  measureLibraryCall("a permission", (owner, { organizationId }) =>
    postOrganization(owner, "has-permission", { organizationId, permissions: { organization: ["update"] } }),
  ),
  measureLibraryCall("list of invitations", (owner, { organizationId }) =>
    getOrganization(owner, "list-invitations", `organizationId=${organizationId}`),
  ),
  measureLibraryCall("an invitation sent and cancelled", async (owner, data) =>
    postOrganization(owner, "cancel-invitation", await invite(owner, data, data.outsiderEmail)),
  ),
  measureTask("an invitation sent, listed, read and rejected", async (data, world) => {
    const invitee = moveToNewAddress(data.outsider, world);
    const invitation = await invite(moveToNewAddress(data.owner, world), data, data.outsiderEmail);
    await requireOk(getOrganization(invitee, "list-user-invitations"));
    await requireOk(getOrganization(invitee, "get-invitation", `id=${invitation.invitationId}`));
    await requireOk(postOrganization(invitee, "reject-invitation", invitation));
  }),
  measureTask("left and joined by a link", async (data, world) => {
    await requireOk(
      postOrganization(moveToNewAddress(data.visitor, world), "leave", { organizationId: data.organizationId }),
    );
    await rejoin(data, world);
  }),
  measureTask("removed, invited and accepted", async (data, world) => {
    const { organizationId, visitorEmail } = data;
    const owner = moveToNewAddress(data.owner, world);
    await requireOk(postOrganization(owner, "remove-member", { organizationId, memberIdOrEmail: visitorEmail }));
    const invitation = await invite(owner, data, visitorEmail);
    await requireOk(postOrganization(moveToNewAddress(data.visitor, world), "accept-invitation", invitation));
  }),
  measureOwnerCall("deleted platoons", ({ members }) => members.deletedPlatoons.query()),
  measureTask("the platoon deleted and restored", async ({ organizationId, ...data }, world) => {
    const owner = moveToNewAddress(data.owner, world);
    await requireOk(postOrganization(owner, "delete", { organizationId }));
    await owner.trpc.platoon.members.restorePlatoon.mutate({ id: organizationId });
  }),
];
