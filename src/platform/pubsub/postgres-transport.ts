import pg from "pg";
import type { OutageLog } from "#platform/database/outage-log.ts";
import type { PubSubTransport, TransportEvents } from "./pubsub.ts";

const CHANNEL = "fieldlocker";
/** Sent once the connection is back, in place of payloads that were not carried. */
const GAP = "";
const AGAIN_AFTER_MS = 500;
/** Interval and timeout of the connection check. */
const ASK_EVERY_MS = 5000;
const CONNECTION = { connectionTimeoutMillis: 2000, query_timeout: 2000, keepAlive: true };

/** A transport over PostgreSQL: LISTEN and NOTIFY on a connection of its own, by that name. */
export function postgresTransport(
  { url, name }: { url: string; name: string },
  outages: OutageLog,
  { onPayload, onGap }: TransportEvents,
): PubSubTransport {
  let client: pg.Client | null = null;
  let isOver = false;
  /** A message that was not delivered: listeners get a gap once the connection carries messages again. */
  let owes = false;
  let timer: NodeJS.Timeout | undefined;
  let connecting: Promise<void> = Promise.resolve();
  let sending: Promise<unknown> = Promise.resolve();

  /** Serializes statements: a connection runs one at a time. */
  function say(to: pg.Client, statement: string, values: readonly string[] = []): Promise<unknown> {
    const message = sending.then(() => to.query(statement, [...values]));
    sending = message.catch(() => {});
    return message;
  }

  function lose(lost: pg.Client, err?: unknown): void {
    lost.removeAllListeners("error").on("error", () => {});
    void lost.end().catch(() => {});
    if (client === lost) {
      client = null;
      outages.recordFailure(err);
    }
    if (!isOver) timer = setTimeout(begin, AGAIN_AFTER_MS);
  }

  async function connect(): Promise<void> {
    const made = new pg.Client({ ...CONNECTION, connectionString: url, application_name: name });
    made.on("notification", ({ payload }) => (payload ? onPayload(payload) : onGap()));
    try {
      made.once("error", () => {});
      await made.connect();
      await made.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      return lose(made, error);
    }
    if (isOver) return made.end();
    made.removeAllListeners("error").once("error", (err) => lose(made, err));
    client = made;
    outages.recordSuccess({ isWrite: false });
    // PostgreSQL delivers nothing of what was published before LISTEN.
    onGap();
    if (owes) carry(GAP);
    owes = false;
  }

  function carry(payload: string): void {
    const carrier = client;
    if (!carrier) {
      owes = true;
      return;
    }
    say(carrier, "SELECT pg_notify($1, $2)", [CHANNEL, payload]).catch((err: unknown) => {
      owes = true;
      if (client === carrier) lose(carrier, err);
    });
  }

  function begin(): void {
    connecting = connect();
  }

  const asking = setInterval(() => {
    const pinged = client;
    if (pinged) say(pinged, "SELECT 1").catch((err: unknown) => client === pinged && lose(pinged, err));
  }, ASK_EVERY_MS).unref();
  begin();
  return {
    carry,
    get isConnected() {
      return client !== null;
    },
    async [Symbol.asyncDispose]() {
      isOver = true;
      clearInterval(asking);
      clearTimeout(timer);
      await connecting;
      const last = client;
      client = null;
      await last?.end().catch(() => {});
    },
  };
}
