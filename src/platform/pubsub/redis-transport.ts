import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "#platform/redis.ts";
import type { PubSubTransport, TransportEvents } from "./pubsub.ts";

const BEAT_EVERY_MS = 2000;
/** A listening connection that does not receive a beat of this process within this time is replaced. */
const HEAR_WITHIN_MS = 1000;

/**
 * A transport over Redis, for processes of several machines. The client library reports neither that it listens to another node of
 * a cluster nor a connection that is silent: beats show both.
 */
export function redisTransport(redis: Redis, { onPayload, onConnected, makeBeat }: TransportEvents): PubSubTransport {
  const channel = `fieldlocker:${redis.place}:messages`;
  const listener = redis.listener();
  let isConnected = false;
  /** The latest beat of this process, until it is received. */
  let awaited: string | null = null;
  const lost = () => {
    isConnected = false;
  };
  const carry = async (payload: string): Promise<boolean> =>
    (await redis.ask((client) => client.publish(channel, payload))) !== null;
  async function beat(): Promise<void> {
    const payload = makeBeat();
    awaited = payload;
    if (!(await carry(payload))) return;
    await sleep(HEAR_WITHIN_MS, undefined, { ref: false });
    // A process that was held up itself reads what has arrived before it gives up.
    await nextTurn();
    if (awaited !== payload || listener.status !== "ready") return;
    lost();
    listener.disconnect(true);
  }
  // The client subscribes again by itself; listeners get a gap, because messages were lost in between.
  const subscribe = () =>
    listener.subscribe(channel).then(() => {
      isConnected = true;
      onConnected();
      void beat();
    }, lost);
  listener.on("message", (_channel, payload) => {
    if (payload === awaited) awaited = null;
    onPayload(payload);
  });
  listener.on("ready", () => void subscribe());
  listener.on("close", lost);
  // The connection logs its own errors.
  listener.on("error", lost);
  const beating = setInterval(() => void beat(), BEAT_EVERY_MS).unref();
  return {
    carry: (payload) => void carry(payload),
    get isConnected() {
      return isConnected && redis.isUp;
    },
    async [Symbol.asyncDispose]() {
      clearInterval(beating);
      listener.removeAllListeners("end");
      listener.disconnect();
    },
  };
}
