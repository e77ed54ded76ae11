// The sections of the list, and moves within it.
import { byOrder, type LockerOrder } from "#domain/loadout/locker-query.ts";
import { MAX_PER_CALL } from "#web/data/gathered-locker.ts";
import type { SavedLoadout } from "#web/features/loadout/loadout-search.ts";

export type Sections = { pinned: readonly SavedLoadout[]; others: readonly SavedLoadout[] };

/** Divides loadouts into pinned and others, in the chosen order. */
export function getSections(items: readonly SavedLoadout[], order: LockerOrder = "changed"): Sections {
  const sorted = items.toSorted(byOrder(order));
  return {
    pinned: sorted.filter(({ pinnedAt }) => pinnedAt !== null),
    others: sorted.filter(({ pinnedAt }) => pinnedAt === null),
  };
}

/** Returns the first `count` loadouts of both sections. */
export const getDrawn = ({ pinned, others }: Sections, count: number): Sections => ({
  pinned: pinned.slice(0, count),
  others: others.slice(0, Math.max(0, count - pinned.length)),
});

type Neighbours = { afterId: string | null; above: string | null; below: string | null };

/** Returns the new neighbours of a loadout that moves up, down or to the top; null if it cannot move. */
export function getStep(items: readonly SavedLoadout[], id: string, step: "up" | "down" | "top"): Neighbours | null {
  const index = items.findIndex((saved) => saved.id === id);
  const last = step === "down" ? items.length - 1 : 0;
  if (index < 0 || (index === last && step !== "top")) return null;
  const above = step === "top" ? undefined : items[step === "up" ? index - 2 : index + 1];
  const below = step === "top" ? items[0] : items[step === "up" ? index - 1 : index + 2];
  return { afterId: above?.id ?? null, above: above?.place ?? null, below: below?.place ?? null };
}

export const splitIntoPages = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / MAX_PER_CALL) }, (_, page) =>
    items.slice(page * MAX_PER_CALL, (page + 1) * MAX_PER_CALL),
  );

type Arrange = (items: readonly SavedLoadout[], where: { folderId: string | null }) => Promise<unknown>;

/** Moves each loadout back to its previous folder. */
export function undoArrangement(items: readonly SavedLoadout[], arrange: Arrange): Promise<unknown> {
  const folders = new Set(items.map(({ folderId }) => folderId));
  return Promise.all(
    [...folders].map((folderId) =>
      arrange(
        items.filter((saved) => saved.folderId === folderId),
        { folderId },
      ),
    ),
  );
}
