// P13: what a platoon of 1,000 members and 500 loadouts costs: each call beside the same call to a platoon of 5 with a page of
// each list (the peer), and beside the least a call may be (the limit), on one server with its database on the disk.
import { join } from "node:path";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { getProgress } from "#messages/progress/targets.ts";
import { getUser } from "#test/harness/answers.ts";
import {
  ask,
  call,
  fillPlatoon,
  invited,
  LARGE_PLATOON,
  makePlatoon,
  SMALL_PLATOON,
} from "#test/harness/data/platoons.ts";
import { elsewhere, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";
import { measureTime, settled } from "./guest-visits.ts";
import { type Measurement, opened, shared } from "./measurement.ts";
import { ownFolder } from "./servers.ts";

type Filled = {
  owner: Visitor;
  visitor: Visitor;
  organizationId: string;
  squadId: string;
  memberId: string;
  loadoutId: string;
  sheetId: string;
  soldierId: string;
  /** As the last change left it. */
  edited: { id: string; seenVersion: number };
  /** The ids of the people who change something. */
  writers: string[];
  /** Of the loadout that is removed before another is proposed: a full locker takes no more. */
  replacedId: string;
};

const NOWHERE = { teamId: null, mapId: null, modeId: null };
const LINK = { role: "member", days: 7, uses: 1 } as const;

type Platoons = { world: World; large: Filled; small: Filled };

const platoons = shared(async (): Promise<Platoons> => {
  const environment = { DATABASE_URL: join(await ownFolder(), "platoon.sqlite"), CALLS_PER_MINUTE: "100000000" };
  const world = opened.use(await makeWorld({ environment }));
  const make = async (size: typeof LARGE_PLATOON): Promise<Filled> => {
    const platoon = await makePlatoon(world);
    const { squadId, loadoutId } = await fillPlatoon(world, platoon, size);
    const { owner, admin, member } = platoon.people;
    const asked = { organizationId: platoon.id };
    const { trpc } = owner.visitor;
    const { items } = await trpc.platoon.locker.list.query(asked);
    const [editedId = "", replacedId = ""] = items.flatMap(({ id }) => (id === loadoutId ? [] : id));
    const [sheet] = await trpc.platoon.sheet.list.query(asked);
    const [soldier] = await trpc.platoon.board.consent.query(asked);
    const writers = await Promise.all([owner, member].map(async ({ visitor }) => (await getUser(visitor)).id));
    for (let number = 0; number < 5; number += 1) {
      await trpc.platoon.members.createLink.mutate({ ...asked, ...LINK });
      await invited(world, owner.visitor, platoon.id, "member");
    }
    return {
      ...{ owner: owner.visitor, visitor: member.visitor, ...asked, squadId, memberId: admin.memberId, loadoutId },
      ...{ sheetId: sheet?.id ?? "", soldierId: soldier?.id ?? "", replacedId, writers },
      edited: { id: editedId, seenVersion: 1 },
    };
  };
  const made = { world, large: await make(LARGE_PLATOON), small: await make(SMALL_PLATOON) };
  await settled();
  return made;
});

const getContent = async () => {
  const { world } = await platoons();
  return { name: "Rush", note: "", tags: [], loadout: starterLoadout(world.context.arsenals.bf4, "assault") };
};

/** Of a target that the filled plan does not have. */
const getTargetId = async (): Promise<string> => {
  const { world } = await platoons();
  return getProgress(world.context.arsenals.bf4).targets[20]?.id ?? "";
};

type Calls = Visitor["trpc"]["platoon"];

const measured = (
  name: string,
  query: (calls: Calls, platoon: { organizationId: string }, filled: Filled) => Promise<unknown>,
): Measurement =>
  measuredBy(name, ({ visitor, ...filled }, world) => {
    const { trpc } = elsewhere(visitor, world);
    return query(trpc.platoon, { organizationId: filled.organizationId }, { ...filled, visitor });
  });

/** By an owner, who may do everything. */
const measuredByOwner = (
  name: string,
  run: (calls: Calls, platoon: { organizationId: string }, filled: Filled) => Promise<unknown>,
): Measurement =>
  measuredBy(name, (filled, world) =>
    run(elsewhere(filled.owner, world).trpc.platoon, { organizationId: filled.organizationId }, filled),
  );

/** A call of the account library, by an owner; refused, it would cost less. */
const measuredInLibrary = (
  name: string,
  send: (owner: Visitor, filled: Filled, round: number) => Promise<Response>,
): Measurement => {
  let round = 0;
  return measuredBy(name, async (filled, world) => {
    round += 1;
    const { status } = await send(elsewhere(filled.owner, world), filled, round);
    if (status !== 200) throw new Error(`${name}: ${status}`);
  });
};

const measuredBy = (name: string, doOnce: (filled: Filled, world: World) => Promise<unknown>): Measurement => {
  const time = async (size: "large" | "small") => {
    const { world, [size]: filled } = await platoons();
    // A person may change less in a minute than is measured.
    await world.context.rateLimiter.reset(...filled.writers.map((userId) => `write:${userId}`));
    return measureTime(() => doOnce(filled, world));
  };
  return {
    id: "P13",
    name: `platoon of 1,000 members and 500 loadouts: ${name} (time)`,
    goals: [{ of: "peer", atMost: 1.5 }],
    rounds: 5,
    ours: () => time("large"),
    peer: () => time("small"),
    limit: async () => {
      const { world, small } = await platoons();
      const { trpc } = elsewhere(small.visitor, world);
      return measureTime(() => trpc.provider.list.query());
    },
  };
};

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
];
