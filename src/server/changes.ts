// Word of what changed, from whoever changed it to whoever watches, within this process.
import { EventEmitter, on } from "node:events";
import { Fault } from "#domain/fault.ts";

/** What changed in somebody's locker, by its id. */
type LockerChange = { what: "loadout" | "folder" | "share" | "import"; id: string };

/** One person's screens that watch at once, in this process. */
const MOST_WATCHERS = 30;

/** A watch ends after this long, and its screen comes again: so a session that has ended is noticed. */
const LONGEST_MS = 10 * 60_000;

export type Changes = Disposable & {
  /** Tells everyone who watches this person's locker. */
  tell(userId: string, change: LockerChange): void;
  /** The changes from now on, until the signal, ten minutes, or the end of the process. Faults: `too_many`. */
  of(userId: string, signal: AbortSignal | undefined): AsyncIterable<LockerChange>;
  /** How many watch. */
  readonly watchers: number;
};

export function createChanges(): Changes {
  const emitter = new EventEmitter().setMaxListeners(0);
  const end = new AbortController();
  return {
    tell: (userId, change) => void emitter.emit(lockerOf(userId), change),
    async *of(userId, signal) {
      if (emitter.listenerCount(lockerOf(userId)) >= MOST_WATCHERS) throw new Fault("too_many");
      const stop = AbortSignal.any([...(signal ? [signal] : []), end.signal, AbortSignal.timeout(LONGEST_MS)]);
      try {
        for await (const [change] of on(emitter, lockerOf(userId), { signal: stop })) yield change;
      } catch (error) {
        if (!stop.aborted) throw error;
      }
    },
    get watchers() {
      const lockers = emitter.eventNames().filter((name) => name !== "error");
      return lockers.reduce((sum, name) => sum + emitter.listenerCount(name), 0);
    },
    [Symbol.dispose]: () => end.abort(),
  };
}

/** A name no event of the platform's own bears. */
const lockerOf = (userId: string): string => `locker:${userId}`;
