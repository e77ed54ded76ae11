// Distinguishes a busy PostgreSQL server from one that is stopped or frozen, also behind a pooler, which takes connections
// all the same.
import pg from "pg";

/** A server that has not answered for this time is probed. */
const SILENT_MS = 1000;
const LOOK_EVERY_MS = 100;
/** A probed server must accept a new connection within this time, and answer on it within as much again. */
const PROOF_MS = 500;
/** Maximum wait, also for a server that answers other clients. */
const MAX_MS = 6000;

export type HeartbeatProbe = {
  /** Called for each answer. */
  felt(): void;
  /** The answer, or an error if the server answers neither this nor a new connection. */
  while<T>(answer: Promise<T>): Promise<T>;
};

type Waiting = { since: number; giveUp(): void };

export function createHeartbeatProbe(url: string): HeartbeatProbe {
  const waiting = new Set<Waiting>();
  let feltAt = 0;
  let looking: NodeJS.Timeout | undefined;
  let isAsking = false;

  const silentMs = ({ since }: Waiting): number => performance.now() - Math.max(since, feltAt);
  const giveUp = (whom: (each: Waiting) => boolean) => {
    for (const each of waiting) if (whom(each)) each.giveUp();
  };

  async function look(): Promise<void> {
    if (waiting.size === 0) {
      clearInterval(looking);
      looking = undefined;
      return;
    }
    giveUp(({ since }) => performance.now() - since > MAX_MS);
    const isSilent = (each: Waiting) => silentMs(each) >= SILENT_MS;
    if (isAsking || ![...waiting].some(isSilent)) return;
    isAsking = true;
    if (await answersAnew(url)) feltAt = performance.now();
    else giveUp(isSilent);
    isAsking = false;
  }

  return {
    felt() {
      feltAt = performance.now();
    },
    async while(answer) {
      const { promise: silence, reject } = Promise.withResolvers<never>();
      const own = { since: performance.now(), giveUp: () => reject(new Error("PostgreSQL does not answer.")) };
      waiting.add(own);
      looking ??= setInterval(look, LOOK_EVERY_MS).unref();
      try {
        return await Promise.race([answer, silence]);
      } finally {
        waiting.delete(own);
      }
    },
  };
}

/** A server that refuses a connection because it has too many is alive. */
async function answersAnew(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PROOF_MS, query_timeout: PROOF_MS });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("SELECT 1");
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code === "53300";
  } finally {
    void client.end().catch(() => {});
  }
}
