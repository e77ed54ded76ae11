// Word between processes: what one says, those of the others who listen for it hear, and its own do as well.
import { randomUUID } from "node:crypto";
import { z } from "zod";

/** Short texts: PostgreSQL carries 8,000 bytes, and who wants to know more asks the database. */
const LONGEST = 4000;

type Listener = {
  heard(text: string): void;
  /** Something may have been said that did not arrive. */
  missed(): void;
};

export type Messages = AsyncDisposable & {
  /** Tells everyone who listens for this topic, once each; it arrives or `missed` is told, and nobody waits for it. */
  send(topic: string, text: string): void;
  /** Listens until disposed of. */
  on(topic: string, listener: Listener): Disposable;
  /** How many listen in this process. */
  listeners(topic: string): number;
  /** Whether what is said now arrives; false while the line between processes is lost. */
  readonly isWhole: boolean;
};

/** What lies between the processes. */
export type Line = AsyncDisposable & {
  carry(payload: string): void;
  readonly isWhole: boolean;
};

/** What a line tells this process. */
export type LineEnd = {
  arrived(payload: string): void;
  /** The line is there, for the first time or again. */
  mended(): void;
};

/** A line carries this in the place of what it could not carry: something was missed. */
export const SOMETHING_MISSED = "";

const envelope = z.object({ from: z.string(), topic: z.string(), text: z.string() });

/** Messages over a line; without one, within this process. */
export function createMessages(openLine: (end: LineEnd) => Line = noLine): Messages {
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
      if (payload === SOMETHING_MISSED) return missed();
      const said = envelope.safeParse(jsonOf(payload));
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

const noLine = (): Line => ({ carry: () => {}, isWhole: true, [Symbol.asyncDispose]: async () => {} });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
