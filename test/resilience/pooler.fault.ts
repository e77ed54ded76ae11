// Two processes connect to PostgreSQL through pgbouncer in transaction mode, which has fewer connections than the processes.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogger } from "#platform/logger.ts";
import { openDatabase } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { findPgbouncer, getUrlAtPort, type Pooler, startPgbouncer } from "#test/harness/processes/pgbouncer.ts";
import { type Cluster, findPostgres, runSql, startPostgres } from "#test/harness/processes/postgres.ts";
import { createDatabase } from "#test/harness/processes/test-database.ts";
import { isLong, recordFigure } from "./figure.ts";
import { listSavedIds, saveLoadout, signIn, signUpPerson } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const PEOPLE = isLong ? 100 : 10;
/** Fewer than the ten connections of each process. */
const CONNECTIONS = 5;
const STARTS = 5;

const programs = findPostgres();
const program = findPgbouncer();
const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());

let sites: Site[];
let databaseUrl: string;
let cluster: Cluster;
let pooler: Pooler;

beforeAll(async () => {
  if (!programs || !program) return;
  cluster = resources.use(await startPostgres(programs));
  pooler = resources.use(await startPgbouncer(program, cluster.url, CONNECTIONS));
  const environment = { SECRET: "of both processes, and of no other one", DATABASE_DIRECT_URL: cluster.url };
  databaseUrl = getUrlAtPort(cluster.url, pooler.port);
  const firstSite = resources.use(await startSite({ databaseUrl, environment }));
  sites = [firstSite, resources.use(await startSite({ databaseUrl, environment }))];
});

test.runIf(programs && program)("every request gets the same response as without a pooler", async () => {
  const statuses: number[] = [];
  const callSite = async (site: Site) => {
    const person = site.createVisitor();
    const { email, response } = await signUpPerson(person);
    const id = crypto.randomUUID();
    const responses = [response, await saveLoadout(person, id), await signIn(person, email)];
    for (let times = 0; times < 5; times += 1) {
      responses.push(
        await person.fetch("/api/auth/get-session"),
        await person.fetch("/api/trpc/loadout.list?input=%7B%7D"),
      );
    }
    statuses.push(...responses.map(({ status }) => status));
    expect(await listSavedIds(person)).toEqual(new Set([id]));
  };
  await Promise.all(Array.from({ length: PEOPLE }, (_, index) => callSite(sites[index % 2] as Site)));
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(sites.map((site) => site.browserErrors())).toEqual(["", ""]);
  recordFigure(
    `pgbouncer in transaction mode: ${statuses.length} of ${statuses.length} requests answered, by two processes`,
  );
});

test.runIf(programs && program)("a start is refused if notifications would not reach the process", async () => {
  await expect(startSite({ databaseUrl })).rejects.toThrow(/DATABASE_URL: a pooler .* DATABASE_DIRECT_URL/);
});

test.runIf(programs && program)("several simultaneous starts create the tables once", async () => {
  const address = await createDatabase(cluster.url, "bare");
  const lines: { msg: string }[] = [];
  const logger = createLogger({ logLevel: "info" }, { write: (line) => void lines.push(JSON.parse(line)) });
  const location = { kind: "postgres", url: getUrlAtPort(address, pooler.port) } as const;
  const starts = Array.from({ length: STARTS }, () => openDatabase(location, logger));
  await Promise.all(starts.map((db) => migrate(db, location, logger)));
  await Promise.all(starts.map((db) => db.destroy()));
  expect(lines.map(({ msg }) => msg)).toEqual(["made a new database"]);
  expect(await runSql(address, "SELECT pid FROM pg_locks WHERE locktype = 'advisory'")).toEqual([]);
});
