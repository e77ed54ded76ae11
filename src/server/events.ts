// Publishes changes to the subscriptions of a person's other tabs and devices, and of a platoon's members, in any process.
import { EventEmitter, on } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { PubSub } from "#platform/pubsub/pubsub.ts";
import type { Replica } from "#server/database/replica.ts";

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

type Marks = Pick<Replica, "recordChange">;

export function createEvents(messages: PubSub, marks: Marks | null): Events {
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
  const send = (ownerId: string, topic: string, change: object) => {
    const publish = () => messages.send(topic, JSON.stringify(change));
    if (marks) void publishMarked(marks, ownerId, publish);
    else publish();
  };
  return {
    publish: (userId, change) => send(userId, getLocker(userId), change),
    subscribe: (userId, signal) => listen(getLocker(userId), lockerChange, signal),
    publishToPlatoon: (organizationId, change) => send(organizationId, getPlatoon(organizationId), change),
    subscribeToPlatoon: (organizationId, signal) => listen(getPlatoon(organizationId), platoonChange, signal),
  };
}

const MARK_AGAIN_MS = 500;
/** Ten minutes of them. */
const MAX_MARK_TRIES = 1200;

/**
 * Publishes once the mark is set, so that what subscribers then read has the change. While that fails, as when the primary has just
 * died, they are notified at once, and again after the mark: in between a replica may answer them without the change.
 */
async function publishMarked(marks: Marks, ownerId: string, publish: () => void): Promise<void> {
  for (let tries = 1; tries <= MAX_MARK_TRIES; tries += 1) {
    const isMarked = await marks.recordChange(ownerId).then(
      () => true,
      () => false,
    );
    if (isMarked || tries === 1) publish();
    if (isMarked) return;
    await sleep(MARK_AGAIN_MS, undefined, { ref: false });
  }
}

const getLocker = (userId: string): string => `locker:${userId}`;
const getPlatoon = (organizationId: string): string => `platoon:${organizationId}`;
