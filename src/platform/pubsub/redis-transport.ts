import type { Redis } from "#platform/redis.ts";
import { GAP, type PubSubTransport, type TransportEvents } from "./pubsub.ts";

/** A connection that is silent for this time is checked. */
const ASK_EVERY_MS = 2000;

/** A transport over Redis, for processes of several machines. */
export function redisTransport(redis: Redis, { onPayload, onConnected }: TransportEvents): PubSubTransport {
  const channel = `fieldlocker:${redis.place}:messages`;
  const listener = redis.listener();
  let isConnected = false;
  /** A message that was not delivered: listeners get a gap once the connection carries messages again. */
  let owes = false;
  const lost = () => {
    isConnected = false;
  };
  // The client subscribes again by itself; listeners get a gap, because messages were lost in between.
  const subscribe = () =>
    listener.subscribe(channel).then(() => {
      isConnected = true;
      onConnected();
    }, lost);
  listener.on("message", (_channel, payload) => onPayload(payload));
  listener.on("ready", () => void subscribe());
  listener.on("close", lost);
  // The connection logs its own errors.
  listener.on("error", lost);
  const carry = async (payload: string): Promise<void> => {
    const message = await redis.ask((client) => client.publish(channel, payload));
    if (message === null) owes = true;
  };
  const asking = setInterval(() => {
    void askWhether(listener, lost);
    if (!owes || !redis.isUp) return;
    owes = false;
    void carry(GAP);
  }, ASK_EVERY_MS).unref();
  return {
    carry: (payload) => void carry(payload),
    get isConnected() {
      return isConnected && redis.isUp;
    },
    async [Symbol.asyncDispose]() {
      clearInterval(asking);
      listener.disconnect();
    },
  };
}

/** Replaces a connection that does not answer. */
async function askWhether(listener: ReturnType<Redis["listener"]>, lost: () => void): Promise<void> {
  if (listener.status !== "ready") return;
  let hasAnswered = false;
  const giveUp = () => {
    if (hasAnswered) return;
    lost();
    listener.disconnect(true);
  };
  // A process that was held up itself reads what has arrived before it gives up.
  const late = setTimeout(() => setImmediate(giveUp), ASK_EVERY_MS / 2).unref();
  await listener.ping().catch(lost);
  hasAnswered = true;
  clearTimeout(late);
}
