import pg from "pg";
import type { OutageLog } from "#platform/database/outage-log.ts";
import type { PubSubTransport, TransportEvents } from "./pubsub.ts";

const CHANNEL = "fieldlocker";
/** The payload sent after a reconnection in place of payloads that could not be sent. */
const GAP = "";
const RECONNECT_AFTER_MS = 500;
/** Interval and timeout of the connection check. */
const PING_EVERY_MS = 5000;
const CONNECTION = { connectionTimeoutMillis: 2000, query_timeout: 2000, keepAlive: true };

/** Creates a transport over PostgreSQL: LISTEN and NOTIFY on its own connection, whose application name is `name`. */
export function postgresTransport(
  { url, name }: { url: string; name: string },
  outages: OutageLog,
  { onPayload, onGap }: TransportEvents,
): PubSubTransport {
  let client: pg.Client | null = null;
  let isDisposed = false;
  /** Whether a message was not delivered; the listeners of other processes then get a gap after the reconnection. */
  let hasGap = false;
  let timer: NodeJS.Timeout | undefined;
  let connecting: Promise<void> = Promise.resolve();
  let sending: Promise<unknown> = Promise.resolve();

  /** Runs statements one after the other, as a connection runs one at a time. */
  function runStatement(to: pg.Client, statement: string, values: readonly string[] = []): Promise<unknown> {
    const message = sending.then(() => to.query(statement, [...values]));
    sending = message.catch(() => {});
    return message;
  }

  function handleDisconnect(lost: pg.Client, err?: unknown): void {
    lost.removeAllListeners("error").on("error", () => {});
    void lost.end().catch(() => {});
    if (client === lost) {
      client = null;
      outages.recordFailure(err);
    }
    if (!isDisposed) timer = setTimeout(startConnecting, RECONNECT_AFTER_MS);
  }

  async function connect(): Promise<void> {
    const newClient = new pg.Client({ ...CONNECTION, connectionString: url, application_name: name });
    newClient.on("notification", ({ payload }) => (payload ? onPayload(payload) : onGap()));
    try {
      newClient.once("error", () => {});
      await newClient.connect();
      await newClient.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      return handleDisconnect(newClient, error);
    }
    if (isDisposed) return newClient.end();
    newClient.removeAllListeners("error").once("error", (err) => handleDisconnect(newClient, err));
    client = newClient;
    outages.recordSuccess({ isWrite: false });
    // Messages published before LISTEN are not delivered.
    onGap();
    if (hasGap) send(GAP);
    hasGap = false;
  }

  function send(payload: string): void {
    const sender = client;
    if (!sender) {
      hasGap = true;
      return;
    }
    runStatement(sender, "SELECT pg_notify($1, $2)", [CHANNEL, payload]).catch((err: unknown) => {
      hasGap = true;
      if (client === sender) handleDisconnect(sender, err);
    });
  }

  function startConnecting(): void {
    connecting = connect();
  }

  const pingTimer = setInterval(() => {
    const pingedClient = client;
    if (pingedClient)
      runStatement(pingedClient, "SELECT 1").catch(
        (err: unknown) => client === pingedClient && handleDisconnect(pingedClient, err),
      );
  }, PING_EVERY_MS).unref();
  startConnecting();
  return {
    send,
    get isConnected() {
      return client !== null;
    },
    async [Symbol.asyncDispose]() {
      isDisposed = true;
      clearInterval(pingTimer);
      clearTimeout(timer);
      await connecting;
      const last = client;
      client = null;
      await last?.end().catch(() => {});
    },
  };
}
