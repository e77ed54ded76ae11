// Word of what changed, from whoever changed it to whoever watches, within this process.
import { EventEmitter, on } from "node:events";

type LockerChange = { loadoutId: string };

export type Changes = Disposable & {
  /** Tells everyone who watches this person's locker. */
  tell(userId: string, change: LockerChange): void;
  /** The changes from now on, until the signal or the end of the process. */
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
      const stop = signal ? AbortSignal.any([signal, end.signal]) : end.signal;
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
