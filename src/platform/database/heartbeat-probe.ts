// Distinguishes a busy PostgreSQL server from one that is stopped or frozen, also behind a pooler, which accepts connections
// even then.
import pg from "pg";

/** A server that has not answered for this time is probed. */
const SILENT_MS = 1000;
const CHECK_EVERY_MS = 100;
/** A probed server must accept a new connection within this time, and answer a query within the same time again. */
const PROBE_TIMEOUT_MS = 500;
/** Maximum wait for a response, even while the server answers other clients. */
const MAX_WAIT_MS = 6000;

export type HeartbeatProbe = {
  /** Records that the server has answered. */
  recordAnswer(): void;
  /** Resolves to the response; rejects if the server answers neither this call nor a new connection. */
  awaitResponse<T>(response: Promise<T>): Promise<T>;
};

type PendingCall = { since: number; abort(): void };

export function createHeartbeatProbe(url: string): HeartbeatProbe {
  const pendingCalls = new Set<PendingCall>();
  let answeredAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let isProbing = false;

  const silentMs = ({ since }: PendingCall): number => performance.now() - Math.max(since, answeredAt);
  const abortWhere = (shouldAbort: (each: PendingCall) => boolean) => {
    for (const each of pendingCalls) if (shouldAbort(each)) each.abort();
  };

  async function check(): Promise<void> {
    if (pendingCalls.size === 0) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    abortWhere(({ since }) => performance.now() - since > MAX_WAIT_MS);
    const isSilent = (each: PendingCall) => silentMs(each) >= SILENT_MS;
    if (isProbing || ![...pendingCalls].some(isSilent)) return;
    isProbing = true;
    if (await answersOnNewConnection(url)) answeredAt = performance.now();
    else abortWhere(isSilent);
    isProbing = false;
  }

  return {
    recordAnswer() {
      answeredAt = performance.now();
    },
    async awaitResponse(response) {
      const { promise: silence, reject } = Promise.withResolvers<never>();
      const call = { since: performance.now(), abort: () => reject(new Error("PostgreSQL does not answer.")) };
      pendingCalls.add(call);
      timer ??= setInterval(check, CHECK_EVERY_MS).unref();
      try {
        return await Promise.race([response, silence]);
      } finally {
        pendingCalls.delete(call);
      }
    },
  };
}

/** Whether the server answers on a new connection. A refusal because of too many connections also counts as a response. */
async function answersOnNewConnection(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
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
