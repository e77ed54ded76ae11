// @postgres
// The hourly purge. It deletes nothing for a day after the clock was set by more than a day.
import { CompiledQuery, DeleteQueryNode } from "kysely";
import { expect, test, vi } from "vitest";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { createHousekeeping, purge } from "#server/database/housekeeping.ts";
import { createRun } from "#server/database/purge-run.ts";
import { sendDigests } from "#server/features/platoon/digest.ts";
import { repairPlatoons } from "#server/features/platoon/platoon-owners.ts";
import { getChores, PEOPLE, purgeAll } from "#test/harness/data/people.ts";
import { insertLoadouts, insertPerson } from "#test/harness/data/people-rows.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { makeWorld } from "#test/harness/world.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Creates a guest with a loadout that was deleted 29 days ago; `purgeAfter` runs the purge at a given time. */
async function setUp() {
  const world = await makeWorld({ singleProcess: USES_INTERNALS });
  const { db, arsenals } = world.context;
  const visitor = world.visitor();
  await visitor.post("/api/auth/sign-in/anonymous");
  const id = crypto.randomUUID();
  const loadout = createStarterLoadout(arsenals.bf4, "assault");
  await visitor.trpc.loadout.save.mutate({ id, name: "Old", note: "", tags: [], loadout, seenVersion: 0 });
  const warnings: string[] = [];
  const logger = { warn: (_: object, text: string) => void warnings.push(text), error: () => {}, info: () => {} };
  const startedAt = Date.now();
  await db
    .updateTable("loadout")
    .set({ deletedAt: new Date(startedAt - 29 * DAY_MS).toISOString() })
    .execute();
  return {
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
    warnings,
    purgeAfter: (ms: number) =>
      purge({ db, now: () => new Date(startedAt + ms), logger: Object(logger), chores: getChores(world.context) }),
    countLoadouts: async () => (await db.selectFrom("loadout").select("id").execute()).length,
  };
}

test("expired rows are deleted while the clock moves steadily", async () => {
  await using site = await setUp();
  for (let hour = 0; hour <= 24; hour += 1) await site.purgeAfter(hour * HOUR_MS);
  expect(await site.countLoadouts()).toBe(1);
  for (let hour = 25; hour <= 26; hour += 1) await site.purgeAfter(hour * HOUR_MS);
  expect([await site.countLoadouts(), site.warnings]).toEqual([0, []]);
});

test.for([
  ["forwards", 400 * DAY_MS],
  ["backwards and forwards again", 40 * DAY_MS],
] as const)("a clock that is set %s deletes nothing for a day, and a warning is logged", async ([, jumpMs]) => {
  await using site = await setUp();
  await site.purgeAfter(0);
  await site.purgeAfter(-40 * DAY_MS);
  for (let hour = 0; hour < 24; hour += 1) await site.purgeAfter(jumpMs + hour * HOUR_MS);
  expect(await site.countLoadouts()).toBe(1);
  expect(site.warnings.length).toBe(25);
  expect(site.warnings[0]).toContain("the clock moved by more than a day");
});

test("a clock that is wrong for an hour deletes nothing", async () => {
  await using site = await setUp();
  for (const ms of [0, HOUR_MS, 400 * DAY_MS, 2 * HOUR_MS]) await site.purgeAfter(ms);
  for (let hour = 3; hour <= 12; hour += 1) await site.purgeAfter(hour * HOUR_MS);
  expect(await site.countLoadouts()).toBe(1);
});

test("after a long pause of the site, the purge continues a day later", async () => {
  await using site = await setUp();
  await site.purgeAfter(0);
  for (let hour = 0; hour <= 25; hour += 1) await site.purgeAfter(10 * DAY_MS + hour * HOUR_MS);
  expect(await site.countLoadouts()).toBe(0);
});

