// Publishes changes to all tabs and devices of a person, and to the members of a platoon, across processes.
import { EventEmitter, on } from "node:events";
import { z } from "zod";
import type { PubSub } from "#platform/pubsub/pubsub.ts";

/** The kind and the id of a change in a person's locker. */
const lockerChange = z.object({ what: z.enum(["loadout", "folder", "share", "import"]), id: z.string() });
type LockerChange = z.infer<typeof lockerChange>;

/** The kind and the id of a change in a platoon. */
const platoonChange = z.object({ what: z.enum(["loadout", "members", "squads", "board", "feed"]), id: z.string() });
type PlatoonChange = z.infer<typeof platoonChange>;

export type Events = {
  /** Publishes to all subscriptions of this person's locker. */
  publish(userId: string, change: LockerChange): void;
  /** Yields the changes from now on. It ends with the signal, or when a change may have been lost; the client then reads everything again. */
  subscribe(userId: string, signal: AbortSignal): AsyncIterable<LockerChange>;
  /** Publishes to all subscriptions of a platoon. Subscribers check that the person is still a member. */
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
    publish: (userId, change) => send(getLockerTopic(userId), change),
    subscribe: (userId, signal) => listen(getLockerTopic(userId), lockerChange, signal),
    publishToPlatoon: (organizationId, change) => send(getPlatoonTopic(organizationId), change),
    subscribeToPlatoon: (organizationId, signal) => listen(getPlatoonTopic(organizationId), platoonChange, signal),
  };
}

const getLockerTopic = (userId: string): string => `locker:${userId}`;
const getPlatoonTopic = (organizationId: string): string => `platoon:${organizationId}`;
