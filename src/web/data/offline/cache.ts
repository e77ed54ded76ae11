// The part of a user's locker that is stored on this device.

import type { PendingCall } from "#web/data/offline/outbox/pending-mutation.ts";
import { applied, byId, type Known, type Saved, withSaved } from "./locker.ts";
import { buildName, readValue, updateValue } from "./store.ts";

type Locker = { build: string; at: number; known: Known };

/** Keeps what is known now; what an older build knew is forgotten. */
export const storeSeen = (owner: string, change: (known: Known) => Known): Promise<void> =>
  updateValue<Locker>("locker", owner, (locker) => {
    const build = buildName();
    return { build, at: Date.now(), known: change(locker?.build === build ? locker.known : {}) };
  });

/** The server has taken this change: where it was known before, it is known as it is now. */
export function updateCache(owner: string, call: PendingCall, data: unknown): Promise<void> {
  // The path names the type.
  if (call.call === "loadout.save") return storeSeen(owner, (known) => withSaved(known, data as Saved));
  const change = { ...call, id: "", name: "", at: new Date().toISOString() };
  return storeSeen(owner, (known) => byId(applied(Object.values(known), [change])));
}

/** What is known of the locker, and since when; null where this build knows nothing yet. */
export async function getLocker(owner: string): Promise<Locker | null> {
  const locker = await readValue<Locker>("locker", owner);
  return locker?.build === buildName() ? locker : null;
}
