// A database of PostgreSQL with many accounts: no call reads a large table whole. The long form is
// `npm run bench P14`, with 1,000,000 accounts, which measures times and waits.
import { afterAll, expect, test, vi } from "vitest";
import { opened } from "#bench/measurement.ts";
import { FREQUENT_CALLS, time } from "#bench/million-calls.ts";
import { places } from "#bench/million-places.ts";
import { postgresFolder, runSql } from "#test/harness/processes/postgres.ts";
import { figure } from "./figure.ts";

vi.hoisted(() => {
  process.env["ACCOUNTS"] = "2000";
});

const PEOPLE = 5;
const LARGE = 1000;

afterAll(() => opened.disposeAsync());

/** The tables of many rows, by how often they were read from the first row to the last. */
async function countScans(url: string): Promise<Record<string, number>> {
  // A connection counts when it ends.
  await runSql(
    url,
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  const rows = await runSql(
    url,
    `SELECT pg_class.relname AS name, seq_scan::int AS scans FROM pg_stat_user_tables JOIN pg_class ON pg_class.oid = relid
      WHERE reltuples > ${LARGE}`,
  );
  return Object.fromEntries((rows as { name: string; scans: number }[]).map(({ name, scans }) => [name, scans]));
}

test.runIf(postgresFolder())("no call among many accounts reads a large table whole", async () => {
  const { many, ids } = await places();
  const before = await countScans(many.url);
  expect(Object.keys(before)).toEqual(expect.arrayContaining(["user", "account", "loadout", "snapshot"]));
  for (const [name, call] of Object.entries(FREQUENT_CALLS)) {
    for (let person = 0; person < PEOPLE; person += 1) await time(many, ids, call);
    expect(await countScans(many.url), name).toEqual(before);
  }
  figure(
    `${many.accounts} accounts: ${Object.keys(FREQUENT_CALLS).length} calls read none of ${Object.keys(before).length} large tables whole`,
  );
});
