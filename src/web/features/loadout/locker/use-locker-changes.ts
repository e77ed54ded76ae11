import { useMutation } from "@tanstack/react-query";
import { useCallback } from "react";
import { TAGS_LIMIT } from "#domain/loadout/limits.ts";
import { type LoadoutContent, toContent } from "#domain/loadout/loadout.ts";
import { m } from "#messages";
import { type LockerClients, refetchLoadouts, showChange, useLockerClients } from "#web/data/gathered-locker.ts";
import { applyMutations } from "#web/data/offline/locker.ts";
import type { PendingCall } from "#web/data/offline/pending.ts";
import {
  type Mutation,
  type OptimisticMutation,
  PartialError,
  useOptimisticMutation,
} from "#web/data/optimistic-mutation.ts";
import { getErrorCode } from "#web/data/problem.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { getCopyName } from "#web/features/loadout/editor/editing.ts";
import type { SavedLoadout } from "#web/features/loadout/loadout-search.ts";
import { getStep, splitIntoPages, undoArrangement } from "#web/features/loadout/locker/list/sections.ts";

type ContentTexts = Partial<Omit<LoadoutContent, "loadout">>;

/** Returns the actions on one or several cards, and their errors. */
export function useLockerChanges() {
  const { attempt, problems } = useLockerAttempt();
  const { writeAll, arrange, move, removeAll, restore, save } = useCalls();

  const rewrite = (items: readonly SavedLoadout[], words: (saved: SavedLoadout) => ContentTexts, notice?: string) =>
    attempt({
      ids: getIds(items),
      calls: items.map((saved) => toSave({ ...saved, ...words(saved) })),
      run: () => writeAll(items.map((saved) => ({ ...saved, ...words(saved) }))),
      ...(notice && {
        notice,
        undo: () => writeAll(items.map((saved) => ({ ...saved, version: saved.version + 1 }))),
      }),
    });

  return {
    problems,
    write: (saved: SavedLoadout, words: ContentTexts) => rewrite([saved], () => words),
    /** Skips loadouts that have the tag, or the maximum number of tags. */
    addTag: (items: readonly SavedLoadout[], tag: string) => {
      const taggable = items.filter(({ tags }) => !tags.includes(tag) && tags.length < TAGS_LIMIT);
      const notice = m.loadout_tag_added({ ...getCount(taggable), tag });
      return taggable.length === 0 || rewrite(taggable, ({ tags }) => ({ tags: [...tags, tag] }), notice);
    },
    duplicate: (saved: SavedLoadout) => {
      const { id, name, folderId } = saved;
      const copy = { ...toContent(saved), id: newId(), name: getCopyName(name), folderId, seenVersion: 0 };
      return attempt({ ids: [id, copy.id], run: () => save(copy) });
    },
    pin: (items: readonly SavedLoadout[], pinned: boolean) =>
      attempt({
        ids: getIds(items),
        calls: [{ call: "loadout.arrange", input: { ids: getIds(items), pinned } }],
        run: () => arrange(items, { pinned }),
        ...(items.length > 1 && {
          notice: pinned
            ? m.loadout_loadouts_pinned({ count: items.length })
            : m.loadout_loadouts_unpinned({ count: items.length }),
          undo: () => arrange(items, { pinned: !pinned }),
        }),
      }),
    moveTo: (items: readonly SavedLoadout[], folder: { id: string; name: string } | null) =>
      attempt({
        ids: getIds(items),
        calls: [{ call: "loadout.arrange", input: { ids: getIds(items), folderId: folder?.id ?? null } }],
        run: () => arrange(items, { folderId: folder?.id ?? null }),
        notice: folder
          ? m.loadout_loadouts_moved({ ...getCount(items), folder: folder.name })
          : m.loadout_loadouts_out_of_folders(getCount(items)),
        undo: () => undoArrangement(items, arrange),
      }),
    step: (shown: readonly SavedLoadout[], { id }: SavedLoadout, step: "up" | "down" | "top") => {
      const to = getStep(shown, id, step);
      if (!to) return;
      const input = { id, afterId: to.afterId };
      return attempt({ ids: [id], calls: [{ call: "loadout.move", input }], run: () => move(input) });
    },
    remove: (items: readonly SavedLoadout[]) => {
      const ids = getIds(items);
      return attempt({
        ids,
        calls: ids.map((id) => ({ call: "loadout.remove", input: { id } })),
        run: () => removeAll(items),
        notice: (removedIds) => m.loadout_loadouts_deleted({ count: removedIds.length }),
        undo: (removedIds) => Promise.all(removedIds.map((id) => restore({ id }))),
      });
    },
  };
}

