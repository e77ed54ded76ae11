// P13: what a platoon of 1,000 members and 500 loadouts costs: each call beside the same call to a platoon of 5 with a page of
// each list (the peer), and beside the least a call may be (the limit), on one server with its database on the disk.
import { join } from "node:path";
import { ask, call, fillPlatoon, LARGE_PLATOON, makePlatoon, SMALL_PLATOON } from "#test/harness/data/platoons.ts";
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
};
type Platoons = { world: World; large: Filled; small: Filled };

const platoons = shared(async (): Promise<Platoons> => {
  const environment = { DATABASE_URL: join(await ownFolder(), "platoon.sqlite"), CALLS_PER_MINUTE: "100000000" };
  const world = opened.use(await makeWorld({ environment }));
  const make = async (size: typeof LARGE_PLATOON): Promise<Filled> => {
    const platoon = await makePlatoon(world);
    const { squadId } = await fillPlatoon(world, platoon, size);
    const { owner, admin, member } = platoon.people;
    const { items } = await member.visitor.trpc.platoon.locker.list.query({ organizationId: platoon.id });
    return {
      ...{ owner: owner.visitor, visitor: member.visitor, organizationId: platoon.id, squadId },
      ...{ memberId: admin.memberId, loadoutId: items[0]?.id ?? "" },
    };
  };
  const made = { world, large: await make(LARGE_PLATOON), small: await make(SMALL_PLATOON) };
  await settled();
  return made;
});

type Calls = Visitor["trpc"]["platoon"];

const measured = (
  name: string,
  query: (calls: Calls, platoon: { organizationId: string }, filled: Filled) => Promise<unknown>,
): Measurement =>
  measuredBy(name, ({ visitor, ...filled }, world) => {
    const { trpc } = elsewhere(visitor, world);
    return query(trpc.platoon, { organizationId: filled.organizationId }, { ...filled, visitor });
  });

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
