// Guests whose calls are timed: what the measurements of a locker and of soldiers share.
import { setTimeout } from "node:timers/promises";
import type { Visitor } from "#test/harness/visitor.ts";
import type { World } from "#test/harness/world.ts";

const CALLS = 15;

export type Guest = { visitor: Visitor; userId: string };

/** A visitor with a session and no account. */
export async function newGuest(world: World): Promise<Guest> {
  const visitor = world.visitor();
  await visitor.post("/api/auth/sign-in/anonymous");
  const { user } = await (await visitor.fetch("/api/auth/get-session")).json();
  return { visitor, userId: user.id };
}

/** Filling leaves a server no time for its connections; what it closes then is noticed before the next call. */
export const rest = (): Promise<void> => setTimeout(200);

/** The median time of a few calls, in ms. */
export async function measureTime(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < CALLS; count += 1) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[CALLS >> 1] ?? Number.NaN;
}
