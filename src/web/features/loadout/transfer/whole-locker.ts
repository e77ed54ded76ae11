import type { DataClient } from "#web/data/trpc.ts";
import type { Saved } from "#web/features/loadout/answers.ts";

type Cursor = { key: string; id: string } | null;

/** Every loadout of the locker, of both games, in the owner's order. */
export async function wholeLocker({ loadout }: DataClient): Promise<Saved[]> {
  const all: Saved[] = [];
  let cursor: Cursor = null;
  do {
    const page: { items: Saved[]; nextCursor: Cursor } = await loadout.list.query({ order: "own", cursor });
    all.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return all;
}
