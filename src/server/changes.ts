// Word of what changed, from whoever changed it to whoever watches, in whichever process.
import { EventEmitter, on } from "node:events";
import { z } from "zod";
import { Fault } from "#domain/fault.ts";
import type { Messages } from "./messages/messages.ts";

/** What changed in somebody's locker, by its id. */
const lockerChange = z.object({ what: z.enum(["loadout", "folder", "share", "import"]), id: z.string() });
type LockerChange = z.infer<typeof lockerChange>;

/** One person's screens that watch at once, in this process. */
const MOST_WATCHERS = 30;

/** A watch ends after this long, and its screen comes again: so a session that has ended is noticed. */
const LONGEST_MS = 10 * 60_000;

export type Changes = Disposable & {
  /** Tells everyone who watches this person's locker. */
  tell(userId: string, change: LockerChange): void;
  /**
   * The changes from now on, until the signal, ten minutes, or the end of the process; also until a change may have been
   * missed: its screen comes again, and asks for everything. Faults: `too_many`.
   */
  of(userId: string, signal: AbortSignal | undefined): AsyncIterable<LockerChange>;
  /** How many watch. */
  readonly watchers: number;
};

export function createChanges(messages: Messages): Changes {
  const end = new AbortController();
  let watchers = 0;
  return {
    tell: (userId, change) => messages.send(lockerOf(userId), JSON.stringify(change)),
    async *of(userId, signal) {
      if (messages.listeners(lockerOf(userId)) >= MOST_WATCHERS) throw new Fault("too_many");
      const missed = new AbortController();
      const ends = [missed.signal, end.signal, AbortSignal.timeout(LONGEST_MS)];
      const stop = AbortSignal.any(signal ? [signal, ...ends] : ends);
      const heard = new EventEmitter();
      using _listening = messages.on(lockerOf(userId), {
        heard: (text) => void heard.emit("change", lockerChange.parse(JSON.parse(text))),
        missed: () => missed.abort(),
      });
      watchers += 1;
      try {
        for await (const [change] of on(heard, "change", { signal: stop })) yield change;
      } catch (error) {
        if (!stop.aborted) throw error;
      } finally {
        watchers -= 1;
      }
    },
    get watchers() {
      return watchers;
    },
    [Symbol.dispose]: () => end.abort(),
  };
}

const lockerOf = (userId: string): string => `locker:${userId}`;
