// P13: what a platoon of 1,000 members and 500 loadouts costs: each call beside the same call to a platoon of 5 with a page of
// each list (the peer), and beside the least a call may be (the limit), on one server with its database on the disk.
import { ask, call } from "#test/harness/data/platoons.ts";
import { elsewhere, type Visitor } from "#test/harness/visitor.ts";
import type { World } from "#test/harness/world.ts";
import type { Measurement } from "./measurement.ts";
import {
  type Filled,
  getContent,
  getTargetId,
  LINK,
  makeLink,
  measured,
  measuredBy,
  measuredByOwner,
  measuredInLibrary,
  NOWHERE,
  requireOk,
} from "./two-platoons.ts";

/** A member who left comes back by a link: a full platoon takes no one else. */
async function joinAgain({ owner, visitor, ...platoon }: Filled, world: World): Promise<void> {
  const link = await makeLink(elsewhere(owner, world), platoon);
  await elsewhere(visitor, world).trpc.platoon.members.join.mutate({ link });
}

/** Invites someone; answers the invitation. */
async function invite(owner: Visitor, { organizationId }: Filled, email: string): Promise<{ invitationId: string }> {
  const answer = await requireOk(call(owner, "invite-member", { organizationId, email, role: "member" }));
  return { invitationId: (await answer.json()).id };
}

const bySeeing = ({ edited }: Filled) => ({ ...edited, seenState: "published" as const });

