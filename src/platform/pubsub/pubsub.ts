// Publish and subscribe between processes: a message reaches the listeners of all processes, including the publisher's.
import { randomUUID } from "node:crypto";
import { z } from "zod";

/** In characters. A PostgreSQL notification is limited to 8,000 bytes; listeners read details from the database. */
const MAX_PAYLOAD_LENGTH = 4000;

type Listener = {
  onMessage(text: string): void;
  /** Called when messages may have been lost. */
  onGap(): void;
};

export type PubSub = AsyncDisposable & {
  /**
   * Publishes to all listeners of the topic, at most once each, without waiting. After a lost message `onGap` is called
   * instead.
   */
  send(topic: string, text: string): void;
  /** Listens until disposed of. */
  on(topic: string, listener: Listener): Disposable;
  /** Returns the number of listeners in this process. */
  listeners(topic: string): number;
  /** Whether messages reach the other processes; false while the connection is lost. */
  readonly isConnected: boolean;
};

/** Carries payloads between processes. */
export type PubSubTransport = AsyncDisposable & {
  send(payload: string): void;
  readonly isConnected: boolean;
};

/** What a transport calls in this process. */
export type TransportEvents = {
  onPayload(payload: string): void;
  /** Called when payloads of this or another process may have been lost. */
  onGap(): void;
};

const envelope = z.object({ from: z.string(), topic: z.string(), text: z.string() });

/** Creates a PubSub over a transport; without a transport it works within this process. */
export function createPubSub(openTransport?: (events: TransportEvents) => PubSubTransport): PubSub {
  const from = randomUUID();
  const listenersByTopic = new Map<string, Set<Listener>>();
  const publish = (topic: string, text: string) => {
    for (const listener of listenersByTopic.get(topic) ?? []) listener.onMessage(text);
  };
  const transport = openTransport?.({
    onPayload(payload) {
      const { success, data } = envelope.safeParse(toJson(payload));
      // The listeners of the sending process were called by `send`.
      if (success && data.from !== from) publish(data.topic, data.text);
    },
    onGap() {
      for (const listeners of listenersByTopic.values()) for (const listener of listeners) listener.onGap();
    },
  });
  return {
    send(topic, text) {
      const payload = JSON.stringify({ from, topic, text });
      if (payload.length > MAX_PAYLOAD_LENGTH) throw new RangeError("The message is longer than a transport carries.");
      transport?.send(payload);
      publish(topic, text);
    },
    on(topic, listener) {
      const listeners = listenersByTopic.get(topic) ?? new Set();
      listenersByTopic.set(topic, listeners.add(listener));
      return {
        [Symbol.dispose]() {
          listeners.delete(listener);
          if (listeners.size === 0 && listenersByTopic.get(topic) === listeners) listenersByTopic.delete(topic);
        },
      };
    },
    listeners: (topic) => listenersByTopic.get(topic)?.size ?? 0,
    get isConnected() {
      return transport?.isConnected ?? true;
    },
    async [Symbol.asyncDispose]() {
      await transport?.[Symbol.asyncDispose]();
    },
  };
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
