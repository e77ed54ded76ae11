import type { Visitor } from "#test/harness/visitor.ts";
import type { World } from "#test/harness/world.ts";
import { aLoadout, newLoadout } from "./lockers.ts";

/** A loadout as an import sends it. */
export const incoming = (world: Pick<World, "context">, number: number, name = `No. ${number}`) => ({
  ...newLoadout(aLoadout(world), name),
  number,
});

export type Incoming = ReturnType<typeof incoming>;

/** A request has room for so many of 1 kB each. */
const PAGE = 50;

/** Sends an import in pages; answers its id. */
export async function sendAll({ trpc }: Visitor, loadouts: readonly Incoming[]): Promise<string> {
  const importId = crypto.randomUUID();
  for (let at = 0; at < loadouts.length; at += PAGE) {
    await trpc.lockerImport.send.mutate({ importId, loadouts: loadouts.slice(at, at + PAGE) });
  }
  return importId;
}
