import { useMutation, useQueryClient } from "@tanstack/react-query";
import { generateKeyBetween } from "fractional-indexing";
import { useCallback, useMemo } from "react";
import { TAGS_LIMIT } from "#domain/loadout/limits.ts";
import { m } from "#messages";
import { type Mutation, type OptimisticMutation, useOptimisticMutation } from "#web/data/optimistic-mutation.ts";
import { changeLists } from "#web/data/paging.tsx";
import { newId } from "#web/data/stores/new-id.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { getCopyName } from "#web/features/loadout/editor/editing.ts";
import type { Saved } from "#web/features/loadout/loadout-search.ts";
import { getStep, inPages, undoArrangement } from "#web/features/loadout/locker/list/sections.ts";

type Words = Partial<Pick<Saved, "name" | "note" | "tags">>;

/** Everything a card, or several at once, can have done to them. */
export function useLockerChanges() {
  const { attempt, problems } = useLockerAttempt();
  const { writeAll, arrange, move, remove, restore, save } = useCalls();

  const rewrite = (items: readonly Saved[], words: (saved: Saved) => Words, said?: string) =>
    attempt({
      ids: getIds(items),
      change: changing(items, words),
      run: () => writeAll(items.map((saved) => ({ ...saved, ...words(saved) }))),
      ...(said && {
        said,
        undo: () => writeAll(items.map((saved) => ({ ...saved, version: saved.version + 1 }))),
      }),
    });

  return {
    problems,
    write: (saved: Saved, words: Words) => rewrite([saved], () => words),
    /** Loadouts that have it already, or as many tags as they may, stay as they are. */
    addTag: (items: readonly Saved[], tag: string) => {
      const taking = items.filter(({ tags }) => !tags.includes(tag) && tags.length < TAGS_LIMIT);
      const said = m.loadout_tag_added({ ...getCount(taking), tag });
      return taking.length > 0 ? rewrite(taking, ({ tags }) => ({ tags: [...tags, tag] }), said) : null;
    },
    duplicate: ({ id, name, note, tags, folderId, loadout }: Saved) => {
      const copy = { id: newId(), name: getCopyName(name), note, tags, folderId, loadout, seenVersion: 0 };
      return attempt({ ids: [id], run: () => save(copy) });
    },
    pin: (items: readonly Saved[], pinned: boolean) =>
      attempt({
        ids: getIds(items),
        change: changing(items, () => ({ pinnedAt: pinned ? new Date().toISOString() : null })),
        run: () => arrange(items, { pinned }),
        ...(items.length > 1 && {
          said: pinned
            ? m.loadout_loadouts_pinned({ count: items.length })
            : m.loadout_loadouts_unpinned({ count: items.length }),
          undo: () => arrange(items, { pinned: !pinned }),
        }),
      }),
    moveTo: (items: readonly Saved[], folder: { id: string; name: string } | null) =>
      attempt({
        ids: getIds(items),
        change: changing(items, () => ({ folderId: folder?.id ?? null })),
        run: () => arrange(items, { folderId: folder?.id ?? null }),
        said: folder
          ? m.loadout_loadouts_moved({ ...getCount(items), folder: folder.name })
          : m.loadout_loadouts_out_of_folders(getCount(items)),
        undo: () => undoArrangement(items, arrange),
      }),
    step: (shown: readonly Saved[], { id }: Saved, step: "up" | "down" | "top") => {
      const to = getStep(shown, id, step);
      if (!to) return;
      const place = placeBetween(to.above, to.below);
      return attempt({
        ids: [id],
        change: (items) => items.map((item) => (item.id === id && place ? { ...item, place } : item)),
        run: () => move({ id, afterId: to.afterId }),
      });
    },
    remove: (items: readonly Saved[]) => {
      const ids = getIds(items);
      return attempt({
        ids,
        change: (listed) => listed.filter(({ id }) => !ids.includes(id)),
        run: () => Promise.all(ids.map((id) => remove({ id }))),
        said: m.loadout_loadouts_deleted({ count: items.length }),
        undo: () => Promise.all(ids.map((id) => restore({ id }))),
      });
    },
  };
}

export type LockerChanges = ReturnType<typeof useLockerChanges>;

/** The calls of the server these changes are made of. */
function useCalls() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { mutateAsync: save } = useMutation(trpc.loadout.save.mutationOptions());
  const { mutateAsync: arrangePage } = useMutation(trpc.loadout.arrange.mutationOptions());
  const { mutateAsync: move } = useMutation(trpc.loadout.move.mutationOptions());
  const { mutateAsync: remove } = useMutation(trpc.loadout.remove.mutationOptions());
  const { mutateAsync: restore } = useMutation(trpc.loadout.restore.mutationOptions());
  const write = async ({ id, name, note, tags, loadout, version }: Saved) => {
    const saved = await save({ id, name, note, tags, loadout, seenVersion: version });
    queryClient.setQueryData(trpc.loadout.get.queryKey({ id }), saved);
  };
  return {
    save,
    move,
    remove,
    restore,
    writeAll: (items: readonly Saved[]) => Promise.all(items.map(write)),
    arrange: (items: readonly Saved[], where: { folderId?: string | null; pinned?: boolean }) =>
      Promise.all(inPages(getIds(items)).map((ids) => arrangePage({ ids, ...where }))),
  };
}

const getIds = (items: readonly Saved[]): string[] => items.map(({ id }) => id);

const changing = (items: readonly Saved[], words: (saved: Saved) => Partial<Saved>) => {
  const ids = new Set(getIds(items));
  return (listed: Saved[]) => listed.map((saved) => (ids.has(saved.id) ? { ...saved, ...words(saved) } : saved));
};

/** Where it will lie; null where only the server can tell. */
function placeBetween(above: string | null, below: string | null): string | null {
  try {
    return generateKeyBetween(above, below);
  } catch {
    return null;
  }
}

/** How many loadouts a message is about; of a single one it shows the name. */
const getCount = (items: readonly { name: string }[]) => ({ count: items.length, name: items[0]?.name ?? "" });

type LockerWork = Omit<Mutation, "show"> & {
  /** How the lists look once it is done; left out where only the server knows. */
  change?: (items: Saved[]) => Saved[];
};

/** Mutations of loadouts; errors are shown at their cards. */
function useLockerAttempt() {
  const { loadout, folder } = useTRPC();
  const queryClient = useQueryClient();
  const lists = useMemo(() => loadout.list.pathFilter(), [loadout]);
  const refresh = useCallback(async () => {
    void queryClient.invalidateQueries(loadout.counts.pathFilter());
    void queryClient.invalidateQueries(folder.pathFilter());
    await queryClient.invalidateQueries(lists);
  }, [loadout, folder, lists, queryClient]);
  const { attempt: work, problems } = useOptimisticMutation({ lists, refresh });
  const attempt = useCallback(
    ({ change, ...rest }: LockerWork): ReturnType<OptimisticMutation> =>
      work({ ...rest, ...(change && { show: () => changeLists(queryClient, lists, change) }) }),
    [work, lists, queryClient],
  );
  return { attempt, problems };
}
