// Publishes changes to the subscriptions of a person's other tabs and devices, in any process.
import { EventEmitter, on } from "node:events";
import { z } from "zod";
import type { PubSub } from "#platform/pubsub/pubsub.ts";

/** What changed in a person's locker, by its id. */
const lockerChange = z.object({ what: z.enum(["loadout", "folder", "share", "import"]), id: z.string() });
type LockerChange = z.infer<typeof lockerChange>;

export type Events = {
  /** Publishes to every subscription of this person's locker. */
  publish(userId: string, change: LockerChange): void;
  /** The changes from now on, until the signal or until a change may have been lost: then the screen reads everything again. */
  subscribe(userId: string, signal: AbortSignal): AsyncIterable<LockerChange>;
};

export function createEvents(messages: PubSub): Events {
  return {
    publish: (userId, change) => messages.send(getLocker(userId), JSON.stringify(change)),
    async *subscribe(userId, signal) {
      const gap = new AbortController();
      const stop = AbortSignal.any([signal, gap.signal]);
      const emitter = new EventEmitter();
      using _listening = messages.on(getLocker(userId), {
        onMessage: (text) => void emitter.emit("change", lockerChange.parse(JSON.parse(text))),
        onGap: () => gap.abort(),
      });
      try {
        for await (const [change] of on(emitter, "change", { signal: stop })) yield change;
      } catch (error) {
        if (!stop.aborted) throw error;
      }
    },
  };
}

const getLocker = (userId: string): string => `locker:${userId}`;
