// Creates guests and measures their calls; shared by several measurements.
import { setTimeout } from "node:timers/promises";
import type { Visitor } from "#test/harness/visitor.ts";
import type { World } from "#test/harness/world.ts";

const CALLS = 15;

export type Guest = { visitor: Visitor; userId: string };

/** Creates a visitor with a guest's session. */
export async function createGuest(world: World): Promise<Guest> {
  const visitor = world.visitor();
  await visitor.post("/api/auth/sign-in/anonymous");
  const { user } = await (await visitor.fetch("/api/auth/get-session")).json();
  return { visitor, userId: user.id };
}

/** Waits after a database was filled, so that the next call does not reuse a connection that the server has closed. */
export const waitForConnections = (): Promise<void> => setTimeout(200);

/** Returns the median time of several calls, in ms. */
export async function measureTime(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < CALLS; count += 1) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b)[CALLS >> 1] ?? Number.NaN;
}
