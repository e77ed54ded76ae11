// A pool of PostgreSQL connections with timeouts: a stopped or frozen server is detected within two seconds, a busy server gets more
// time, and a lost connection is discarded. With a pooler, which may use another server connection for each transaction, it changes no
// settings of a connection.
import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";
import {
  DatabaseUnavailableError,
  getOutage,
  isDatabaseUnavailable,
  isWithoutTimeouts,
  rerunRefused,
  toDatabaseError,
} from "#platform/database/database-unavailable.ts";
import { createHeartbeatProbe, type HeartbeatProbe } from "#platform/database/heartbeat-probe.ts";
import type { OutageLog } from "#platform/database/outage-log.ts";
import type { PostgresPlace } from "#server/config/config.ts";
import { getConnectionName } from "#server/release.ts";
import { namePreparedQueries } from "./prepared-query.ts";

/** The statement timeout, which the server enforces. */
const STATEMENT_MS = 5000;
/** Maximum wait for closing the pool, as frozen connections do not close. */
const CLOSE_TIMEOUT_MS = 1000;
const DEFAULT_SIZE = 10;
/** Connections through a pooler, recognized by another server process id than at the connection. */
const pooledClients = new WeakSet<object>();
/** Sets the timeout, and the application name if the URL has none, only on a direct connection. */
const SET_UP_CONNECTION = `SELECT pg_is_in_recovery() AS "isReplica", pg_backend_pid() <> $1 AS "isPooled",
  CASE WHEN pg_backend_pid() = $1 THEN set_config('statement_timeout', $2, false) END,
  CASE WHEN pg_backend_pid() = $1 AND current_setting('application_name') = ''
    THEN set_config('application_name', $3, false) END`;

/** The SQL commands that write. */
const WRITE_COMMANDS = new Set(["INSERT", "UPDATE", "DELETE"]);

export function createTimeoutPool(
  { url, poolSize = DEFAULT_SIZE }: Pick<PostgresPlace, "url" | "poolSize">,
  outages: OutageLog,
): PostgresPool {
  const toFailure: typeof toDatabaseError = (error, isUnavailable) => {
    const failure = toDatabaseError(error, isUnavailable);
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
      const { rows } = await client.query(SET_UP_CONNECTION, values);
      if (rows[0].isReplica)
        throw new Error("This PostgreSQL server is a replica, which takes no writes. Name the primary.");
      if (rows[0].isPooled) pooledClients.add(client);
      else namePreparedQueries(client);
      heartbeat.recordAnswer();
    },
  });
  // Without a listener this process would crash when PostgreSQL closes an idle connection; the pool opens another one.
  pool.on("error", (error) => outages.recordFailure(error));
  return {
    Client: pg.Client,
    options: pool.options,
    async connect() {
      const outage = getOutage();
      if (outage) throw outage;
      const connecting = pool.connect();
      try {
        return await getClient(await heartbeat.awaitResponse(connecting), { heartbeat, outages, toFailure });
      } catch (error) {
        // Release a connection that arrives late for the next caller.
        connecting.then(
          (client) => client.release(),
          () => {},
        );
        throw toFailure(error, true);
      }
    },
    end: () => Promise.race([pool.end(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]),
  };
}

/** Parses int8 as numbers, as on SQLite: none of our counts exceeds the safe integers. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: "text" | "binary") =>
  type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format);

type ClientParts = {
  heartbeat: HeartbeatProbe;
  outages: OutageLog;
  /** Converts an error of the driver for the caller. */
  toFailure: typeof toDatabaseError;
};

async function getClient(client: pg.PoolClient, { heartbeat, outages, toFailure }: ClientParts) {
  const hasNoTimeout = isWithoutTimeouts();
  const isPooled = pooledClients.has(client);
  let connectionError: unknown = null;
  let isInTransaction = false;
  // Between two statements of a transaction nothing else detects a closed connection.
  const recordLoss = (error: unknown) => {
    connectionError = toFailure(error, true);
  };
  client.on("error", recordLoss);

  async function execute(statement: string, values: readonly unknown[]) {
    if (connectionError) throw connectionError;
    try {
      const response = client.query(statement, [...values]);
      const result = await (hasNoTimeout ? response : heartbeat.awaitResponse(response));
      heartbeat.recordAnswer();
      outages.recordSuccess({ isWrite: WRITE_COMMANDS.has(result.command) });
      return result;
    } catch (error) {
      const isStatementError = error instanceof pg.DatabaseError || error instanceof TypeError;
      const isConnectionLost = !isStatementError || isDatabaseUnavailable(error);
      const failure = toFailure(error, isConnectionLost);
      if (isConnectionLost) connectionError = failure;
      throw failure;
    }
  }

  function query<R>(statement: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(statement: unknown, values: readonly unknown[] = []): unknown {
    if (typeof statement !== "string") throw new TypeError("Rows are not streamed here.");
    if (statement === "begin") {
      isInTransaction = true;
      return execute(hasNoTimeout && isPooled ? "BEGIN; SET LOCAL statement_timeout = 0" : statement, values);
    }
    if (statement.startsWith("start transaction")) isInTransaction = true;
    else if (statement === "commit" || statement === "rollback") isInTransaction = false;
    // A single statement is its own transaction, so it can be rerun after a rollback.
    else if (!isInTransaction) return rerunRefused(() => execute(statement, values));
    return execute(statement, values);
  }

  if (hasNoTimeout && !isPooled) await execute("SET statement_timeout = 0", []);
  return {
    query,
    release(destroy = false) {
      client.off("error", recordLoss);
      client.release(destroy || hasNoTimeout || connectionError !== null);
    },
  } satisfies PostgresPoolClient;
}
