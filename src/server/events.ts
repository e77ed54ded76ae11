// Publishes changes to the subscriptions of a person's other tabs and devices, and of a platoon's members, in any process.
import { EventEmitter, on } from "node:events";
import { z } from "zod";
import type { PubSub } from "#platform/pubsub/pubsub.ts";

/** What changed in a person's locker, by its id. */
const lockerChange = z.object({ what: z.enum(["loadout", "folder", "share", "import"]), id: z.string() });
type LockerChange = z.infer<typeof lockerChange>;

/** What changed in a platoon, by its id. */
const platoonChange = z.object({ what: z.enum(["loadout", "members", "squads", "board", "feed"]), id: z.string() });
type PlatoonChange = z.infer<typeof platoonChange>;

export type Events = {
  /** Publishes to every subscription of this person's locker. */
  publish(userId: string, change: LockerChange): void;
  /** The changes from now on, until the signal or until a change may have been lost: then the screen reads everything again. */
  subscribe(userId: string, signal: AbortSignal): AsyncIterable<LockerChange>;
  /** The same for a platoon; the subscriber checks that the person is still a member. */
  publishToPlatoon(organizationId: string, change: PlatoonChange): void;
  subscribeToPlatoon(organizationId: string, signal: AbortSignal): AsyncIterable<PlatoonChange>;
};

export function createEvents(messages: PubSub): Events {
  async function* listen<Change>(topic: string, schema: z.ZodType<Change>, signal: AbortSignal): AsyncIterable<Change> {
    const gap = new AbortController();
    const stop = AbortSignal.any([signal, gap.signal]);
    const emitter = new EventEmitter();
    using _listening = messages.on(topic, {
      onMessage: (text) => void emitter.emit("change", schema.parse(JSON.parse(text))),
      onGap: () => gap.abort(),
    });
    try {
      for await (const [change] of on(emitter, "change", { signal: stop })) yield change;
    } catch (error) {
      if (!stop.aborted) throw error;
    }
  }
  const send = (topic: string, change: object) => messages.send(topic, JSON.stringify(change));
  return {
    publish: (userId, change) => send(getLocker(userId), change),
    subscribe: (userId, signal) => listen(getLocker(userId), lockerChange, signal),
    publishToPlatoon: (organizationId, change) => send(getPlatoon(organizationId), change),
    subscribeToPlatoon: (organizationId, signal) => listen(getPlatoon(organizationId), platoonChange, signal),
  };
}

const getLocker = (userId: string): string => `locker:${userId}`;
const getPlatoon = (organizationId: string): string => `platoon:${organizationId}`;
