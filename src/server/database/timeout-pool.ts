// A pool of PostgreSQL connections with timeouts: a stopped or frozen server is an outage within two seconds, a busy one is waited
// for, and a lost connection is discarded. Behind a pooler, which gives each transaction another connection to the server, it leaves
// nothing on a connection.
import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";
import {
  DatabaseUnavailableError,
  describeOutage,
  isDatabaseUnavailable,
  isWithoutTimeouts,
  rerunRefused,
  toDatabaseError,
} from "#platform/database/database-unavailable.ts";
import { createHeartbeatProbe, type HeartbeatProbe } from "#platform/database/heartbeat-probe.ts";
import type { OutageLog } from "#platform/database/outage-log.ts";
import type { PostgresPlace } from "#server/config/config.ts";
import { getConnectionName } from "#server/release.ts";
import { nameHotQueries } from "./prepared-query.ts";

/** The server also ends a statement whose caller has timed out. */
const STATEMENT_MS = 5000;
/** Frozen connections do not close properly. */
const GOODBYE_MS = 1000;
const DEFAULT_SIZE = 10;
/** Connections through a pooler: their process of the server is another one than they connected to. */
const POOLED = new WeakSet<object>();
/** Only a connection that is ours alone gets a time limit for its session, and a name where its address has none. */
const BEGIN_CONNECTION = `SELECT pg_is_in_recovery() AS "isReplica", pg_backend_pid() <> $1 AS "isPooled",
  CASE WHEN pg_backend_pid() = $1 THEN set_config('statement_timeout', $2, false) END,
  CASE WHEN pg_backend_pid() = $1 AND current_setting('application_name') = ''
    THEN set_config('application_name', $3, false) END`;

/** The commands of PostgreSQL that store something. */
const WRITES = new Set(["INSERT", "UPDATE", "DELETE"]);

export function createTimeoutPool(
  { url, poolSize = DEFAULT_SIZE }: Pick<PostgresPlace, "url" | "poolSize">,
  outages: OutageLog,
): PostgresPool {
  const toFailure: typeof toDatabaseError = (error, isAway) => {
    const failure = toDatabaseError(error, isAway);
    if (failure instanceof DatabaseUnavailableError) outages.recordFailure(failure);
    return failure;
  };
  const heartbeat = createHeartbeatProbe(url);
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types: { getTypeParser },
    connectionTimeoutMillis: STATEMENT_MS,
    onConnect: async (client) => {
      const values = [Reflect.get(client, "processID"), String(STATEMENT_MS), getConnectionName(poolSize)];
      const { rows } = await client.query(BEGIN_CONNECTION, values);
      if (rows[0].isReplica)
        throw new Error("This PostgreSQL server is a replica, which takes no writes. Name the primary.");
      if (rows[0].isPooled) POOLED.add(client);
      else nameHotQueries(client);
      heartbeat.felt();
    },
  });
  // Without a listener an idle connection that PostgreSQL closes, as at a restart, would end this process; the pool opens another.
  pool.on("error", (error) => outages.recordFailure(error));
  return {
    Client: pg.Client,
    options: pool.options,
    async connect() {
      const away = describeOutage();
      if (away) throw away;
      const connecting = pool.connect();
      try {
        return await getClient(await heartbeat.while(connecting), { heartbeat, outages, toFailure });
      } catch (error) {
        // A connection that arrives too late serves the next caller.
        connecting.then(
          (client) => client.release(),
          () => {},
        );
        throw toFailure(error, true);
      }
    },
    end: () => Promise.race([pool.end(), sleep(GOODBYE_MS, undefined, { ref: false })]),
  };
}

/** Parses int8 as numbers, as on SQLite: none of our counts exceeds the safe integers. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: "text" | "binary") =>
  type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format);

type ClientParts = {
  heartbeat: HeartbeatProbe;
  outages: OutageLog;
  /** What a caller gets for an error of the driver. */
  toFailure: typeof toDatabaseError;
};

async function getClient(client: pg.PoolClient, { heartbeat, outages, toFailure }: ClientParts) {
  const waitsForEver = isWithoutTimeouts();
  const isPooled = POOLED.has(client);
  let lostBy: unknown = null;
  let isInTransaction = false;
  // Between two statements of a transaction nothing else detects a closed connection.
  const ended = (error: unknown) => {
    lostBy = toFailure(error, true);
  };
  client.on("error", ended);

  async function ask(statement: string, values: readonly unknown[]) {
    if (lostBy) throw lostBy;
    try {
      const answer = client.query(statement, [...values]);
      const result = await (waitsForEver ? answer : heartbeat.while(answer));
      heartbeat.felt();
      outages.recordSuccess({ isWrite: WRITES.has(result.command) });
      return result;
    } catch (error) {
      const isFault = error instanceof pg.DatabaseError || error instanceof TypeError;
      const isLost = !isFault || isDatabaseUnavailable(error);
      const seen = toFailure(error, isLost);
      if (isLost) lostBy = seen;
      throw seen;
    }
  }

  function query<R>(statement: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(statement: unknown, values: readonly unknown[] = []): unknown {
    if (typeof statement !== "string") throw new TypeError("Rows are not streamed here.");
    if (statement === "begin") {
      isInTransaction = true;
      return ask(waitsForEver && isPooled ? "BEGIN; SET LOCAL statement_timeout = 0" : statement, values);
    }
    if (statement.startsWith("start transaction")) isInTransaction = true;
    else if (statement === "commit" || statement === "rollback") isInTransaction = false;
    // A statement by itself is a transaction of its own: rolled back, it has changed nothing.
    else if (!isInTransaction) return rerunRefused(() => ask(statement, values));
    return ask(statement, values);
  }

  if (waitsForEver && !isPooled) await ask("SET statement_timeout = 0", []);
  return {
    query,
    release(destroy = false) {
      client.off("error", ended);
      client.release(destroy || waitsForEver || lostBy !== null);
    },
  } satisfies PostgresPoolClient;
}
