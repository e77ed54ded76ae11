// A database that fails at one moment: each new row of a table is lost, or refused, or the table is gone.
import { sql } from "kysely";
import type { World } from "#test/harness/world.ts";

type Work<Result> = () => Promise<Result>;

/** While `work` is done, new rows of the table are thrown away without a word. */
export const whileLosing = <Result>(world: World, table: string, work: Work<Result>): Promise<Result> =>
  whileTriggered(world, table, { sqlite: "SELECT RAISE(IGNORE)", postgres: "RETURN NULL" }, work);

/** While `work` is done, new rows of the table are refused. */
export const whileRefusing = <Result>(world: World, table: string, work: Work<Result>): Promise<Result> =>
  whileTriggered(
    world,
    table,
    { sqlite: "SELECT RAISE(ABORT, 'refused')", postgres: "RAISE EXCEPTION 'refused'" },
    work,
  );

/** On PostgreSQL: while `work` is done, the transaction of the first new row of the table, and of the second, ends as in a deadlock. */
export async function whileDeadlocked<Result>(world: World, table: string, work: Work<Result>): Promise<Result> {
  const { db } = world.context;
  const action =
    "IF nextval('deadlocks') <= 2 THEN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END IF; RETURN NEW";
  await sql`CREATE SEQUENCE deadlocks`.execute(db);
  try {
    return await whileTriggered(world, table, { sqlite: "", postgres: action }, work);
  } finally {
    await sql`DROP SEQUENCE deadlocks`.execute(db);
  }
}

/** While `work` is done, there is no such table. */
export async function whileMissing<Result>({ context: { db } }: World, table: string, work: Work<Result>) {
  await db.schema.alterTable(table).renameTo("away").execute();
  try {
    return await work();
  } finally {
    await db.schema.alterTable("away").renameTo(table).execute();
  }
}

async function whileTriggered<Result>(
  { context: { db, config } }: World,
  table: string,
  action: { sqlite: string; postgres: string },
  work: Work<Result>,
): Promise<Result> {
  const { kind } = config.database;
  const run = (statement: string) => sql.raw(statement).execute(db);
  if (kind === "postgres") {
    await run(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${action.postgres}; END $$`);
  }
  const body = kind === "postgres" ? "FOR EACH ROW EXECUTE FUNCTION fail()" : `BEGIN ${action.sqlite}; END`;
  await run(`CREATE TRIGGER failing BEFORE INSERT ON "${table}" ${body}`);
  try {
    return await work();
  } finally {
    await run(kind === "postgres" ? "DROP FUNCTION fail() CASCADE" : "DROP TRIGGER failing");
  }
}
