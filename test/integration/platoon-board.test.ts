// The board of a platoon and what the feed has of snapshots: what members show of their soldiers, and who sees it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FigureGroup } from "#domain/platoon/platoon.ts";
import type { Statistics } from "#domain/soldier/statistics.ts";
import { describeEntry } from "#messages/platoon-feed.ts";
import { announceSnapshots } from "#server/features/platoon/feed-entries.ts";
import { SNAPSHOT_NEWS } from "#server/snapshot-statistics.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { getUser } from "#test/harness/answers.ts";
import { getAppError } from "#test/harness/data/lockers.ts";
import { beforeTransaction, call, makePlatoon, type Platoon } from "#test/harness/data/platoons.ts";
import { newSoldier, someStatistics } from "#test/harness/data/soldiers.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
let platoon: Platoon;
beforeAll(async () => {
  world = await makeWorld();
  platoon = await makePlatoon(world);
});
afterAll(() => world[Symbol.asyncDispose]());

const getBoard = ({ trpc }: Visitor) => trpc.platoon.board;
const DAY_MS = 24 * 60 * 60_000;

/** Adds a soldier whose snapshots have these figures, so many days ago. */
async function addSoldier({ trpc }: Visitor, name: string, snapshots: readonly [number, Record<string, number>][]) {
  const { id } = await trpc.soldier.add.mutate(newSoldier(name));
  for (const [daysAgo, figures] of snapshots) {
    const takenAt = new Date(Date.now() - daysAgo * DAY_MS).toISOString();
    const statistics = someStatistics(0, { figures });
    await trpc.soldier.saveTyped.mutate({ id: crypto.randomUUID(), soldierId: id, takenAt, statistics });
  }
  return id;
}

test("a member shows a soldier, group by group; the board has it with the week, and no longer when they leave", async () => {
  const { member, owner } = platoon.people;
  const ask = { organizationId: platoon.id };
  const hours = (count: number) => count * 3600;
  const soldierId = await addSoldier(member.visitor, "Robin", [
    [100, { killDeath: 3, kills: 3, deaths: 1 }],
    [
      10,
      {
        ...{ kills: 1000, deaths: 1000, killDeath: 1, secondsPlayed: hours(100), scorePerMinute: 500.25 },
        ...{ accuracy: 0.1, killsPerMinute: 0.17 },
      },
    ],
    [3, { killDeath: 1.1 }],
    [
      0,
      {
        ...{ kills: 1300, deaths: 1100, killDeath: 1.18, secondsPlayed: hours(110), scorePerMinute: 520.25 },
        ...{ accuracy: 0.12, killsPerMinute: 0.2 },
      },
    ],
  ]);
  const read = async () => (await getBoard(owner.visitor).list.query(ask)).items;
  expect(await read()).toEqual([]);
  expect(await getBoard(member.visitor).consent.query(ask)).toMatchObject([{ id: soldierId, groups: [] }]);

  for (const _ of [1, 2]) await getBoard(member.visitor).allow.mutate({ ...ask, soldierId, groups: ["combat"] });
  const unknown = { value: null, week: null };
  expect(await read()).toMatchObject([
    {
      ...{ name: "Robin", game: "bf4", member: expect.any(String), line: [3, 1, 1.1, 1.18] },
      figures: {
        ...{ kd: { value: 1.18, week: 3 }, accuracy: { value: 0.12, week: null }, kpm: { value: 0.2, week: 0.5 } },
        // No source of Battlefield 4 counts shots. The score per minute: (520.25 × 110 - 500.25 × 100) / 10
        ...{ spm: { value: 520.25, week: expect.closeTo(720.25) }, time: unknown, unlocks: unknown },
      },
    },
  ]);
  await getBoard(member.visitor).allow.mutate({ ...ask, soldierId, groups: ["time"] });
  const [row] = await read();
  const time = { value: hours(110), week: hours(10) };
  expect(row).toMatchObject({ line: [], figures: { kd: unknown, time } });
  expect((await getBoard(owner.visitor).list.query({ ...ask, game: "bf2042" })).items).toEqual([]);

  await getBoard(member.visitor).allow.mutate({ ...ask, soldierId, groups: [] });
  expect(await read()).toEqual([]);
  await getBoard(member.visitor).allow.mutate({ ...ask, soldierId, groups: ["combat"] });
  expect(await read()).toHaveLength(1);
  await call(member.visitor, "leave", ask);
  expect(await read()).toEqual([]);
});

