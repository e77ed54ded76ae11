// @postgres
// The board of a platoon: the figures that members share of their soldiers, and who can read them.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Statistics } from "#domain/soldier/statistics.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { getAppError } from "#test/harness/data/lockers.ts";
import { makePlatoon, type Platoon, postOrganization } from "#test/harness/data/platoons.ts";
import { buildStatistics, newSoldier } from "#test/harness/data/soldiers.ts";
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

/** Adds a soldier with snapshots: pairs of an age in days and the figures. */
async function addSoldier({ trpc }: Visitor, name: string, snapshots: readonly [number, Record<string, number>][]) {
  const { id } = await trpc.soldier.add.mutate(newSoldier(name));
  for (const [daysAgo, figures] of snapshots) {
    const takenAt = new Date(Date.now() - daysAgo * DAY_MS).toISOString();
    const statistics = buildStatistics(0, { figures });
    await trpc.soldier.saveTyped.mutate({ id: crypto.randomUUID(), soldierId: id, takenAt, statistics });
  }
  return id;
}

test("the board lists a shared soldier with the shared groups and weekly figures, until the member leaves", async () => {
  const { member, owner } = platoon.people;
  const input = { organizationId: platoon.id };
  const toSeconds = (count: number) => count * 3600;
  const soldierId = await addSoldier(member.visitor, "Robin", [
    [100, { killDeath: 3, kills: 3, deaths: 1 }],
    [
      10,
      {
        ...{ kills: 1000, deaths: 1000, killDeath: 1, secondsPlayed: toSeconds(100), scorePerMinute: 500.25 },
        ...{ accuracy: 0.1, killsPerMinute: 0.17 },
      },
    ],
    [3, { killDeath: 1.1 }],
    [
      0,
      {
        ...{ kills: 1300, deaths: 1100, killDeath: 1.18, secondsPlayed: toSeconds(110), scorePerMinute: 520.25 },
        ...{ accuracy: 0.12, killsPerMinute: 0.2 },
      },
    ],
  ]);
  const read = async () => (await getBoard(owner.visitor).list.query(input)).items;
  expect(await read()).toEqual([]);
  expect(await getBoard(member.visitor).consent.query(input)).toMatchObject([{ id: soldierId, groups: [] }]);

  for (const _ of [1, 2]) await getBoard(member.visitor).allow.mutate({ ...input, soldierId, groups: ["combat"] });
  const unknown = { value: null, week: null };
  expect(await read()).toMatchObject([
    {
      ...{ name: "Robin", game: "bf4", member: expect.any(String), line: [3, 1, 1.1, 1300 / 1100] },
      figures: {
        ...{ kd: { value: 1300 / 1100, week: 3 }, accuracy: { value: 0.12, week: null } },
        kpm: { value: 1300 / (110 * 60), week: 0.5 },
        // Battlefield 4 sources do not count shots. Weekly score per minute: (520.25 × 110 - 500.25 × 100) / 10
        ...{ spm: { value: 520.25, week: expect.closeTo(720.25) }, time: unknown, unlocks: unknown },
      },
    },
  ]);
  await getBoard(member.visitor).allow.mutate({ ...input, soldierId, groups: ["time"] });
  const [row] = await read();
  const time = { value: toSeconds(110), week: toSeconds(10) };
  expect(row).toMatchObject({ line: [], figures: { kd: unknown, time } });
  expect((await getBoard(owner.visitor).list.query({ ...input, game: "bf2042" })).items).toEqual([]);

  await getBoard(member.visitor).allow.mutate({ ...input, soldierId, groups: [] });
  expect(await read()).toEqual([]);
  await getBoard(member.visitor).allow.mutate({ ...input, soldierId, groups: ["combat"] });
  expect(await read()).toHaveLength(1);
  await postOrganization(member.visitor, "leave", input);
  expect(await read()).toEqual([]);
});

