// The platoon screens for the screenshots: their addresses contain ids.
import type { Loadout } from "#domain/loadout/loadout.ts";
import { createVehicleStarter } from "#domain/loadout/starter.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import type { World } from "#test/harness/world.ts";
import { buildLoadout } from "./lockers.ts";
import { inviteUser, makePlatoon, postOrganization } from "./platoons.ts";

/** An olive shield with a white tank and an orange star above it. */
const SAMPLE_EMBLEM = "ah-ka506256000-ae502426000";

/** Creates a platoon of the visitor with two members and an open invitation, and an invitation to another platoon. */
export async function createPlatoonScreens(world: World, visitor: Visitor, email: string) {
  const { id, people } = await makePlatoon(world);
  await postOrganization(people.owner.visitor, "invite-member", { email, role: "owner", organizationId: id });
  const ownPlatoon = { name: "Sunday Squads", slug: "sunday-squads", metadata: { tag: "SUN", emblem: SAMPLE_EMBLEM } };
  const { id: ownId } = await (await postOrganization(visitor, "create", ownPlatoon)).json();
  for (const role of ["admin", "member"]) {
    const { visitor: other, invitationId } = await inviteUser(world, visitor, ownId, role);
    await postOrganization(other, "accept-invitation", { invitationId });
  }
  await inviteUser(world, visitor, ownId, "member");
  const { id: deletedId } = await (
    await postOrganization(visitor, "create", { name: "Friday Flankers", slug: "friday-flankers" })
  ).json();
  await postOrganization(visitor, "delete", { organizationId: deletedId });
  const { publishedId: loadoutId, proposedId } = await shareLoadouts(world, visitor, ownId);
  const { sheetId, linkId } = await makeSquads(visitor, ownId, loadoutId);
  return {
    ...(await createLinkScreens(visitor, ownId, people.owner.visitor, id)),
    platoon: "/platoons?platoon=sunday-squads",
    "platoon-loadout": `/platoons?platoon=sunday-squads&loadout=${loadoutId}`,
    "platoon-proposal": `/platoons?platoon=sunday-squads&loadout=${proposedId}`,
    "platoon-members": "/platoons?platoon=sunday-squads&tab=members",
    "platoon-squads": "/platoons?platoon=sunday-squads&tab=squads",
    "platoon-sheet": `/platoons?platoon=sunday-squads&tab=squads&sheet=${sheetId}`,
    "platoon-sheet-open": `/platoons?sheet=${linkId}`,
    "platoon-board": "/platoons?platoon=sunday-squads&tab=board",
    "platoon-feed": "/platoons?platoon=sunday-squads&tab=feed",
    "platoon-settings": "/platoons?platoon=sunday-squads&tab=settings",
    "platoon-unknown": "/platoons?platoon=unknown",
  };
}

/** Adds loadouts of both games to the platoon's locker; returns the ids of a published and of a proposed loadout. */
async function shareLoadouts(world: World, visitor: Visitor, organizationId: string) {
  const content = (name: string, loadout: Loadout) => ({ name, note: "", tags: ["rush"], loadout });
  const shared = [
    content("Rush medic", buildLoadout(world)),
    content(
      "Flank along the lockers, for the Sundays without a medic in the squad",
      buildLoadout(world, "bf2042", "recon"),
    ),
    content("Tank with two gunners", createVehicleStarter("vehiclembt")),
  ].map((each, index) => ({
    ...{ id: crypto.randomUUID() as string, content: each, note: "For Sunday evening", stays: true },
    ...{ isPublished: index === 0, teamId: null, mapId: null, modeId: null },
  }));
  await visitor.trpc.platoon.locker.propose.mutate({ organizationId, proposals: shared });
  return { publishedId: String(shared[0]?.id), proposedId: String(shared[1]?.id) };
}

/** Creates two squads, an open sheet and a soldier on the board; returns the ids of the sheet and of its link. */
async function makeSquads({ trpc }: Visitor, organizationId: string, platoonLoadoutId: string) {
  const { squad, sheet, board } = trpc.platoon;
  const { items: people } = await trpc.platoon.members.page.query({ organizationId });
  const [first, ...others] = people.map(({ userId }) => userId);
  for (const [name, added] of [
    ["Alpha", people.map(({ userId }) => userId)],
    ["Bravo, for when no one else drives", others],
  ] as const)
    await squad.save.mutate({
      organizationId,
      id: crypto.randomUUID(),
      isNew: true,
      name,
      game: "bf4",
      added: [...added],
      removed: [],
    });
  const id = crypto.randomUUID();
  const places = [
    { userId: first ?? null, platoonLoadoutId, task: "Hold the stairs" },
    { userId: others[0] ?? null, platoonLoadoutId: null, task: "Drive" },
    { userId: null, platoonLoadoutId, task: "" },
  ];
  const content = { game: "bf4", title: "Sunday on Metro", teamId: null, mapId: null, modeId: null, places } as const;
  await sheet.save.mutate({ organizationId, id, seenAt: null, ...content, places });
  await sheet.setOpen.mutate({ organizationId, id, isOpen: true });
  for (const soldier of await board.consent.query({ organizationId }))
    await board.allow.mutate({ organizationId, soldierId: soldier.id, groups: ["combat", "time", "unlocks"] });
  const { linkId } = await sheet.get.query({ organizationId, id });
  return { sheetId: id, linkId: String(linkId) };
}

/** Creates an open and a revoked invitation link of the visitor's platoon, and of another platoon; returns their addresses. */
async function createLinkScreens(visitor: Visitor, ownId: string, other: Visitor, otherId: string) {
  const createLink = async ({ trpc }: Visitor, organizationId: string, isRevoked: boolean) => {
    const { members } = trpc.platoon;
    const { address } = await members.createLink.mutate({ organizationId, role: "member", days: 7, uses: 25 });
    const [open] = (await members.links.query({ organizationId })).filter(({ state }) => state === "open");
    if (isRevoked && open) await members.revokeLink.mutate({ organizationId, id: open.id });
    return address.replace(/^.*(?=\/invite)/, "");
  };
  const revoked = await createLink(other, otherId, true);
  await createLink(visitor, ownId, true);
  return {
    "link-own": await createLink(visitor, ownId, false),
    "link-open": await createLink(other, otherId, false),
    "link-revoked": revoked,
    "link-unknown": "/invite?link=unknown",
  };
}