export type LockerChanges = ReturnType<typeof useLockerChanges>;

/** Returns the server calls of the actions. */
function useCalls() {
  const trpc = useTRPC();
  const { mutateAsync: save } = useMutation(trpc.loadout.save.mutationOptions());
  const { mutateAsync: arrangePage } = useMutation(trpc.loadout.arrange.mutationOptions());
  const { mutateAsync: move } = useMutation(trpc.loadout.move.mutationOptions());
  const { mutateAsync: remove } = useMutation(trpc.loadout.remove.mutationOptions());
  const { mutateAsync: restore } = useMutation(trpc.loadout.restore.mutationOptions());
  const removeAll = async (items: readonly SavedLoadout[]) => {
    const errors = new Map<string, unknown>();
    const removeOne = async ({ id, version }: SavedLoadout) => {
      try {
        await remove({ id, seenVersion: version || undefined });
      } catch (error) {
        errors.set(id, withNotDeleted(error));
      }
    };
    await Promise.all(items.map(removeOne));
    if (errors.size > 0) throw new PartialError(errors);
  };
  return {
    save,
    move,
    removeAll,
    restore,
    writeAll: (items: readonly SavedLoadout[]) => Promise.all(items.map((item) => save(toSave(item).input))),
    arrange: (items: readonly SavedLoadout[], where: { folderId?: string | null; pinned?: boolean }) =>
      Promise.all(splitIntoPages(getIds(items)).map((ids) => arrangePage({ ids, ...where }))),
  };
}

/** Replaces the message if a deletion was refused because the loadout was changed elsewhere; the original is about saving. */
function withNotDeleted(error: unknown): unknown {
  return getErrorCode(error) === "loadout_changed" && error instanceof Error
    ? Object.assign(error, { message: m.loadout_changed_not_deleted() })
    : error;
}

const getIds = (items: readonly SavedLoadout[]): string[] => items.map(({ id }) => id);

/** Returns the call that saves the loadout over the listed version. */
const toSave = (saved: SavedLoadout) => ({
  call: "loadout.save" as const,
  input: { ...toContent(saved), id: saved.id, seenVersion: saved.version },
});

/** Returns the inputs of a message about loadouts: their count, and the name of the first, shown if it is the only one. */
const getCount = (items: readonly { name: string }[]) => ({ count: items.length, name: items[0]?.name ?? "" });

type LockerWork = Omit<Mutation, "show"> & {
  /** The calls whose effect the lists show at once; omitted if only the server can compute it. */
  calls?: readonly PendingCall[];
};

function showCalls(clients: LockerClients, calls: readonly PendingCall[], ids: readonly string[]) {
  const changes = calls.map((call) => ({ ...call, id: "", name: "", at: new Date().toISOString() }));
  return showChange(clients, ids, (items) => applyMutations(items, changes));
}

/** Returns a function that runs mutations of loadouts, and their errors by card. */
function useLockerAttempt() {
  const clients = useLockerClients();
  const { attempt: work, problems } = useOptimisticMutation(
    useCallback((ids: readonly string[]) => refetchLoadouts(clients, ids), [clients]),
  );
  const attempt = useCallback(
    ({ calls, ...rest }: LockerWork): ReturnType<OptimisticMutation> =>
      work({ ...rest, ...(calls && { show: () => showCalls(clients, calls, rest.ids) }) }),
    [work, clients],
  );
  return { attempt, problems };
}
