import { setImmediate as nextTurn } from "node:timers/promises";
import type { Feature } from "#server/context.ts";
import { resumed } from "#server/database/purge-run.ts";
import { dropDeletedOf, purgePlatoons } from "./deleted-platoons.ts";
import { sendDigests } from "./digest.ts";
import { announceSnapshots } from "./feed-entries.ts";
import { ensureOwner, repairPlatoons, transferPlatoons } from "./platoon-owners.ts";

export const platoon = {
  routers: async () => {
    const { invitationRouter, platoonRouter } = await import("./router.ts");
    return { invitation: invitationRouter, platoon: platoonRouter };
  },
  // Guests are in no platoon. What a person left to a platoon stays with it, and shows a former member.
  tables: {
    member: { export: {} },
    teamMember: { export: {} },
    platoonLoadout: { key: "organizationId", person: "authorId", export: { json: ["body"] } },
    loadoutEvent: { key: "organizationId", person: "actorId", export: { json: ["body", "purpose"] } },
    loadoutCopy: { export: {} },
    squadSheet: { person: "creatorId", export: { json: ["places"], omit: ["linkId"] } },
    boardConsent: { export: { json: ["figureGroups"] } },
    platoonEvent: { person: "actorId", export: { json: ["body"] } },
    feedMark: { export: {} },
    memberRemoval: { export: {} },
    inviteLink: { person: "creatorId", export: { omit: ["tokenHash"] } },
    deletedPlatoon: { person: "deletedBy", export: { omit: ["body"] } },
  },
  async onPersonDeleted({ db, events }, userId, now) {
    const platoons = await transferPlatoons(db, userId);
    await dropDeletedOf(db, userId, now);
    return async () => {
      for (const id of platoons) {
        // Another owner may have left in between, who saw this one.
        await ensureOwner(db, id);
        events?.publishToPlatoon(id, { what: "members", id });
        await nextTurn();
      }
    };
  },
  accountExtension: async () => (await import("./organizations.ts")).organizationExtension,
  jobs: announceSnapshots,
  chores: (parts) => [resumed(repairPlatoons), resumed(purgePlatoons), sendDigests(parts)],
} satisfies Feature;
