// How what was found lies on the screen.
import { byOrder, type LockerOrder } from "#domain/loadout/locker-query.ts";
import { MAX_PER_CALL } from "#web/data/gathered-locker.ts";
import type { Saved } from "#web/features/loadout/loadout-search.ts";

export type Sections = { pinned: readonly Saved[]; others: readonly Saved[] };

/** The pinned ones apart, in the order asked for. */
export function getSections(items: readonly Saved[], order: LockerOrder = "changed"): Sections {
  const sorted = items.toSorted(byOrder(order));
  return {
    pinned: sorted.filter(({ pinnedAt }) => pinnedAt !== null),
    others: sorted.filter(({ pinnedAt }) => pinnedAt === null),
  };
}

/** The first of both, as many as are drawn. */
export const getDrawn = ({ pinned, others }: Sections, count: number): Sections => ({
  pinned: pinned.slice(0, count),
  others: others.slice(0, Math.max(0, count - pinned.length)),
});

type Neighbours = { afterId: string | null; above: string | null; below: string | null };

/** Where a loadout goes one step up or down, or on top of all; null where there is no such step. */
export function getStep(items: readonly Saved[], id: string, step: "up" | "down" | "top"): Neighbours | null {
  const at = items.findIndex((saved) => saved.id === id);
  const last = step === "down" ? items.length - 1 : 0;
  if (at < 0 || (at === last && step !== "top")) return null;
  const above = step === "top" ? undefined : items[step === "up" ? at - 2 : at + 1];
  const below = step === "top" ? items[0] : items[step === "up" ? at - 1 : at + 2];
  return { afterId: above?.id ?? null, above: above?.place ?? null, below: below?.place ?? null };
}

export const inPages = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / MAX_PER_CALL) }, (_, page) =>
    items.slice(page * MAX_PER_CALL, (page + 1) * MAX_PER_CALL),
  );

type Arrange = (items: readonly Saved[], where: { folderId: string | null }) => Promise<unknown>;

/** Puts each loadout back into the folder it lay in. */
export function undoArrangement(items: readonly Saved[], arrange: Arrange): Promise<unknown> {
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
