// The statistics of stored snapshots, parsed once and cached by a hash of their text: a snapshot never changes.
import { createHash } from "node:crypto";
import { type Statistics, statistics } from "#domain/soldier/statistics.ts";
import { ComputingCache } from "./computing-cache.ts";
import { unpacked } from "./database/packed.ts";
import { inOwnTurn } from "./event-loop.ts";

/** Entries of all cached snapshots together, at about 100 bytes each. A soldier of the service has 2,000. */
const MAX_ENTRIES = 300_000;

const parsed = new ComputingCache<Statistics>(MAX_ENTRIES, entriesOf);

/** The cache key of a snapshot by its packed text. */
export const snapshotHash = (body: string): string => createHash("sha256").update(body).digest("base64url");

/** What a packed snapshot holds. Several in a row leave the event loop to others: the largest takes 30 ms. Not to be changed. */
export async function readStatistics(body: string): Promise<Readonly<Statistics>> {
  const read = await parsed.get(snapshotHash(body), () => inOwnTurn(() => statistics.parse(unpacked(body))));
  if (!read) throw new TypeError("A snapshot holds nothing.");
  return read;
}

function entriesOf({ figures, counters, targets, tables }: Statistics): number {
  const rows = Object.values(tables).flat();
  return (
    [figures, counters, targets].reduce((sum, all) => sum + Object.keys(all).length, 0) +
    rows.reduce((sum, { values }) => sum + 3 + Object.keys(values).length, 0)
  );
}
