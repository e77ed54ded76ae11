// Word of what changed, from whoever changed it to whoever watches, in whichever process.
import { EventEmitter, on } from "node:events";
import { z } from "zod";
import type { Messages } from "./messages/messages.ts";

/** What changed in somebody's locker, by its id. */
const lockerChange = z.object({ what: z.enum(["loadout", "folder", "share", "import"]), id: z.string() });
type LockerChange = z.infer<typeof lockerChange>;

export type Changes = {
  /** Tells everyone who watches this person's locker. */
  tell(userId: string, change: LockerChange): void;
  /** The changes from now on, until the signal; also until one may have been missed: then the screen asks for everything. */
  of(userId: string, signal: AbortSignal): AsyncIterable<LockerChange>;
};

export function createChanges(messages: Messages): Changes {
  return {
    tell: (userId, change) => messages.send(lockerOf(userId), JSON.stringify(change)),
    async *of(userId, signal) {
      const missed = new AbortController();
      const stop = AbortSignal.any([signal, missed.signal]);
      const heard = new EventEmitter();
      using _listening = messages.on(lockerOf(userId), {
        heard: (text) => void heard.emit("change", lockerChange.parse(JSON.parse(text))),
        missed: () => missed.abort(),
      });
      try {
        for await (const [change] of on(heard, "change", { signal: stop })) yield change;
      } catch (error) {
        if (!stop.aborted) throw error;
      }
    },
  };
}

const lockerOf = (userId: string): string => `locker:${userId}`;
