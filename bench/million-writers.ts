// People who write to a database while an operator does something to it, and the longest that one of them waits.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { getLoadoutId, getSoldierId, getToken, getUserId, SESSION_EVERY } from "./million-fill.ts";

const PAUSE_MS = 5;
/** Accounts whose rows are written; each has a session and a soldier, one in ten a large locker. */
const WRITTEN = 100;

/** What people write all the time, to each table that has many rows; the parameters are `account` as the generator numbers it. */
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
  // Without a person: the accounts stay as they are.
  platoonEvent: () => [
    `INSERT INTO "platoonEvent" (id, "organizationId", kind, body, "createdAt", "updatedAt")
      VALUES ($1, 'bench', 'joined', '{}', $2, $2)`,
    [crypto.randomUUID(), new Date().toISOString()],
  ],
};

const WRITER = "writer";

/** How long each write waits for a lock just now. */
const WAITS = `SELECT left(query, 24) AS write, extract(epoch FROM clock_timestamp() - waitstart)::float * 1000 AS ms
  FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND waitstart IS NOT NULL AND application_name = '${WRITER}'`;

async function connect(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: url, application_name: WRITER });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/**
 * The longest that a write waited for a lock while the work was done, as PostgreSQL has it: other work on the machine does not
 * count. Each table has a connection of its own that writes all the time.
 */
export async function longestWait<Result>(
  url: string,
  work: () => Promise<Result>,
): Promise<{ waitMs: number; result: Result }> {
  const ending = new AbortController();
  const { signal } = ending;
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
  const writing = Promise.all([...Object.keys(WRITES).map(write), watch()]);
  try {
    const result = await work();
    const longest = [...waits].toSorted(([, a], [, b]) => b - a);
    console.log(longest.map(([write, ms]) => `${write}: ${Math.round(ms)} ms`).join(", "));
    return { result, waitMs: longest[0]?.[1] ?? 0 };
  } finally {
    ending.abort();
    await writing;
  }
}
