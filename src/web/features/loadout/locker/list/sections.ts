// How what was listed lies on the screen.
import { byOrder } from "#domain/loadout/locker-query.ts";
import type { Saved } from "#web/features/loadout/loadout-search.ts";
import type { LockerSearch } from "./locker-search.ts";

export type Sections = { pinned: readonly Saved[]; others: readonly Saved[] };

/** Each loadout once, the pinned ones apart, in the order asked for; what was just moved out of the folder is gone. */
export function getSections(listed: readonly Saved[], { order, folder }: LockerSearch): Sections {
  const once = [...new Map(listed.map((saved) => [saved.id, saved])).values()]
    .filter(({ folderId }) => !folder || folderId === (folder === "none" ? null : folder))
    .sort(byOrder(order ?? "changed"));
  return {
    pinned: once.filter(({ pinnedAt }) => pinnedAt !== null),
    others: once.filter(({ pinnedAt }) => pinnedAt === null),
  };
}

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

/** Loadouts one call may name. */
const MAX_PER_CALL = 100;

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
