// The size of the data, and the statements, of the screens of the largest platoon.
import { brotliCompressSync, constants } from "node:zlib";
import { type CompiledQuery, DefaultQueryExecutor, sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  fillPlatoon,
  LARGE_PLATOON,
  makePlatoon,
  type Platoon,
  postOrganization,
} from "#test/harness/data/platoons.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const MAX_BYTES = 40_000;
/** The lowest quality that servers use, which gives an upper bound of the size. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

let world: World;
let platoon: Platoon;
let squadId: string;
beforeAll(async () => {
  world = await makeWorld({ singleProcess: "The statements of the test's own process are counted." });
  platoon = await makePlatoon(world);
  squadId = (await fillPlatoon(world, platoon, LARGE_PLATOON)).squadId;
});
afterAll(() => world[Symbol.asyncDispose]());

test("the first data of each section of a platoon of 1,000 members and 500 loadouts is at most 40 kB in brotli", async () => {
  const { visitor } = platoon.people.owner;
  const ask = { organizationId: platoon.id };
  const { slug } = await world.context.db
    .selectFrom("organization")
    .select("slug")
    .where("id", "=", platoon.id)
    .executeTakeFirstOrThrow();
  const load = async (path: string) => {
    const response = await visitor.fetch(path);
    expect(response.status, path).toBe(200);
    return brotliCompressSync(await response.text(), QUALITY).length;
  };
  const getQuery = (name: string, input: object) =>
    `/api/trpc/platoon.${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
  const getTotal = async (paths: readonly string[]) => {
    let bytes = 0;
    for (const path of paths) bytes += await load(path);
    return bytes;
  };
  // Every section loads the session, the platoon and the number of unread entries.
  const frame = await getTotal([
    "/api/auth/get-session",
    "/api/auth/organization/list",
    `/api/auth/organization/get-full-organization?organizationSlug=${slug}&membersLimit=1`,
    `/api/auth/organization/get-active-member`,
    "/api/trpc/platoon.members.overview",
    getQuery("feed.unread", ask),
  ]);
  const [loadout] = (await visitor.trpc.platoon.locker.list.query(ask)).items;
  const [sheet] = await visitor.trpc.platoon.sheet.list.query(ask);
  if (!loadout || !sheet) throw new Error("The platoon has loadouts and sheets.");
  const sections = {
    locker: [getQuery("locker.list", ask)],
    squads: [
      getQuery("squad.list", ask),
      getQuery("sheet.list", ask),
      getQuery("squadPlan.list", { ...ask, teamId: squadId }),
    ],
    board: [getQuery("board.list", ask), getQuery("board.consent", ask)],
    members: [getQuery("members.page", ask), getQuery("members.links", ask), getQuery("squad.list", ask)],
    feed: [getQuery("feed.list", ask)],
    // The settings need no further data.
    settings: [],
    "an open loadout": [getQuery("locker.get", { ...ask, id: loadout.id }), getQuery("locker.places", { game: "bf4" })],
    "an open sheet": [getQuery("sheet.get", { ...ask, id: sheet.id })],
  };
  for (const [name, paths] of Object.entries(sections)) {
    const bytes = frame + (await getTotal(paths));
    expect(bytes, name).toBeLessThanOrEqual(MAX_BYTES);
  }
});

/** Returns the statements that the server runs during `work`. */
async function getStatements(work: () => Promise<unknown>): Promise<CompiledQuery[]> {
  using run = vi.spyOn(DefaultQueryExecutor.prototype, "executeQuery");
  await work();
  return run.mock.calls.map(([query]) => query);
}

/** Matches the tables that grow with a platoon, except the members. */
const GROWING_TABLES = /"(platoonLoadout|loadoutEvent|boardConsent|platoonEvent|feedMark)"/;

test("a change of a role or of the platoon's name does not read the members' shared data", async () => {
  const { owner, admin } = platoon.people;
  const ask = { organizationId: platoon.id };
  const changes = [
    ["update-member-role", { ...ask, memberId: admin.memberId, role: "admin" }],
    ["update", { ...ask, data: { name: "Night Owls" } }],
  ] as const;
  for (const [name, body] of changes) {
    const statements = await getStatements(async () =>
      expect((await postOrganization(owner.visitor, name, body)).status).toBe(200),
    );
    expect(statements.length, name).toBeGreaterThan(3);
    expect(statements.map((query) => query.sql).filter((text) => GROWING_TABLES.test(text))).toEqual([]);
  }
});

