import type { Visitor } from "#test/harness/visitor.ts";
import type { World } from "#test/harness/world.ts";
import { buildLoadout, newLoadout } from "./lockers.ts";

/** Returns a loadout in the form that an import sends. */
export const createImportItem = (world: Pick<World, "context">, number: number, name = `No. ${number}`) => ({
  ...newLoadout(buildLoadout(world), name),
  number,
});

export type ImportItem = ReturnType<typeof createImportItem>;

/** The number of loadouts of 1 kB that fit into a request. */
const PAGE_SIZE = 50;

/** Sends an import in pages; returns its id. */
export async function sendLockerImport({ trpc }: Visitor, loadouts: readonly ImportItem[]): Promise<string> {
  const importId = crypto.randomUUID();
  for (let start = 0; start < loadouts.length; start += PAGE_SIZE) {
    await trpc.lockerImport.send.mutate({ importId, loadouts: loadouts.slice(start, start + PAGE_SIZE) });
  }
  return importId;
}
