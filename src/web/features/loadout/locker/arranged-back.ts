import type { Saved } from "#web/features/loadout/answers.ts";

/** Loadouts one call may name. */
const MOST_AT_ONCE = 100;

export const inPages = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / MOST_AT_ONCE) }, (_, page) =>
    items.slice(page * MOST_AT_ONCE, (page + 1) * MOST_AT_ONCE),
  );

type Arrange = (items: readonly Saved[], where: { folderId: string | null }) => Promise<unknown>;

/** Puts each loadout back into the folder it lay in. */
export function arrangedBack(items: readonly Saved[], arrange: Arrange): Promise<unknown> {
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
