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
  /** The connection was established, for the first time or again. */
  onConnected(): void;
  /**
   * A payload to carry at intervals where messages may be lost without an error. It has a number, as messages have: a receiver
   * that lacks one reports a gap.
   */
  makeBeat(): string;
};

/** Sent by a transport instead of a payload that it could not carry. */
export const GAP = "";

/** A beat has no topic. */
const envelope = z.object({
  from: z.string(),
  /** Counts what its process has sent, where its transport has beats. */
  number: z.int().optional(),
  topic: z.string().optional(),
  text: z.string().default(""),
});

/** Publishes over a transport; without one, within this process. */
export function createPubSub(openTransport: (events: TransportEvents) => PubSubTransport = openLocal): PubSub {
  const from = randomUUID();
  /** Messages and beats, from the first beat on. */
  let sent = 0;
  const listening = new Map<string, Set<Listener>>();
  const publish = (topic: string, text: string) => {
    for (const listener of listening.get(topic) ?? []) listener.onMessage(text);
  };
  const reportGap = () => {
    for (const listeners of listening.values()) for (const listener of listeners) listener.onGap();
  };
  const follow = createGapDetection(reportGap);
  const transport = openTransport({
    onPayload(payload) {
      if (payload === GAP) return reportGap();
      const { success, data } = envelope.safeParse(toJson(payload));
      // The listeners of the sending process were called by `send`.
      if (!success || data.from === from) return;
      if (data.number !== undefined) follow(data.from, data.number);
      if (data.topic !== undefined) publish(data.topic, data.text);
    },
    onConnected: reportGap,
    makeBeat: () => JSON.stringify({ from, number: ++sent }),
  });
  return {
    send(topic, text) {
      const number = sent > 0 ? ++sent : undefined;
      const payload = JSON.stringify({ from, number, topic, text });
      if (payload.length > MAX_PAYLOAD_LENGTH) throw new RangeError("The message is longer than a transport carries.");
      transport.carry(payload);
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
      return transport.isConnected;
    },
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  };
}

/** In a Redis cluster messages may overtake one another. What is missed at once, of several processes, is one gap. */
const MISSING_MS = 1000;
/** By then a process that starts has received a beat of every other. */
const ACQUAINTED_MS = 5000;
/** Processes that are followed, most of which have ended. */
const MAX_SENDERS = 1000;

/** Follows the numbers of each sender, and reports a gap where one does not arrive. */
function createGapDetection(reportGap: () => void) {
  /** `missing` counts the numbers between `settled` and `highest` that have not arrived. */
  const senders = new Map<string, { settled: number; highest: number; missing: number }>();
  const startedAt = performance.now();
  let checking: NodeJS.Timeout | undefined;

  function check(): void {
    checking = undefined;
    const lacking = [...senders.values()].filter(({ missing }) => missing > 0);
    for (const sender of lacking) Object.assign(sender, { settled: sender.highest, missing: 0 });
    if (lacking.length > 0) reportGap();
  }

  /** A new process starts with what it receives first; of another one that it meets later it lacks what came before. */
  function add(from: string, number: number) {
    const settled = performance.now() - startedAt < ACQUAINTED_MS ? number : 0;
    const sender = { settled, highest: settled, missing: 0 };
    senders.set(from, sender);
    const [oldest] = senders.keys();
    if (oldest !== undefined && senders.size > MAX_SENDERS) senders.delete(oldest);
    return sender;
  }

  return (from: string, number: number): void => {
    const sender = senders.get(from) ?? add(from, number);
    if (number <= sender.settled) return;
    sender.missing += number > sender.highest ? number - sender.highest - 1 : -1;
    sender.highest = Math.max(sender.highest, number);
    if (sender.missing > 0 && !checking) checking = setTimeout(check, MISSING_MS).unref();
  };
}

const openLocal = (): PubSubTransport => ({
  carry: () => {},
  isConnected: true,
  [Symbol.asyncDispose]: async () => {},
});

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
