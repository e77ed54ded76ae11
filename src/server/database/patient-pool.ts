// PostgreSQL's connections, each with an end to how long it is waited for: a server that is stopped or frozen is an
// outage within two seconds, one that is only busy is waited for, and a connection that was lost is thrown away.
import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";
import { asSeen, isOutage, outageMet } from "./outage.ts";
import { isPatient } from "./patience.ts";
import { nameHotReads } from "./prepared.ts";
import { createPulse, type Pulse } from "./pulse.ts";

/** What nobody waits for any longer ends at the server, too. */
const STATEMENT_MS = 5000;
/** Connections that are frozen do not say goodbye. */
const GOODBYE_MS = 1000;

export function createPatientPool(url: string, lost: (error: unknown) => void): PostgresPool {
  const pulse = createPulse(url);
  const pool = new pg.Pool({
    connectionString: url,
    types: { getTypeParser },
    connectionTimeoutMillis: STATEMENT_MS,
    onConnect: async (client) => {
      nameHotReads(client);
      await client.query(`SET statement_timeout = ${STATEMENT_MS}`);
      pulse.felt();
    },
  });
  // An idle connection that PostgreSQL ends, as when it restarts, would else end this process; the pool opens another.
  pool.on("error", lost);
  return {
    Client: pg.Client,
    options: pool.options,
    async connect() {
      const away = outageMet();
      if (away) throw away;
      const connecting = pool.connect();
      try {
        return await clientOf(await pulse.while(connecting), pulse, lost);
      } catch (error) {
        // One that comes too late is for the next.
        connecting.then(
          (client) => client.release(),
          () => {},
        );
        throw asSeen(error, true);
      }
    },
    end: () => Promise.race([pool.end(), sleep(GOODBYE_MS, undefined, { ref: false })]),
  };
}

/** Counts and counters as numbers, as on SQLite, instead of text: none of ours leaves the range of whole numbers. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: "text" | "binary") =>
  type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format);

async function clientOf(client: pg.PoolClient, pulse: Pulse, lost: (error: unknown) => void) {
  const waitsForEver = isPatient();
  let lostBy: unknown = null;
  // Between two statements of a transaction nobody else hears that the connection has ended.
  const ended = (error: unknown) => {
    lostBy = asSeen(error, true);
    lost(error);
  };
  client.on("error", ended);

  async function ask(statement: string, values: readonly unknown[]) {
    if (lostBy) throw lostBy;
    try {
      const answer = client.query(statement, [...values]);
      const result = await (waitsForEver ? answer : pulse.while(answer));
      pulse.felt();
      return result;
    } catch (error) {
      const isFault = error instanceof pg.DatabaseError || error instanceof TypeError;
      const isLost = !isFault || isOutage(error);
      const seen = asSeen(error, isLost);
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