test("the board counts all unlocks and those of the week", async () => {
  const { id: organizationId, people } = await makePlatoon(world);
  const { visitor } = people.member;
  const { id: soldierId } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
  const store = (daysAgo: number, statistics: Partial<Statistics>) =>
    visitor.trpc.soldier.saveTyped.mutate({
      ...{ id: crypto.randomUUID(), soldierId, statistics: buildStatistics(0, statistics) },
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
  ["without a snapshot from a week ago", [[0, { kills: 20, deaths: 10, killDeath: 2 }]]],
  [
    "with an older snapshot only",
    [
      [15, { kills: 10, deaths: 10, killDeath: 1 }],
      [0, { kills: 20, deaths: 10, killDeath: 2 }],
    ],
  ],
  ["without a newer snapshot", [[8, { kills: 20, deaths: 10, killDeath: 2 }]]],
] satisfies [string, [number, Record<string, number>][]][])(
  "the weekly figure %s is unknown, not 0",
  async ([name, snapshots]) => {
    const { admin } = platoon.people;
    const input = { organizationId: platoon.id };
    const soldierId = await addSoldier(admin.visitor, name.slice(0, 16), snapshots);
    await getBoard(admin.visitor).allow.mutate({ ...input, soldierId, groups: ["combat", "time"] });
    const { items } = await getBoard(admin.visitor).list.query(input);
    const figures = items.find((row) => row.soldierId === soldierId)?.figures;
    expect(figures).toMatchObject({ kd: { value: 2, week: null }, time: { value: null, week: null } });
  },
);

const SOURCES = Object.entries({ TTTT: 50 / 60, TBTT: 140 / 60, BBTT: null, TTTB: 0.2 });
test.for(SOURCES)("a weekly figure compares two reports of the same source: %s", async ([sources, week]) => {
  const [{ visitor }, { db }, input] = [platoon.people.admin, world.context, { organizationId: platoon.id }];
  const reports = [12, 9, 1, 0].map((daysAgo, at): [number, Record<string, number>] => {
    const [kills = 0, deaths = 0] = [[100, 190, 200, 240][at], [100, 100, 150, 160][at]];
    return [daysAgo, { kills, deaths, killDeath: kills / deaths }];
  });
  const soldierId = await addSoldier(visitor, `Sources ${sources}`, reports);
  await getBoard(visitor).allow.mutate({ ...input, soldierId, groups: ["combat"] });
  const stored = db.selectFrom("snapshot").select("id").where("soldierId", "=", soldierId).orderBy("takenAt");
  const battlelogIds = (await stored.execute()).filter((_, at) => sources[at] === "B").map(({ id }) => id);
  await db
    .updateTable("snapshot")
    .set({ source: "battlelog" })
    .where("id", "in", ["", ...battlelogIds])
    .execute();
  const row = (await getBoard(visitor).list.query(input)).items.find((item) => item.soldierId === soldierId);
  expect(row?.figures.kd.week).toEqual(week === null ? null : expect.closeTo(week));
});

test("a member can share only their own soldiers, and outsiders can read nothing", async () => {
  const { owner, admin } = platoon.people;
  const input = { organizationId: platoon.id };
  const followedSoldier = await owner.visitor.trpc.soldier.add.mutate({ ...newSoldier("Casey"), relation: "followed" });
  const foreignSoldierId = await addSoldier(admin.visitor, "Sam", []);
  for (const soldierId of [followedSoldier.id, foreignSoldierId])
    expect(
      await getAppError(getBoard(owner.visitor).allow.mutate({ ...input, soldierId, groups: ["combat"] })),
    ).toMatchObject({ code: "soldier_missing" });
  expect(await getBoard(owner.visitor).consent.query(input)).toEqual([]);
  const { visitor: stranger } = await signUpAndSignIn(world);
  const strangersSoldierId = await addSoldier(stranger, "Kim", []);
  for (const refused of [
    () => getBoard(stranger).list.query(input),
    () => getBoard(stranger).consent.query(input),
    () => getBoard(stranger).allow.mutate({ ...input, soldierId: strangersSoldierId, groups: ["combat"] }),
  ])
    expect(await getAppError(refused())).toMatchObject({ status: 404, code: "platoon_missing" });
});

test("the board is paged", async () => {
  const other = await makePlatoon(world);
  const { owner, member } = other.people;
  const { visitor } = owner;
  const input = { organizationId: other.id };
  for (let number = 0; number < 26; number += 1) {
    const person = number % 2 === 0 ? visitor : member.visitor;
    const soldierId = await addSoldier(person, `Soldier ${number}`, []);
    await getBoard(person).allow.mutate({ ...input, soldierId, groups: ["combat"] });
  }
  const first = await getBoard(visitor).list.query(input);
  const second = await getBoard(visitor).list.query({ ...input, cursor: first.nextCursor });
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([25, 1, null]);
});
