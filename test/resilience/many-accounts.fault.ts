// No call scans a large table of a PostgreSQL database with many accounts. `npm run bench P14` measures times and waits with
// 1,000,000 accounts.
import { afterAll, expect, test, vi } from "vitest";
import { resources } from "#bench/measurement.ts";
import { FREQUENT_CALLS, timeCall } from "#bench/million-calls.ts";
import { getPlaces } from "#bench/million-places.ts";
import { findPostgres, runSql } from "#test/harness/processes/postgres.ts";
import { recordFigure } from "./figure.ts";

vi.hoisted(() => {
  process.env["ACCOUNTS"] = "2000";
});

const PEOPLE = 5;
const LARGE = 1000;

afterAll(() => resources.disposeAsync());

/** Returns the number of sequential scans of each large table. */
async function countScans(url: string): Promise<Record<string, number>> {
  // The statistics of a connection are counted when it ends.
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

test.runIf(findPostgres())("no call scans a large table", async () => {
  const { many, ids } = await getPlaces();
  const scansBefore = await countScans(many.url);
  expect(Object.keys(scansBefore)).toEqual(expect.arrayContaining(["user", "account", "loadout", "snapshot"]));
  for (const [name, call] of Object.entries(FREQUENT_CALLS)) {
    for (let person = 0; person < PEOPLE; person += 1) await timeCall(many, ids, call);
    expect(await countScans(many.url), name).toEqual(scansBefore);
  }
  recordFigure(
    `${many.accounts} accounts: ${Object.keys(FREQUENT_CALLS).length} calls read none of ${Object.keys(scansBefore).length} large tables whole`,
  );
});