test("the board counts unlocks, of all time and of the week", async () => {
  const { id: organizationId, people } = await makePlatoon(world);
  const { visitor } = people.member;
  const { id: soldierId } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
  const store = (daysAgo: number, statistics: Partial<Statistics>) =>
    visitor.trpc.soldier.saveTyped.mutate({
      ...{ id: crypto.randomUUID(), soldierId, statistics: someStatistics(0, statistics) },
      takenAt: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
    });
  await getBoard(visitor).allow.mutate({ organizationId, soldierId, groups: ["unlocks"] });
  const read = async () => (await getBoard(visitor).list.query({ organizationId })).items[0]?.figures.unlocks;
  expect(await read()).toEqual({ value: null, week: null });
  await store(10, { counters: { "kills:ace-23": 0 } });
  expect(await read()).toEqual({ value: 0, week: null });
  await store(0, { counters: { "kills:ace-23": 10 } });
  const { value, week } = (await read()) ?? {};
  expect(week).toBeGreaterThan(0);
  expect(value).toBe(week);
  await store(0, { figures: { kills: 1 } });
  expect(await read()).toEqual({ value: null, week: null });
});

test.for([
  ["without a snapshot of a week ago", [[0, { kills: 20, deaths: 10, killDeath: 2 }]]],
  [
    "with an older one alone",
    [
      [15, { kills: 10, deaths: 10, killDeath: 1 }],
      [0, { kills: 20, deaths: 10, killDeath: 2 }],
    ],
  ],
  ["with nothing since", [[8, { kills: 20, deaths: 10, killDeath: 2 }]]],
] satisfies [string, [number, Record<string, number>][]][])(
  "%s the week is unknown, never 0",
  async ([name, snapshots]) => {
    const { admin } = platoon.people;
    const ask = { organizationId: platoon.id };
    const soldierId = await addSoldier(admin.visitor, name.slice(0, 16), snapshots);
    await getBoard(admin.visitor).allow.mutate({ ...ask, soldierId, groups: ["combat", "time"] });
    const { items } = await getBoard(admin.visitor).list.query(ask);
    const figures = items.find((row) => row.soldierId === soldierId)?.figures;
    expect(figures).toMatchObject({ kd: { value: 2, week: null }, time: { value: null, week: null } });
  },
);

const SOURCES = Object.entries({ TTTT: 50 / 60, TBTT: 140 / 60, BBTT: null, TTTB: 0.2 });
test.for(SOURCES)("a week is between two reports of one source: %s", async ([sources, week]) => {
  const [{ visitor }, { db }, ask] = [platoon.people.admin, world.context, { organizationId: platoon.id }];
  const reports = [12, 9, 1, 0].map((daysAgo, at): [number, Record<string, number>] => {
    const [kills = 0, deaths = 0] = [[100, 190, 200, 240][at], [100, 100, 150, 160][at]];
    return [daysAgo, { kills, deaths, killDeath: kills / deaths }];
  });
  const soldierId = await addSoldier(visitor, `Sources ${sources}`, reports);
  await getBoard(visitor).allow.mutate({ ...ask, soldierId, groups: ["combat"] });
  const stored = db.selectFrom("snapshot").select("id").where("soldierId", "=", soldierId).orderBy("takenAt");
  const others = (await stored.execute()).filter((_, at) => sources[at] === "B").map(({ id }) => id);
  await db
    .updateTable("snapshot")
    .set({ source: "battlelog" })
    .where("id", "in", ["", ...others])
    .execute();
  const row = (await getBoard(visitor).list.query(ask)).items.find((each) => each.soldierId === soldierId);
  expect(row?.figures.kd.week).toEqual(week === null ? null : expect.closeTo(week));
});

