import { setImmediate } from "node:timers/promises";
import type { Feature } from "#server/context.ts";
import { createResumableChore } from "#server/database/purge-run.ts";
import { dropUnrestorable, purgePlatoons } from "./deleted-platoons.ts";
import { sendDigests } from "./digest.ts";
import { announceSnapshots } from "./feed-entries.ts";
import { ensureOwner, repairPlatoons, transferPlatoons } from "./platoon-owners.ts";

export const platoon = {
  routers: async () => {
    const { invitationRouter, platoonRouter } = await import("./router.ts");
    return { invitation: invitationRouter, platoon: platoonRouter };
  },
  // Guests cannot join platoons, so there is nothing to merge. Rows that stay in a platoon show a former member.
  tables: {
    member: { export: {} },
    teamMember: { export: {} },
    platoonLoadout: { key: "organizationId", personColumn: "authorId", export: { json: ["body"] } },
    loadoutEvent: { key: "organizationId", personColumn: "actorId", export: { json: ["body", "purpose"] } },
    loadoutCopy: { export: {} },
    squadSheet: { personColumn: "creatorId", export: { json: ["places"], omit: ["linkId"] } },
    boardConsent: { export: { json: ["figureGroups"] } },
    platoonEvent: { personColumn: "actorId", export: { json: ["body"] } },
    feedMark: { export: {} },
    memberRemoval: { export: {} },
    inviteLink: { personColumn: "creatorId", export: { omit: ["tokenHash"] } },
    deletedPlatoon: { personColumn: "deletedBy", export: { omit: ["body"] } },
  },
  async onPersonDeleted({ db, events }, userId, now) {
    const platoons = await transferPlatoons(db, userId);
    await dropUnrestorable(db, userId, now);
    return async () => {
      for (const id of platoons) {
        // Another owner may have left in between, while this user still counted as an owner.
        await ensureOwner(db, id);
        events?.publishToPlatoon(id, { what: "members", id });
        await setImmediate();
      }
    };
  },
  accountExtension: async () => (await import("./organizations.ts")).organizationExtension,
  jobs: announceSnapshots,
  chores: (parts) => [createResumableChore(repairPlatoons), createResumableChore(purgePlatoons), sendDigests(parts)],
} satisfies Feature;
