import type { Saved } from "#web/features/loadout/answers.ts";

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
