// P10: 100,000 people beside 100 (the peer), on one server with its database on the disk; and beside the least a call may
// be (the limit).
import { join } from "node:path";
import { sql } from "kysely";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { elsewhere, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";
import { measureTime, rest } from "./guest-visits.ts";
import { type Measurement, opened, shared } from "./measurement.ts";
import { ownFolder } from "./servers.ts";

const [MANY, FEW] = [100_000, 100];

type Place = { world: World; visitor: Visitor; email: string; password: string };

/** A person among so many others, each with a session, an account and a folder. */
const placeAmong = (people: number) =>
  shared(async (): Promise<Place> => {
    const environment = { DATABASE_URL: join(await ownFolder(), "people.sqlite") };
    const world = opened.use(await makeWorld({ environment }));
    const { visitor, account } = await signUpAndIn(world);
    await visitor.trpc.folder.save.mutate({ id: crypto.randomUUID(), name: "A folder" });
    await copied(world, people);
    await rest();
    return { world, visitor, ...account };
  });

/** Of each table that holds something of the person, so many copies that are other people's. */
async function copied({ context: { db } }: World, people: number): Promise<void> {
  const TABLES = {
    user: ["id", "email"],
    session: ["id", "token", "userId"],
    account: ["id", "accountId", "userId"],
    folder: ["id", "userId"],
  };
  for (const [table, own] of Object.entries(TABLES)) {
    const { rows } = await sql<{ name: string }>`SELECT name FROM pragma_table_info(${table})`.execute(db);
    const columns = rows.map(({ name }) => name);
    const values = columns.map((name) => (own.includes(name) ? sql`${sql.ref(name)} || n` : sql.ref(name)));
    await sql`
      INSERT INTO ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${sql.lit(people)})
      SELECT ${sql.join(values)} FROM n, (SELECT * FROM ${sql.table(table)} LIMIT 1)`.execute(db);
  }
}

const [many, few] = [placeAmong(MANY), placeAmong(FEW)];

const measured = (name: string, call: (place: Place) => Promise<unknown>): Measurement => {
  const time = async (place: () => Promise<Place>, call: (place: Place) => Promise<unknown>) => {
    const current = await place();
    const visitor = elsewhere(current.visitor, current.world);
    return measureTime(() => call({ ...current, visitor }));
  };
  return {
    id: "P10",
    name: `${MANY.toLocaleString("en")} people: ${name} (time)`,
    goals: [{ of: "peer", atMost: 1.5 }],
    rounds: 5,
    ours: () => time(many, call),
    peer: () => time(few, call),
    limit: () => time(few, ({ visitor }) => visitor.trpc.provider.list.query()),
  };
};

export const manyPeople: readonly Measurement[] = [
  measured("get-session", ({ visitor }) => visitor.fetch("/api/auth/get-session")),
  measured("a query of one row", ({ visitor }) => visitor.trpc.folder.list.query()),
  measured("a sign-in", ({ world, email, password }) =>
    world.visitor().post("/api/auth/sign-in/email", { email, password }),
  ),
];
