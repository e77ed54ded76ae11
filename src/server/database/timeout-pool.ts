// A pool of PostgreSQL connections with timeouts: a stopped or frozen server is an outage within two seconds, a busy one is waited
// for, and a lost connection is discarded.
import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";
import {
  describeOutage,
  hasTimeouts,
  isDatabaseUnavailable,
  toDatabaseError,
} from "#platform/database/database-unavailable.ts";
import { createHeartbeatProbe, type HeartbeatProbe } from "#platform/database/heartbeat-probe.ts";
import { nameHotQueries } from "./prepared-query.ts";

/** The server also ends a statement whose caller has timed out. */
const STATEMENT_MS = 5000;
/** Frozen connections do not close properly. */
const GOODBYE_MS = 1000;

export function createTimeoutPool(url: string, lost: (error: unknown) => void): PostgresPool {
  const heartbeat = createHeartbeatProbe(url);
  const pool = new pg.Pool({
    connectionString: url,
    types: { getTypeParser },
    connectionTimeoutMillis: STATEMENT_MS,
    onConnect: async (client) => {
      nameHotQueries(client);
      await client.query(`SET statement_timeout = ${STATEMENT_MS}`);
      heartbeat.felt();
    },
  });
  // Without a listener an idle connection that PostgreSQL closes, as at a restart, would end this process; the pool opens another.
  pool.on("error", lost);
  return {
    Client: pg.Client,
    options: pool.options,
    async connect() {
      const away = describeOutage();
      if (away) throw away;
      const connecting = pool.connect();
      try {
        return await getClient(await heartbeat.while(connecting), heartbeat, lost);
      } catch (error) {
        // A connection that arrives too late serves the next caller.
        connecting.then(
          (client) => client.release(),
          () => {},
        );
        throw toDatabaseError(error, true);
      }
    },
    end: () => Promise.race([pool.end(), sleep(GOODBYE_MS, undefined, { ref: false })]),
  };
}

/** Parses int8 as numbers, as on SQLite: none of our counts exceeds the safe integers. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: "text" | "binary") =>
  type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format);

async function getClient(client: pg.PoolClient, heartbeat: HeartbeatProbe, lost: (error: unknown) => void) {
  const waitsForEver = hasTimeouts();
  let lostBy: unknown = null;
  // Between two statements of a transaction nothing else detects a closed connection.
  const ended = (error: unknown) => {
    lostBy = toDatabaseError(error, true);
    lost(error);
  };
  client.on("error", ended);

  async function ask(statement: string, values: readonly unknown[]) {
    if (lostBy) throw lostBy;
    try {
      const answer = client.query(statement, [...values]);
      const result = await (waitsForEver ? answer : heartbeat.while(answer));
      heartbeat.felt();
      return result;
    } catch (error) {
      const isFault = error instanceof pg.DatabaseError || error instanceof TypeError;
      const isLost = !isFault || isDatabaseUnavailable(error);
      const seen = toDatabaseError(error, isLost);
      if (isLost) lostBy = seen;
      throw seen;
    }
  }

  function query<R>(statement: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(statement: unknown, values: readonly unknown[] = []): unknown {
    if (typeof statement !== "string") throw new TypeError("Rows are not streamed here.");
    return ask(statement, values);
  }

  if (waitsForEver) await ask("SET statement_timeout = 0", []);
  return {
    query,
    release(destroy = false) {
      client.off("error", ended);
      client.release(destroy || waitsForEver || lostBy !== null);
    },
  } satisfies PostgresPoolClient;
}
