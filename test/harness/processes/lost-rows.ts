// Simulates database failures with triggers: new rows of a table are lost or refused, or the table is missing.
import { sql } from "kysely";
import type { World } from "#test/harness/world.ts";

type Work<Result> = () => Promise<Result>;

/** Runs `work` while inserts into the table are ignored without an error. */
export const withLostInserts = <Result>(world: World, table: string, work: Work<Result>): Promise<Result> =>
  withTrigger(world, table, { sqlite: "SELECT RAISE(IGNORE)", postgres: "RETURN NULL" }, work);

/** Runs `work` while inserts into the table fail. */
export const withRefusedInserts = <Result>(world: World, table: string, work: Work<Result>): Promise<Result> =>
  withTrigger(world, table, { sqlite: "SELECT RAISE(ABORT, 'refused')", postgres: "RAISE EXCEPTION 'refused'" }, work);

/** On PostgreSQL: runs `work` while the first two inserts into the table fail as in a deadlock. */
export async function withDeadlocks<Result>(world: World, table: string, work: Work<Result>): Promise<Result> {
  const { db } = world.context;
  const action =
    "IF nextval('deadlocks') <= 2 THEN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END IF; RETURN NEW";
  await sql`CREATE SEQUENCE deadlocks`.execute(db);
  try {
    return await withTrigger(world, table, { sqlite: "", postgres: action }, work);
  } finally {
    await sql`DROP SEQUENCE deadlocks`.execute(db);
  }
}

/** Runs `work` while the table does not exist. */
export async function withoutTable<Result>({ context: { db } }: World, table: string, work: Work<Result>) {
  await db.schema.alterTable(table).renameTo("away").execute();
  try {
    return await work();
  } finally {
    await db.schema.alterTable("away").renameTo(table).execute();
  }
}

async function withTrigger<Result>(
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
