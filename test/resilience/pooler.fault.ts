// Two processes reach PostgreSQL through pgbouncer in transaction mode, which has fewer connections than they.
import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogger } from "#platform/logger.ts";
import { openDatabase } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { listMigrations } from "#server/database/migrations.ts";
import { getUrlAtPort, type Pooler, pgbouncerProgram, startPgbouncer } from "#test/harness/processes/pgbouncer.ts";
import { type Cluster, postgresFolder, runSql, startPostgres } from "#test/harness/processes/postgres.ts";
import { createDatabase } from "#test/harness/processes/test-database.ts";
import { figure, isLong } from "./figure.ts";
import { newPerson, save, savedIds, signIn } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const PEOPLE = isLong ? 100 : 10;
/** Fewer than the ten connections of either process. */
const CONNECTIONS = 5;
const STARTS = 5;
/** The newest of the earlier schemas, and its last migration. */
const [, EARLIER = "", LAST = ""] =
  globSync("test/fixtures/schema/postgres/*.sql")
    .toSorted()
    .map((path) => [path, readFileSync(path, "utf8"), path.replace(/.*\/|\.sql$/g, "")] as const)
    .at(-1) ?? [];

const programs = postgresFolder();
const program = pgbouncerProgram();
const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

let sites: Site[];
let databaseUrl: string;
let cluster: Cluster;
let pooler: Pooler;

beforeAll(async () => {
  if (!programs || !program) return;
  cluster = opened.use(await startPostgres(programs));
  pooler = opened.use(await startPgbouncer(program, cluster.url, CONNECTIONS));
  const environment = { SECRET: "of both processes, and of no other one", DATABASE_DIRECT_URL: cluster.url };
  databaseUrl = getUrlAtPort(cluster.url, pooler.port);
  const first = opened.use(await startSite({ databaseUrl, environment }));
  sites = [first, opened.use(await startSite({ databaseUrl, environment }))];
});

test.runIf(programs && program)("every request is answered as without a pooler", async () => {
  const statuses: number[] = [];
  const play = async (site: Site) => {
    const person = site.visitor();
    const { email, answer } = await newPerson(person);
    const id = crypto.randomUUID();
    const answers = [answer, await save(person, id), await signIn(person, email)];
    for (let times = 0; times < 5; times += 1) {
      answers.push(
        await person.fetch("/api/auth/get-session"),
        await person.fetch("/api/trpc/loadout.list?input=%7B%7D"),
      );
    }
    statuses.push(...answers.map(({ status }) => status));
    expect(await savedIds(person)).toEqual(new Set([id]));
  };
  await Promise.all(Array.from({ length: PEOPLE }, (_, index) => play(sites[index % 2] as Site)));
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(sites.map((site) => site.complaints())).toEqual(["", ""]);
  figure(`pgbouncer in transaction mode: ${statuses.length} of ${statuses.length} requests answered, by two processes`);
});

test.runIf(programs && program)("a start that no notification would reach is refused", async () => {
  await expect(startSite({ databaseUrl })).rejects.toThrow(/DATABASE_URL: a pooler .* DATABASE_DIRECT_URL/);
});

/** Each ends a statement after five seconds; `direct` is the user of the way past the pooler. */
test.runIf(programs && program).for([
  ["an empty database", { name: "empty", schema: "", direct: null, isPrepared: false }],
  ["a database in use", { name: "in_use", schema: EARLIER, direct: "postgres", isPrepared: true }],
  [
    "a database in use that has no way past the pooler for its user",
    { name: "pooled", schema: `CREATE ROLE other LOGIN; ${EARLIER}`, direct: "other", isPrepared: false },
  ],
] as const)(
  "several starts at once on %s make each migration once",
  async ([, { name, schema, direct, isPrepared }]) => {
    const address = await createDatabase(cluster.url, name);
    await runSql(address, `ALTER DATABASE ${name} SET statement_timeout = '5s'; ${schema}`);
    const lines: { msg: string; migration: string }[] = [];
    const logger = createLogger({ logLevel: "info" }, { write: (line) => void lines.push(JSON.parse(line)) });
    const directUrl = direct === null ? undefined : Object.assign(new URL(address), { username: direct }).href;
    const place = { kind: "postgres", url: getUrlAtPort(address, pooler.port), directUrl } as const;
    const starts = Array.from({ length: STARTS }, () => openDatabase(place, logger));
    const ended = await Promise.allSettled(starts.map((db) => migrate(db, place, logger)));
    await Promise.all(starts.map((db) => db.destroy()));
    expect(ended.filter(({ status }) => status === "rejected")).toEqual([]);
    const listed = (msg: string) => lines.filter((line) => line.msg === msg).map(({ migration }) => migration);
    const missing = Object.keys(listMigrations("postgres")).filter((each) => !schema || each > LAST);
    expect(listed("migrated").toSorted()).toEqual(schema ? missing : []);
    expect(listed("made a new database")).toHaveLength(schema ? 0 : 1);
    expect(listed("prepared a migration").length > 0).toBe(isPrepared);
    expect(await runSql(address, "SELECT pid FROM pg_locks WHERE locktype = 'advisory'")).toEqual([]);
  },
);