test("the removal of a member reads only that member's shared data", async () => {
  const { owner, admin } = platoon.people;
  const removal = { organizationId: platoon.id, memberIdOrEmail: admin.memberId };
  const statements = await getStatements(async () =>
    expect((await postOrganization(owner.visitor, "remove-member", removal)).status).toBe(200),
  );
  const growing = statements.filter((query) => query.sql.startsWith("select") && GROWING_TABLES.test(query.sql));
  expect(growing.length).toBeGreaterThan(3);
  if (world.context.config.database.kind !== "sqlite") return;
  for (const query of growing) {
    // The rows are found by the user, so the size of the platoon does not matter.
    expect(await explain(world, query), query.sql).toMatch(/userId=\?|authorId=\?|actorId=\?/);
  }
});

test("a search for members by name reads only the matching rows of 1,000 members, in one statement", async () => {
  const { visitor } = platoon.people.owner;
  const { members } = visitor.trpc.platoon;
  expect((await visitor.post("/api/auth/update-user", { name: "Ночная Сова" })).status).toBe(200);
  for (const [search, expected] of [
    ["layer 0", ["Player 0"]],
    ["НОЧНАЯ-с", ["Ночная Сова"]],
  ] as const) {
    using run = vi.spyOn(DefaultQueryExecutor.prototype, "executeQuery");
    const { items } = await members.page.query({ organizationId: platoon.id, search });
    expect(items.map(({ name }) => name)).toEqual(expected);
    const results = await Promise.all(run.mock.results.map(({ value }) => value));
    const isSearch = ([query]: (typeof run.mock.calls)[number]) => query.sql.includes("searchName");
    const searches = run.mock.calls.filter(isSearch).map(([query]) => query);
    expect(searches).toHaveLength(1);
    expect(results[run.mock.calls.findIndex(isSearch)].rows).toHaveLength(1);
    for (const query of world.context.config.database.kind === "sqlite" ? searches : [])
      expect(await explain(world, query)).toContain("member USING COVERING INDEX memberPlace");
  }
});

test("the newest feed entries are read without the older ones", async () => {
  const { visitor } = platoon.people.owner;
  using run = vi.spyOn(DefaultQueryExecutor.prototype, "executeQuery");
  expect(await visitor.trpc.platoon.feed.newest.query()).toHaveLength(5);
  const results = await Promise.all(run.mock.results.map(({ value }) => value));
  const reads = run.mock.calls.flatMap(([query], at) =>
    query.sql.includes(`"platoonEvent"`) ? [{ query, rows: results[at].rows }] : [],
  );
  expect(reads.map(({ rows }) => rows.length)).toEqual([5, 5]);
  if (world.context.config.database.kind !== "sqlite") return;
  const [first, second] = await Promise.all(reads.map(({ query }) => explain(world, query)));
  expect(first).toContain("platoonEventCreatedAt (organizationId=? AND createdAt>?)");
  expect(second).toContain("(id=?)");
  expect(second).not.toContain("createdAt>?");
});

test("entries about a soldier that is no longer shared are found through an index", async () => {
  const { visitor } = platoon.people.owner;
  const { board } = visitor.trpc.platoon;
  const [soldier] = await board.consent.query({ organizationId: platoon.id });
  const change = { organizationId: platoon.id, soldierId: String(soldier?.id), groups: [] };
  const statements = await getStatements(() => board.allow.mutate(change));
  const reads = statements.filter((query) => /^select.*"platoonEvent"/.test(query.sql));
  expect(reads).toHaveLength(1);
  if (world.context.config.database.kind !== "sqlite") return;
  for (const query of reads) expect(await explain(world, query)).toContain("actorId=? AND organizationId=?");
});

test("the deletion and the restoration of a platoon use statements on few rows each", async () => {
  const { visitor } = platoon.people.owner;
  const members = world.context.db.selectFrom("member").select("id").where("organizationId", "=", platoon.id);
  const before = await members.execute();
  using run = vi.spyOn(DefaultQueryExecutor.prototype, "executeQuery");
  expect((await postOrganization(visitor, "delete", { organizationId: platoon.id })).status).toBe(200);
  await visitor.trpc.platoon.members.restorePlatoon.mutate({ id: platoon.id });
  const results = await Promise.all(run.mock.results.map(({ value }) => value));
  expect(results.length).toBeGreaterThan(10);
  for (const [at, { rows, numAffectedRows = 0n }] of results.entries())
    expect(Math.max(rows.length, Number(numAffectedRows)), run.mock.calls[at]?.[0].sql).toBeLessThan(10);
  expect(await members.execute()).toEqual(before);
});

/** Returns SQLite's query plan. */
async function explain({ context: { db } }: World, { sql: text, parameters }: CompiledQuery): Promise<string> {
  const parts = text.split("?");
  const query = parts.map((part, at) =>
    at < parts.length - 1 ? sql`${sql.raw(part)}${parameters[at]}` : sql.raw(part),
  );
  const { rows } = await sql<{ detail: string }>`EXPLAIN QUERY PLAN ${sql.join(query, sql.raw(""))}`.execute(db);
  return rows.map(({ detail }) => detail).join("\n");
}
