// @postgres
// The board of a platoon: what members show of their soldiers, and who sees it.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Statistics } from "#domain/soldier/statistics.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { getAppError } from "#test/harness/data/lockers.ts";
import { call, makePlatoon, type Platoon } from "#test/harness/data/platoons.ts";
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
      ...{ name: "Robin", game: "bf4", member: expect.any(String), line: [3, 1, 1.1, 1300 / 1100] },
      figures: {
        ...{ kd: { value: 1300 / 1100, week: 3 }, accuracy: { value: 0.12, week: null } },
        kpm: { value: 1300 / (110 * 60), week: 0.5 },
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
  await store(10, { figures: { kills: 1 }, counters: { "kills:ace-23": 0 } });
  expect(await read()).toEqual({ value: 0, week: null });
  await store(0, { figures: { kills: 10 }, counters: { "kills:ace-23": 10 } });
  const { value, week } = (await read()) ?? {};
  expect(week).toBeGreaterThan(0);
  expect(value).toBe(week);
  await store(0, { figures: { kills: 11 } });
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
  const { owner, member } = other.people;
  const { visitor } = owner;
  const ask = { organizationId: other.id };
  for (let number = 0; number < 26; number += 1) {
    const by = number % 2 === 0 ? visitor : member.visitor;
    const soldierId = await addSoldier(by, `Soldier ${number}`, []);
    await getBoard(by).allow.mutate({ ...ask, soldierId, groups: ["combat"] });
  }
  const first = await getBoard(visitor).list.query(ask);
  const second = await getBoard(visitor).list.query({ ...ask, cursor: first.nextCursor });
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([25, 1, null]);
});
