// Publish and subscribe between processes: a message reaches the listeners of all processes, the publisher's included.
import { randomUUID } from "node:crypto";
import { z } from "zod";

/** In characters. PostgreSQL carries 8,000 bytes; a listener reads details from the database. */
const MAX_PAYLOAD_LENGTH = 4000;

type Listener = {
  onMessage(text: string): void;
  /** Messages may have been lost. */
  onGap(): void;
};

export type PubSub = AsyncDisposable & {
  /**
   * Publishes to all listeners of the topic, at most once each; listeners of a lost message are called with a gap. Does
   * not wait.
   */
  send(topic: string, text: string): void;
  /** Listens until disposed of. */
  on(topic: string, listener: Listener): Disposable;
  /** How many listen in this process. */
  listeners(topic: string): number;
  /** Whether messages reach the other processes; false while the connection is lost. */
  readonly isConnected: boolean;
};

/** Carries payloads between processes. */
export type PubSubTransport = AsyncDisposable & {
  carry(payload: string): void;
  readonly isConnected: boolean;
};

/** What a transport calls in this process. */
export type TransportEvents = {
  onPayload(payload: string): void;
  /** Payloads of this or another process may have been lost. */
  onGap(): void;
};

const envelope = z.object({ from: z.string(), topic: z.string(), text: z.string() });

/** Publishes over a transport; without one, within this process. */
export function createPubSub(openTransport?: (events: TransportEvents) => PubSubTransport): PubSub {
  const from = randomUUID();
  const listening = new Map<string, Set<Listener>>();
  const publish = (topic: string, text: string) => {
    for (const listener of listening.get(topic) ?? []) listener.onMessage(text);
  };
  const transport = openTransport?.({
    onPayload(payload) {
      const { success, data } = envelope.safeParse(toJson(payload));
      // The listeners of the sending process were called by `send`.
      if (success && data.from !== from) publish(data.topic, data.text);
    },
    onGap() {
      for (const listeners of listening.values()) for (const listener of listeners) listener.onGap();
    },
  });
  return {
    send(topic, text) {
      const payload = JSON.stringify({ from, topic, text });
      if (payload.length > MAX_PAYLOAD_LENGTH) throw new RangeError("The message is longer than a transport carries.");
      transport?.carry(payload);
      publish(topic, text);
    },
    on(topic, listener) {
      const listeners = listening.get(topic) ?? new Set();
      listening.set(topic, listeners.add(listener));
      return {
        [Symbol.dispose]() {
          listeners.delete(listener);
          if (listeners.size === 0 && listening.get(topic) === listeners) listening.delete(topic);
        },
      };
    },
    listeners: (topic) => listening.get(topic)?.size ?? 0,
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
