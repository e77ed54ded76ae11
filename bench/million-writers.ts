// Measures the longest wait of concurrent writes while an operator's task runs on the database.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { getLoadoutId, getSoldierId, getToken, getUserId, SESSION_EVERY } from "./million-fill.ts";

const PAUSE_MS = 5;
/** The accounts whose rows are written; each has a session and a soldier, one in ten a large locker. */
const WRITTEN = 100;

/** A typical write to each table that has many rows; `account` is the account's number in million-fill.ts. */
const WRITES: Readonly<Record<string, (account: number) => [sql: string, values: string[]]>> = {
  user: (account) => [`UPDATE "user" SET "updatedAt" = now() WHERE id = $1`, [getUserId(account)]],
  account: (account) => [`UPDATE account SET "updatedAt" = now() WHERE "userId" = $1`, [getUserId(account)]],
  session: (account) => [`UPDATE session SET "updatedAt" = now() WHERE token = $1`, [getToken(account)]],
  verification: () => [
    `INSERT INTO verification (id, identifier, value, "expiresAt") VALUES ($1, $1, '', now() + interval '1 day')`,
    [crypto.randomUUID()],
  ],
  loadout: (account) => [
    `UPDATE loadout SET version = version + 1 WHERE "userId" = $1 AND id = $2`,
    [getUserId(account), getLoadoutId(account, 0)],
  ],
  soldier: (account) => [
    `UPDATE soldier SET "triedAt" = "updatedAt" WHERE "userId" = $1 AND id = $2`,
    [getUserId(account), getSoldierId(account)],
  ],
  snapshot: (account) => [
    `UPDATE snapshot SET "seenAt" = "takenAt" WHERE "userId" = $1 AND "soldierId" = $2`,
    [getUserId(account), getSoldierId(account)],
  ],
  member: (account) => [`UPDATE member SET "updatedAt" = now() WHERE "userId" = $1`, [getUserId(account)]],
  // The row has no user, so no account changes.
  platoonEvent: () => [
    `INSERT INTO "platoonEvent" (id, "organizationId", kind, body, "createdAt", "updatedAt")
      VALUES ($1, 'bench', 'joined', '{}', $2, $2)`,
    [crypto.randomUUID(), new Date().toISOString()],
  ],
};

const WRITER = "writer";

/** Selects the writes that are waiting for a lock, and how long each has waited. */
const WAITS = `SELECT left(query, 24) AS write, extract(epoch FROM clock_timestamp() - waitstart)::float * 1000 AS ms
  FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND waitstart IS NOT NULL AND application_name = '${WRITER}'`;

async function connect(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: url, application_name: WRITER });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/**
 * Returns the longest time that a write waited for a lock while the work ran, as reported by PostgreSQL, so that other load
 * on the machine does not count. Each table has its own connection, which writes continuously.
 */
export async function measureLongestWait<Result>(
  url: string,
  work: () => Promise<Result>,
): Promise<{ waitMs: number; result: Result }> {
  const abortController = new AbortController();
  const { signal } = abortController;
  const write = async (table: string) => {
    await using client = await connect(url);
    for (let n = 0; !signal.aborted; n += 1) {
      const [sql, values] = WRITES[table]?.((n % WRITTEN) * SESSION_EVERY) ?? ["", []];
      await client.query(sql, values);
      await sleep(PAUSE_MS);
    }
  };
  const waits = new Map<string, number>();
  const watch = async () => {
    await using client = await connect(url);
    while (!signal.aborted) {
      for (const { write, ms } of (await client.query(WAITS)).rows)
        waits.set(write, Math.max(waits.get(write) ?? 0, ms));
      await sleep(PAUSE_MS);
    }
  };
  const completed = Promise.all([...Object.keys(WRITES).map(write), watch()]);
  try {
    const result = await work();
    const sortedWaits = [...waits].toSorted(([, a], [, b]) => b - a);
    console.log(sortedWaits.map(([write, ms]) => `${write}: ${Math.round(ms)} ms`).join(", "));
    return { result, waitMs: sortedWaits[0]?.[1] ?? 0 };
  } finally {
    abortController.abort();
    await completed;
  }
}