export const bigPlatoon: readonly Measurement[] = [
  measured("locker", ({ locker }, ask) => locker.list.query(ask)),
  measured("locker by name", ({ locker }, ask) => locker.list.query({ ...ask, order: "name" })),
  measured("search, a word of every loadout", ({ locker }, ask) => locker.list.query({ ...ask, q: "rush" })),
  measured("search, a word of one", ({ locker }, ask) => locker.list.query({ ...ask, q: "needle" })),
  measured("members", ({ members }, ask) => members.page.query(ask)),
  measured("search of members, a part of one name", ({ members }, ask) =>
    members.page.query({ ...ask, search: "layer 0" }),
  ),
  measured("search of members, a part of none", ({ members }, ask) => members.page.query({ ...ask, search: "needle" })),
  measured("loadout", ({ locker }, ask, { loadoutId }) => locker.get.query({ ...ask, id: loadoutId })),
  measured("feed", ({ feed }, ask) => feed.list.query(ask)),
  measured("unread entries", ({ feed }, ask) => feed.unread.query(ask)),
  measured("newest entries", ({ feed }) => feed.newest.query()),
  measured("board", ({ board }, ask) => board.list.query(ask)),
  measured("my soldiers on the board", ({ board }, ask) => board.consent.query(ask)),
  measured("squads", ({ squad }, ask) => squad.list.query(ask)),
  measured("loadouts of a sheet", ({ sheet }, ask) => sheet.loadouts.query({ ...ask, game: "bf4" })),
  measured("sheets", ({ sheet }, ask) => sheet.list.query(ask)),
  measured("unlock plan", ({ squadPlan }, ask, { squadId }) => squadPlan.list.query({ ...ask, teamId: squadId })),
  measured("my platoons", ({ members }) => members.overview.query()),
  measured("a version of a loadout", ({ locker }, ask, { loadoutId }) =>
    locker.version.query({ ...ask, id: loadoutId, version: 1 }),
  ),
  measured("a sheet", ({ sheet }, ask, { sheetId }) => sheet.get.query({ ...ask, id: sheetId })),
  measuredByOwner("invite links", ({ members }, ask) => members.links.query(ask)),
  measuredByOwner("open invitations", ({ members }, ask) => members.invitations.query(ask)),
  measuredByOwner("a loadout removed and one proposed", async ({ locker }, ask, filled) => {
    await locker.remove.mutate({ ...ask, id: filled.replacedId });
    filled.replacedId = crypto.randomUUID();
    const proposal = { ...NOWHERE, id: filled.replacedId, content: await getContent(), note: "", stays: true };
    await locker.propose.mutate({ ...ask, proposals: [{ ...proposal, isPublished: true }] });
  }),
  measuredByOwner("change of a loadout", async ({ locker }, ask, { edited }) => {
    const change = { ...edited, seenState: "published" as const, note: "", purpose: NOWHERE };
    const content = { ...(await getContent()), note: `Version ${edited.seenVersion + 1}` };
    await locker.edit.mutate({ ...ask, ...change, content });
    edited.seenVersion += 1;
  }),
  measured("copy of a loadout", ({ locker }, ask, { loadoutId }) =>
    locker.copy.mutate({ ...ask, id: loadoutId, copyId: crypto.randomUUID(), isForced: true }),
  ),
  measuredByOwner("a squad made and removed", async ({ squad }, ask) => {
    const id = crypto.randomUUID();
    await squad.save.mutate({ ...ask, id, isNew: true, name: "Falcons", game: "bf4", added: [], removed: [] });
    await squad.remove.mutate({ ...ask, id });
  }),
  measuredByOwner("a sheet made and removed", async ({ sheet }, ask) => {
    const id = crypto.randomUUID();
    const made = { ...NOWHERE, id, seenAt: null, game: "bf4" as const, title: "Tonight", places: [] };
    await sheet.save.mutate({ ...ask, ...made });
    await sheet.remove.mutate({ ...ask, id });
  }),
  measuredByOwner("a goal added to the unlock plan and removed", async ({ squadPlan }, ask, { squadId }) => {
    const target = { ...ask, teamId: squadId, targetId: await getTargetId() };
    await squadPlan.add.mutate(target);
    await squadPlan.remove.mutate(target);
  }),
  measuredByOwner("consent to the board", ({ board }, ask, { soldierId }) =>
    board.allow.mutate({ ...ask, soldierId, groups: ["combat", "time", "unlocks"] }),
  ),
  measured("feed marked as read", ({ feed }, ask) => feed.mark.mutate({ ...ask, read: true })),
  measuredInLibrary("the library's full platoon with one member", (owner, { organizationId }) =>
    ask(owner, "get-full-organization", `organizationId=${organizationId}&membersLimit=1`),
  ),
  measuredInLibrary("change of a role", (owner, { organizationId, memberId }, round) =>
    call(owner, "update-member-role", { organizationId, memberId, role: round % 2 ? "member" : "admin" }),
  ),
  measuredInLibrary("change of the platoon", (owner, { organizationId }, round) =>
    call(owner, "update", { organizationId, data: { name: `Night Owls ${round}` } }),
  ),
  measuredByOwner("a version made the newest", async ({ locker }, platoon, filled) => {
    await locker.restore.mutate({ ...platoon, ...bySeeing(filled), earlier: filled.edited.seenVersion });
    filled.edited.seenVersion += 1;
  }),
  measuredByOwner("a loadout unpublished and published", async ({ locker }, platoon, filled) => {
    const seen = { ...platoon, ...bySeeing(filled), reason: "" };
    await locker.decide.mutate({ ...seen, decision: "unpublish" });
    await locker.decide.mutate({ ...seen, seenState: "proposed", decision: "publish" });
  }),
  measuredBy("ownership transferred and back", async ({ owner, admin, organizationId, ...filled }, world) => {
    const [first, second] = [owner, admin].map((person) => elsewhere(person, world).trpc.platoon.members);
    await first?.transfer.mutate({ organizationId, memberId: filled.memberId });
    await second?.transfer.mutate({ organizationId, memberId: filled.ownerMemberId });
  }),
  measuredByOwner("an invite link made and revoked", async ({ members }, platoon) => {
    await members.createLink.mutate({ ...platoon, ...LINK });
    const [newest] = await members.links.query(platoon);
    await members.revokeLink.mutate({ ...platoon, id: newest?.id ?? "" });
  }),
  measured("what an invite link leads to", ({ members }, _platoon, { link }) => members.linkStanding.query({ link })),
  measuredByOwner("a sheet opened and closed", async ({ sheet }, platoon, { sheetId }) => {
    for (const isOpen of [true, false]) await sheet.setOpen.mutate({ ...platoon, id: sheetId, isOpen });
  }),
  measuredBy("an open sheet, signed out", ({ openSheetId }, world) =>
    world.visitor().trpc.platoon.sheet.open.query({ id: openSheetId }),
  ),
  measuredInLibrary("list of platoons", (owner) => ask(owner, "list")),
  measuredInLibrary("list of members, a page", (owner, { organizationId }) =>
    ask(owner, "list-members", `organizationId=${organizationId}&limit=1`),
  ),
  measuredInLibrary("the active member", (owner) => ask(owner, "get-active-member")),
  measuredInLibrary("change of the active platoon", (owner, { organizationId }) =>
    call(owner, "set-active", { organizationId }),
  ),
  measuredInLibrary("a permission", (owner, { organizationId }) =>
    call(owner, "has-permission", { organizationId, permissions: { organization: ["update"] } }),
  ),
  measuredInLibrary("list of invitations", (owner, { organizationId }) =>
    ask(owner, "list-invitations", `organizationId=${organizationId}`),
  ),
  measuredInLibrary("an invitation sent and cancelled", async (owner, filled) =>
    call(owner, "cancel-invitation", await invite(owner, filled, filled.outsiderEmail)),
  ),
  measuredBy("an invitation sent, listed, read and rejected", async (filled, world) => {
    const invited = elsewhere(filled.outsider, world);
    const invitation = await invite(elsewhere(filled.owner, world), filled, filled.outsiderEmail);
    await requireOk(ask(invited, "list-user-invitations"));
    await requireOk(ask(invited, "get-invitation", `id=${invitation.invitationId}`));
    await requireOk(call(invited, "reject-invitation", invitation));
  }),
  measuredBy("left and joined by a link", async (filled, world) => {
    await requireOk(call(elsewhere(filled.visitor, world), "leave", { organizationId: filled.organizationId }));
    await joinAgain(filled, world);
  }),
  measuredBy("removed, invited and accepted", async (filled, world) => {
    const { organizationId, visitorEmail } = filled;
    const owner = elsewhere(filled.owner, world);
    await requireOk(call(owner, "remove-member", { organizationId, memberIdOrEmail: visitorEmail }));
    const invitation = await invite(owner, filled, visitorEmail);
    await requireOk(call(elsewhere(filled.visitor, world), "accept-invitation", invitation));
  }),
  measuredByOwner("deleted platoons", ({ members }) => members.deletedPlatoons.query()),
  measuredBy("the platoon deleted and brought back", async ({ organizationId, ...filled }, world) => {
    const owner = elsewhere(filled.owner, world);
    await requireOk(call(owner, "delete", { organizationId }));
    await owner.trpc.platoon.members.restorePlatoon.mutate({ id: organizationId });
  }),
];