test("a soldier's snapshots are deleted before the soldier, a few per statement", async () => {
  await using world = await makeWorld({ singleProcess: USES_INTERNALS });
  const { db } = world.context;
  const soldier = { name: "Old", playerId: null, relation: "mine" as const, isDeleted: true, goals: [] };
  const snapshots = Array.from({ length: 45 }, (_, kills) => ({ kills, isDeleted: false }));
  const nothing = { folders: [], loadouts: [], shares: [], ticks: [], plan: [] };
  await insertPerson(world, { ...nothing, soldiers: [{ ...soldier, snapshots }] }, { isGuest: false });
  const deleted: string[] = [];
  const observedDb = db.withPlugin({
    transformQuery({ node }) {
      if (DeleteQueryNode.is(node)) deleted.push(JSON.stringify(node.from).match(/"snapshot"|"soldier"/)?.[0] ?? "");
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await purgeAll(world.context, new Date("2026-12-31T00:00:00.000Z"), observedDb);
  expect(deleted.filter(Boolean)).toEqual(['"snapshot"', '"snapshot"', '"snapshot"', '"soldier"']);
  expect(await db.selectFrom("snapshot").select("id").execute()).toEqual([]);
});

test("the data of a deleted user is deleted in several runs, a few rows per statement", async () => {
  await using world = await makeWorld({ singleProcess: USES_INTERNALS });
  const { db, now } = world.context;
  const soldier = { name: "Old", playerId: null, relation: "mine" as const, isDeleted: false, goals: [1, 2] };
  const snapshots = Array.from({ length: 45 }, (_, kills) => ({ kills, isDeleted: false }));
  const ownData = { folders: ["Mine"], ticks: [{ targetId: "rank:1", count: 1 }], plan: ["rank:1"] };
  const person = { ...ownData, loadouts: [], shares: [], soldiers: [{ ...soldier, snapshots }] };
  const [userId, otherId] = [
    await insertPerson(world, person, { isGuest: false }),
    await insertPerson(world, person, { isGuest: false }),
  ];
  for (const id of [userId, otherId]) await insertLoadouts(world, id, 150, () => ({}));
  const rows: number[] = [];
  const deletions = new WeakSet<object>();
  const observedDb = db.withPlugin({
    transformQuery({ node, queryId }) {
      if (DeleteQueryNode.is(node)) deletions.add(queryId);
      return node;
    },
    async transformResult({ queryId, result }) {
      if (deletions.has(queryId)) rows.push(Number(result.numAffectedRows ?? 0));
      return result;
    },
  });
  await PEOPLE.deletePerson(observedDb, userId, now(), createRun(20));
  const listFormerPeople = () => db.selectFrom("formerPerson").select("id").execute();
  for (let runs = 0; (await listFormerPeople()).length > 0 && runs < 20; runs += 1)
    await PEOPLE.purgeFormerPeople(observedDb, now(), createRun(20));
  expect([await listFormerPeople(), Math.max(...rows) <= 100]).toEqual([[], true]);
  for (const [table, count] of [
    ["loadout", 150],
    ["snapshot", 45],
    ["goal", 2],
    ["soldier", 1],
    ["folder", 1],
    ["tick", 1],
    ["planItem", 1],
  ] as const) {
    const remaining = await db.selectFrom(table).select("userId").execute();
    expect([table, remaining]).toEqual([table, Array(count).fill({ userId: otherId })]);
  }
});

test("expired rows of every table are deleted in limited statements that yield to the event loop", async () => {
  await using world = await makeWorld({ singleProcess: USES_INTERNALS });
  const { db } = world.context;
  const endText = "2026-01-01T00:00:00.000Z";
  const endedAt = new Date(endText);
  const textRows = Array.from({ length: 250 }, (_, number) => ({
    id: `row ${number}`,
    createdAt: endText,
    updatedAt: endText,
  }));
  const dateRows = textRows.map((row) => ({ ...row, createdAt: endedAt, updatedAt: endedAt, expiresAt: endedAt }));
  const user = { id: "someone", name: "Some", email: "some@example.com", emailVerified: true, isAnonymous: false };
  await db
    .insertInto("user")
    .values({ ...user, createdAt: endedAt, updatedAt: endedAt })
    .execute();
  await db
    .insertInto("session")
    .values(dateRows.map((row) => ({ ...row, userId: user.id, token: row.id })))
    .execute();
  await db
    .insertInto("verification")
    .values(dateRows.map((row) => ({ ...row, identifier: row.id, value: "" })))
    .execute();
  await db
    .insertInto("budget")
    .values(textRows.map((row) => ({ ...row, key: row.id, count: 1, endsAt: endText })))
    .execute();
  await db
    .insertInto("lease")
    .values(textRows.map((row) => ({ ...row, name: row.id, holder: "", endsAt: endText })))
    .execute();
  await db
    .insertInto("sourceAnswer")
    .values(textRows.map((row) => ({ ...row, key: row.id, body: "{}", endsAt: endText })))
    .execute();
  await db
    .insertInto("stream")
    .values(textRows.map((row) => ({ ...row, userId: user.id, leaseName: "dead" })))
    .execute();
  await db
    .insertInto("lockerImport")
    .values(textRows.map((row) => ({ ...row, userId: user.id, state: "done", bytes: 0, skippedCount: 0 })))
    .execute();
  let turn = 0;
  const counter = { isOn: true };
  const count = () => {
    turn += 1;
    if (counter.isOn) setImmediate(count);
  };
  count();
  const deletions: { rows: number; turn: number }[] = [];
  const statements = new WeakSet<object>();
  const observedDb = db.withPlugin({
    transformQuery({ node, queryId }) {
      if (DeleteQueryNode.is(node)) statements.add(queryId);
      return node;
    },
    async transformResult({ queryId, result }) {
      if (statements.has(queryId)) deletions.push({ rows: Number(result.numAffectedRows ?? 0), turn });
      return result;
    },
  });
  await purgeAll(world.context, new Date("2026-12-31T00:00:00.000Z"), observedDb);
  counter.isOn = false;
  for (const table of [
    "session",
    "verification",
    "budget",
    "lease",
    "sourceAnswer",
    "stream",
    "lockerImport",
  ] as const) {
    expect(await db.selectFrom(table).select("id").where("id", "like", "row %").execute(), table).toEqual([]);
  }
  expect(deletions.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThanOrEqual(7 * textRows.length);
  expect(Math.max(...deletions.map(({ rows }) => rows))).toBeLessThanOrEqual(100);
  expect(new Set(deletions.map((deletion) => deletion.turn)).size).toBe(deletions.length);
});

test("a process purges soon after its start, not only an hour later", async () => {
  await using world = await makeWorld({ singleProcess: USES_INTERNALS });
  const { db, now, logger } = world.context;
  const purges: Date[] = [];
  const recordPurge = async (_: unknown, at: Date) => void purges.push(at);
  using _housekeeping = createHousekeeping({ db, now, logger, chores: [recordPurge], firstAfterMs: 1 });
  await vi.waitFor(() => expect(purges).toHaveLength(1));
  expect(await db.selectFrom("heartbeat").select("id").execute()).toEqual([{ id: "purge" }]);
});

/** With FAULTS=long, the number of guests that once remained on a real site. */
const GUESTS = process.env["FAULTS"] === "long" ? 65_000 : 900;

test("guests without a session are found through an index, and deleted in several logged runs", async () => {
  await using world = await makeWorld({ singleProcess: USES_INTERNALS });
  const { db, logger, config } = world.context;
  const at = new Date();
  const old = new Date(at.getTime() - DAY_MS);
  const people = Array.from({ length: 2 * GUESTS }, (_, number) => {
    const isAnonymous = number % 2 === 0;
    const id = `${isAnonymous ? "guest" : "person"} ${number}`;
    return { id, name: "", email: `${number}@example.com`, emailVerified: !isAnonymous, isAnonymous };
  });
  const guests = people.filter(({ isAnonymous }) => isAnonymous);
  const timestamps = { createdAt: old, updatedAt: old };
  for (let from = 0; from < people.length; from += 500) {
    const some = people.slice(from, from + 500);
    await db
      .insertInto("user")
      .values(some.map((person) => ({ ...person, image: null, ...timestamps })))
      .execute();
    const sessions = some.map(({ id }) => ({ id, userId: id, token: id, expiresAt: old, ...timestamps }));
    await db
      .insertInto("session")
      .values(sessions.filter(({ userId }) => userId.startsWith("guest")))
      .execute();
  }
  const live = { id: "live", userId: "guest 0", token: "live", ...timestamps };
  await db
    .insertInto("session")
    .values({ ...live, expiresAt: new Date(at.getTime() + DAY_MS) })
    .execute();
  const lines: { rows: Record<string, number>; isDone: boolean }[] = [];
  const info = (line: (typeof lines)[number]) => void lines.push(line);
  const parts = {
    db,
    now: () => at,
    logger: Object.assign(Object.create(logger), { info }),
    chores: getChores(world.context),
  };
  let runs = 0;
  for (let isDone = false; !isDone && runs < 20; runs += 1) {
    isDone = await purge({ ...parts, maxRows: Math.ceil(GUESTS / 3) });
  }
  expect([runs > 3, lines.length, lines.at(-1)?.isDone]).toEqual([true, runs, true]);
  const sum = (table: string) => lines.reduce((total, { rows }) => total + (rows[table] ?? 0), 0);
  expect([sum("session"), sum("user")]).toEqual([guests.length, guests.length - 1]);
  const remaining = await db.selectFrom("user").select("id").where("isAnonymous", "=", true).execute();
  expect(remaining).toEqual([{ id: "guest 0" }]);
  const select = db.selectFrom("user").select("id").where("isAnonymous", "=", true).where("id", ">", "").limit(200);
  const { sql: text, parameters } = select.orderBy("id").compile();
  if (config.database.kind === "sqlite") {
    const plan = await db.executeQuery(CompiledQuery.raw(`EXPLAIN QUERY PLAN ${text}`, [...parameters]));
    expect(JSON.stringify(plan.rows)).toContain("userIsAnonymous");
  }
});

test("the repair of platoons and weekly mails count towards the limit of a run", async () => {
  await using world = await makeWorld({ singleProcess: USES_INTERNALS });
  const { db, logger } = world.context;
  const at = new Date();
  const old = new Date(at.getTime() - 8 * DAY_MS);
  const ids = Array.from({ length: 70 }, (_, number) => `platoon ${number}`);
  const dates = { createdAt: old, updatedAt: old };
  const dateTexts = { createdAt: old.toISOString(), updatedAt: old.toISOString() };
  const user = { id: "someone", name: "Some", email: "some@example.com", emailVerified: true, isAnonymous: false };
  const someone = { ...user, ...dates };
  const organizations = ids.map((id) => ({ id, name: id, slug: id, ...dates }));
  const rowsOfUser = ids.map((id) => ({ id, organizationId: id, userId: user.id }));
  const members = rowsOfUser.map((row) => ({ ...row, role: "member", ...dates }));
  const marks = rowsOfUser.map((row) => ({ ...row, readAt: "", digestedAt: "", wantsDigest: 1, ...dateTexts }));
  const entry = { kind: "joined", actorId: "another", body: "{}", ...dateTexts };
  const entries = ids.map((id) => ({ ...entry, id, organizationId: id }));
  await db.insertInto("user").values(someone).execute();
  await db.insertInto("organization").values(organizations).execute();
  await db.insertInto("member").values(members).execute();
  await db.insertInto("feedMark").values(marks).execute();
  await db.insertInto("platoonEvent").values(entries).execute();
  const runs: Record<string, number>[] = [];
  const info = ({ rows }: { rows: Record<string, number> }) => void runs.push(rows);
  const sendMail = vi.fn();
  const parts = {
    ...{ db, now: () => at, logger: Object.assign(Object.create(logger), { info }), maxRows: 60 },
    chores: [repairPlatoons, sendDigests({ ...world.context, sendMail })],
  };
  for (let isDone = false; !isDone && runs.length < 10; ) isDone = await purge(parts);
  expect(runs).toEqual([{ organization: 60 }, { organization: 10, feedMark: 50 }, { feedMark: 20 }]);
  expect(sendMail).toHaveBeenCalledTimes(ids.length);
  const roles = await db.selectFrom("member").select("role").execute();
  expect(roles.map(({ role }) => role)).toEqual(ids.map(() => "owner"));
});

test("only one process purges at a time", async () => {
  await using world = await makeWorld({ singleProcess: USES_INTERNALS });
  const { db, now, logger } = world.context;
  const release = Promise.withResolvers<void>();
  const purges: number[] = [];
  const parts = (number: number) => ({
    db,
    now,
    logger,
    chores: [
      async () => {
        purges.push(number);
        await release.promise;
      },
    ],
  });
  const first = purge(parts(1));
  await vi.waitFor(() => expect(purges).toEqual([1]));
  await purge(parts(2));
  release.resolve();
  await first;
  await purge(parts(3));
  expect(purges).toEqual([1, 3]);
});
