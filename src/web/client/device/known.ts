// The known part of a person's locker, kept on this device.
import { applied, byId, type Known, type Saved, withSaved } from "./locker.ts";
import { buildName, readValue, updateValue } from "./store.ts";
import type { WaitingCall } from "./waiting.ts";

type Locker = { build: string; at: number; known: Known };

/** Keeps what is known now; what an older build knew is forgotten. */
export const learn = (owner: string, change: (known: Known) => Known): Promise<void> =>
  updateValue<Locker>("locker", owner, (locker) => {
    const build = buildName();
    return { build, at: Date.now(), known: change(locker?.build === build ? locker.known : {}) };
  });

/** The server has taken this change: where it was known before, it is known as it is now. */
export function learnChange(owner: string, call: WaitingCall, data: unknown): Promise<void> {
  // The path names the type.
  if (call.call === "loadout.save") return learn(owner, (known) => withSaved(known, data as Saved));
  const change = { ...call, id: "", name: "", at: new Date().toISOString() };
  return learn(owner, (known) => byId(applied(Object.values(known), [change])));
}

/** What is known of the locker, and since when; null where this build knows nothing yet. */
export async function lockerOf(owner: string): Promise<Locker | null> {
  const locker = await readValue<Locker>("locker", owner);
  return locker?.build === buildName() ? locker : null;
}