test("only one's own soldiers are shown, and outsiders see nothing", async () => {
  const { owner, admin } = platoon.people;
  const ask = { organizationId: platoon.id };
  const followed = await owner.visitor.trpc.soldier.add.mutate({ ...newSoldier("Casey"), relation: "followed" });
  const foreign = await addSoldier(admin.visitor, "Sam", []);
  for (const soldierId of [followed.id, foreign])
    expect(
      await getAppError(getBoard(owner.visitor).allow.mutate({ ...ask, soldierId, groups: ["combat"] })),
    ).toMatchObject({ code: "soldier_missing" });
  expect(await getBoard(owner.visitor).consent.query(ask)).toEqual([]);
  const { visitor: stranger } = await signUpAndIn(world);
  const own = await addSoldier(stranger, "Kim", []);
  for (const refused of [
    () => getBoard(stranger).list.query(ask),
    () => getBoard(stranger).consent.query(ask),
    () => getBoard(stranger).allow.mutate({ ...ask, soldierId: own, groups: ["combat"] }),
  ])
    expect(await getAppError(refused())).toMatchObject({ status: 404, code: "platoon_missing" });
});

test("the board is read a page at a time", async () => {
  const other = await makePlatoon(world);
  const { visitor } = other.people.owner;
  const ask = { organizationId: other.id };
  for (let number = 0; number < 26; number += 1) {
    const soldierId = await addSoldier(visitor, `Soldier ${number}`, []);
    await getBoard(visitor).allow.mutate({ ...ask, soldierId, groups: ["combat"] });
  }
  const first = await getBoard(visitor).list.query(ask);
  const second = await getBoard(visitor).list.query({ ...ask, cursor: first.nextCursor });
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([25, 1, null]);
});

