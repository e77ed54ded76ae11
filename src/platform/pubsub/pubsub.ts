// Publish and subscribe between processes: a message reaches the listeners of all processes, the publisher's included.
import { randomUUID } from "node:crypto";
import { z } from "zod";

/** Short texts: PostgreSQL carries 8,000 bytes, and who wants to know more asks the database. */
const LONGEST = 4000;

type Listener = {
  heard(text: string): void;
  /** Something may have been said that did not arrive. */
  missed(): void;
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
  /** Whether what is said now arrives; false while the line between processes is lost. */
  readonly isWhole: boolean;
};

/** What lies between the processes. */
export type PubSubTransport = AsyncDisposable & {
  carry(payload: string): void;
  readonly isWhole: boolean;
};

/** What a transport calls in this process. */
export type TransportEnd = {
  arrived(payload: string): void;
  /** The line is there, for the first time or again. */
  mended(): void;
};

/** A line carries this in the place of what it could not carry: something was missed. */
export const GAP = "";

const envelope = z.object({ from: z.string(), topic: z.string(), text: z.string() });

/** Messages over a line; without one, within this process. */
export function createPubSub(openLine: (end: TransportEnd) => PubSubTransport = noLine): PubSub {
  const from = randomUUID();
  const listening = new Map<string, Set<Listener>>();
  const tell = (topic: string, text: string) => {
    for (const listener of listening.get(topic) ?? []) listener.heard(text);
  };
  const missed = () => {
    for (const listeners of listening.values()) for (const listener of listeners) listener.missed();
  };
  const line = openLine({
    arrived(payload) {
      if (payload === GAP) return missed();
      const said = envelope.safeParse(toJson(payload));
      // What this process said its own listeners have heard.
      if (said.success && said.data.from !== from) tell(said.data.topic, said.data.text);
    },
    mended: missed,
  });
  return {
    send(topic, text) {
      const payload = JSON.stringify({ from, topic, text });
      if (payload.length > LONGEST) throw new RangeError("A message between processes is short.");
      line.carry(payload);
      tell(topic, text);
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
    get isWhole() {
      return line.isWhole;
    },
    [Symbol.asyncDispose]: () => line[Symbol.asyncDispose](),
  };
}

const noLine = (): PubSubTransport => ({ carry: () => {}, isWhole: true, [Symbol.asyncDispose]: async () => {} });

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
