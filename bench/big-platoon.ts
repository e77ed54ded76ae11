// P13: what a platoon of 1,000 members and 500 loadouts costs: each call beside the same call to a platoon of 5 with a page of
// each list (the peer), and beside the least a call may be (the limit), on one server with its database on the disk.
import { join } from "node:path";
import { fillPlatoon, LARGE_PLATOON, makePlatoon, SMALL_PLATOON } from "#test/harness/data/platoons.ts";
import { elsewhere, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";
import { measureTime, settled } from "./guest-visits.ts";
import { type Measurement, opened, shared } from "./measurement.ts";
import { ownFolder } from "./servers.ts";

type Filled = { visitor: Visitor; organizationId: string; squadId: string };
type Platoons = { world: World; large: Filled; small: Filled };

const platoons = shared(async (): Promise<Platoons> => {
  const environment = { DATABASE_URL: join(await ownFolder(), "platoon.sqlite"), CALLS_PER_MINUTE: "100000000" };
  const world = opened.use(await makeWorld({ environment }));
  const make = async (size: typeof LARGE_PLATOON): Promise<Filled> => {
    const platoon = await makePlatoon(world);
    const { squadId } = await fillPlatoon(world, platoon, size);
    return { visitor: platoon.people.member.visitor, organizationId: platoon.id, squadId };
  };
  const made = { world, large: await make(LARGE_PLATOON), small: await make(SMALL_PLATOON) };
  await settled();
  return made;
});

type Calls = Visitor["trpc"]["platoon"];

const measured = (
  name: string,
  call: (calls: Calls, ask: { organizationId: string }, squadId: string) => Promise<unknown>,
): Measurement => {
  const time = async (size: "large" | "small") => {
    const { world, [size]: filled } = await platoons();
    const { trpc } = elsewhere(filled.visitor, world);
    return measureTime(() => call(trpc.platoon, { organizationId: filled.organizationId }, filled.squadId));
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
  measured("feed", ({ feed }, ask) => feed.list.query(ask)),
  measured("unread entries", ({ feed }, ask) => feed.unread.query(ask)),
  measured("board", ({ board }, ask) => board.list.query(ask)),
  measured("squads", ({ squad }, ask) => squad.list.query(ask)),
  measured("loadouts of a sheet", ({ sheet }, ask) => sheet.loadouts.query({ ...ask, game: "bf4" })),
  measured("sheets", ({ sheet }, ask) => sheet.list.query(ask)),
  measured("unlock plan", ({ squadPlan }, ask, teamId) => squadPlan.list.query({ ...ask, teamId })),
  measured("my platoons", ({ members }) => members.overview.query()),
];
