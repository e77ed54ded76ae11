// Publishes changes to the subscriptions of a person's other tabs and devices, in any process.
import { EventEmitter, on } from "node:events";
import { z } from "zod";
import type { PubSub } from "#platform/pubsub/pubsub.ts";

/** What changed in a person's locker, by its id. */
const lockerChange = z.object({ what: z.enum(["loadout", "folder", "share", "import"]), id: z.string() });
type LockerChange = z.infer<typeof lockerChange>;

export type Events = {
  /** Publishes to every subscription of this person's locker. */
  tell(userId: string, change: LockerChange): void;
  /** The changes from now on, until the signal; also until one may have been missed: then the screen asks for everything. */
  of(userId: string, signal: AbortSignal): AsyncIterable<LockerChange>;
};

export function createEvents(messages: PubSub): Events {
  return {
    tell: (userId, change) => messages.send(getLocker(userId), JSON.stringify(change)),
    async *of(userId, signal) {
      const missed = new AbortController();
      const stop = AbortSignal.any([signal, missed.signal]);
      const heard = new EventEmitter();
      using _listening = messages.on(getLocker(userId), {
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

const getLocker = (userId: string): string => `locker:${userId}`;
