// P10: the cost of 100,000 users. Each call is compared with the same call among 100 users (the peer) and with a minimal call
// (the limit), on one server with its database on disk.
import { join } from "node:path";
import { sql } from "kysely";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { moveToNewAddress, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";
import { measureTime, waitForConnections } from "./guest-visits.ts";
import { lazy, type Measurement, resources } from "./measurement.ts";
import { createTempFolder } from "./servers.ts";

const [MANY, FEW] = [100_000, 100];

type Setup = { world: World; visitor: Visitor; email: string; password: string };

/** Creates a user on a site with this many other users, each with a session, an account and a folder. */
const lazySetup = (people: number) =>
  lazy(async (): Promise<Setup> => {
    const environment = { DATABASE_URL: join(await createTempFolder(), "people.sqlite") };
    const world = resources.use(await makeWorld({ environment }));
    const { visitor, account } = await signUpAndSignIn(world);
    await visitor.trpc.folder.save.mutate({ id: crypto.randomUUID(), name: "A folder" });
    await copyUser(world, people);
    await waitForConnections();
    return { world, visitor, ...account };
  });

/** Copies the user's row of each table this many times, for other users. */
async function copyUser({ context: { db } }: World, people: number): Promise<void> {
  const TABLES = {
    user: ["id", "email"],
    session: ["id", "token", "userId"],
    account: ["id", "accountId", "userId"],
    folder: ["id", "userId"],
  };
  for (const [table, uniqueColumns] of Object.entries(TABLES)) {
    const { rows } = await sql<{ name: string }>`SELECT name FROM pragma_table_info(${table})`.execute(db);
    const columns = rows.map(({ name }) => name);
    const values = columns.map((name) => (uniqueColumns.includes(name) ? sql`${sql.ref(name)} || n` : sql.ref(name)));
    await sql`
      INSERT INTO ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${sql.lit(people)})
      SELECT ${sql.join(values)} FROM n, (SELECT * FROM ${sql.table(table)} LIMIT 1)`.execute(db);
  }
}

const [getMany, getFew] = [lazySetup(MANY), lazySetup(FEW)];

const measureCall = (name: string, call: (setup: Setup) => Promise<unknown>): Measurement => {
  const timeCall = async (place: () => Promise<Setup>, call: (setup: Setup) => Promise<unknown>) => {
    const current = await place();
    const visitor = moveToNewAddress(current.visitor, current.world);
    return measureTime(() => call({ ...current, visitor }));
  };
  return {
    id: "P10",
    name: `${MANY.toLocaleString("en")} people: ${name} (time)`,
    goals: [{ baseline: "peer", atMost: 1.5 }],
    rounds: 5,
    ours: () => timeCall(getMany, call),
    peer: () => timeCall(getFew, call),
    limit: () => timeCall(getFew, ({ visitor }) => visitor.trpc.provider.list.query()),
  };
};

export const manyPeople: readonly Measurement[] = [
  measureCall("get-session", ({ visitor }) => visitor.fetch("/api/auth/get-session")),
  measureCall("a query of one row", ({ visitor }) => visitor.trpc.folder.list.query()),
  measureCall("a sign-in", ({ world, email, password }) =>
    world.visitor().post("/api/auth/sign-in/email", { email, password }),
  ),
];