describe("the feed", () => {
  const PARTS = ["kills:ace-23", "rankPoints"];

  /** A platoon whose member shows a soldier, with what stores a snapshot of it and what the owner reads of it. */
  async function makeFeed(groups: ("combat" | "time" | "unlocks")[]) {
    const { id: organizationId, people } = await makePlatoon(world);
    const { member, owner } = people;
    const { id: soldierId } = await member.visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
    await getBoard(member.visitor).allow.mutate({ organizationId, soldierId, groups });
    let minutes = 0;
    const store = async (statistics: Partial<Statistics>, id: string = crypto.randomUUID(), at?: string) => {
      minutes += 1;
      const takenAt = at ?? new Date(Date.now() - DAY_MS + minutes * 60_000).toISOString();
      const snapshot = { id, soldierId, takenAt, statistics: someStatistics(0, statistics) };
      await member.visitor.trpc.soldier.saveTyped.mutate(snapshot);
      await world.context.jobs.drained();
      return snapshot;
    };
    const kinds = ["unlock" as const, "milestone" as const];
    const read = async () => {
      const { items } = await owner.visitor.trpc.platoon.feed.list.query({ organizationId, kinds });
      return items.map((entry) => describeEntry({ ...entry, actor: "Robin" }));
    };
    return { organizationId, people, soldierId, store, read };
  }

  test("has the milestones that a snapshot passes, once, and none of the first one or of an older one", async () => {
    const { store, read } = await makeFeed(["combat"]);
    const hours = (count: number) => count * 3600;
    await store({ figures: { kills: 7000, secondsPlayed: hours(40) } });
    expect(await read()).toEqual([]);
    const snapshot = await store({ figures: { kills: 60_000, secondsPlayed: hours(400) } });
    const passed = ["Robin passed 50,000 kills in Battlefield 4"];
    expect(await read()).toEqual(passed);
    await store({ figures: { kills: 60_000 } }, snapshot.id, snapshot.takenAt);
    await store({ figures: { kills: 49_000 } });
    await store({ figures: { kills: 51_000 } });
    await store({ figures: { kills: 200_000 } }, crypto.randomUUID(), new Date(Date.now() - 9 * DAY_MS).toISOString());
    expect(await read()).toEqual(passed);
  });

  test("names the first unlocks that a snapshot reports, and counts the others", async () => {
    const { store, read } = await makeFeed(["unlocks", "time"]);
    const [kills = "", rank = ""] = PARTS;
    await store({ figures: { secondsPlayed: 0 }, counters: { [kills]: 0, [rank]: 0 } });
    await store({ figures: { kills: 1, secondsPlayed: 180_000 }, counters: { [kills]: 10, [rank]: 0 } });
    const [hours, unlocks] = (await read()).toSorted();
    expect(hours).toBe("Robin passed 50 hours in Battlefield 4");
    expect(unlocks).toMatch(/^Robin unlocked ACE 23 [^,]+$/);
    await store({ counters: { [kills]: 1000, [rank]: 100_000_000 } });
    const found = (await read()).find((text) => text.includes("more"));
    expect(found).toMatch(/^Robin unlocked ([^,]+, ){4}[^,]+ and \d+ more$/);
  });

  test("has none of a soldier that is no longer shown, and adds none", async () => {
    const ends = {
      allow: ({ people, organizationId, soldierId }) =>
        getBoard(people.member.visitor).allow.mutate({ organizationId, soldierId, groups: [] }),
      leave: ({ people, organizationId }) => call(people.member.visitor, "leave", { organizationId }),
      remove: ({ people, soldierId }) => people.member.visitor.trpc.soldier.remove.mutate({ id: soldierId }),
      follow: ({ people, soldierId }) =>
        people.member.visitor.trpc.soldier.change.mutate({ id: soldierId, relation: "followed" }),
      "add as followed": ({ people }) =>
        people.member.visitor.trpc.soldier.add.mutate({ ...newSoldier("Robin"), relation: "followed" }),
    } satisfies Record<string, (feed: Awaited<ReturnType<typeof makeFeed>>) => Promise<unknown>>;
    for (const [name, end] of Object.entries(ends)) {
      const feed = await makeFeed(["combat"]);
      await feed.store({ figures: { kills: 10 } });
      await feed.store({ figures: { kills: 1000 } });
      expect(await feed.read(), name).toHaveLength(1);
      await end(feed);
      expect(await feed.read(), name).toEqual([]);
      if (name !== "remove") await feed.store({ figures: { kills: 10_000 } });
      expect(await feed.read(), name).toEqual([]);
    }
  });

  test("loses what comes from figures that are no longer shown", async () => {
    const { store, read, people, organizationId, soldierId } = await makeFeed(["combat", "time", "unlocks"]);
    const [kills = ""] = PARTS;
    await store({ figures: { kills: 10, secondsPlayed: 0 }, counters: { [kills]: 0 } });
    await store({ figures: { kills: 1000, secondsPlayed: 180_000 }, counters: { [kills]: 10 } });
    const narrow = (groups: FigureGroup[]) =>
      getBoard(people.member.visitor).allow.mutate({ organizationId, soldierId, groups });
    expect(await read()).toHaveLength(3);
    await narrow(["combat", "time"]);
    expect((await read()).toSorted()).toEqual([
      "Robin passed 1,000 kills in Battlefield 4",
      "Robin passed 50 hours in Battlefield 4",
    ]);
    await narrow(["time"]);
    expect(await read()).toEqual(["Robin passed 50 hours in Battlefield 4"]);
  });

  test("has nothing that was withdrawn before it was written, nor of the time in which the platoon was deleted", async () => {
    const { organizationId, people, soldierId, store, read } = await makeFeed(["combat", "time"]);
    await store({ figures: { kills: 10, secondsPlayed: 0 } });
    const { id: snapshotId } = await store({ figures: { kills: 1000, secondsPlayed: 180_000 } });
    const { db, arsenals, events, now } = world.context;
    await db.deleteFrom("platoonEvent").where("organizationId", "=", organizationId).execute();
    const userId = String((await getUser(people.member.visitor)).id);
    const narrowing = beforeTransaction(db, () =>
      getBoard(people.member.visitor).allow.mutate({ organizationId, soldierId, groups: ["time"] }),
    );
    const kind = announceSnapshots({ db: narrowing, arsenals, events, now })[SNAPSHOT_NEWS.kind];
    await kind?.run({ userId, input: { soldierId, snapshotId } } as never);
    expect(await read()).toEqual(["Robin passed 50 hours in Battlefield 4"]);
    await call(people.owner.visitor, "delete", { organizationId });
    await store({ figures: { kills: 1000, secondsPlayed: 360_000 } });
    await people.owner.visitor.trpc.platoon.members.restorePlatoon.mutate({ id: organizationId });
    expect(await read()).toEqual(["Robin passed 50 hours in Battlefield 4"]);
  });
});
