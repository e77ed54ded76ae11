import { useMutation } from "@tanstack/react-query";
import { useCallback } from "react";
import { TAGS_LIMIT } from "#domain/loadout/limits.ts";
import { type LoadoutContent, toContent } from "#domain/loadout/loadout.ts";
import { m } from "#messages";
import { changeLocker, type LockerClients, readAgain, useLockerClients } from "#web/data/gathered-locker.ts";
import { applied } from "#web/data/offline/locker.ts";
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
import type { Saved } from "#web/features/loadout/loadout-search.ts";
import { getStep, inPages, undoArrangement } from "#web/features/loadout/locker/list/sections.ts";

type Words = Partial<Omit<LoadoutContent, "loadout">>;

/** Everything a card, or several at once, can have done to them. */
export function useLockerChanges() {
  const { attempt, problems } = useLockerAttempt();
  const { writeAll, arrange, move, removeAll, restore, save } = useCalls();

  const rewrite = (items: readonly Saved[], words: (saved: Saved) => Words, notice?: string) =>
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
    write: (saved: Saved, words: Words) => rewrite([saved], () => words),
    /** Loadouts that have it already, or as many tags as they may, stay as they are. */
    addTag: (items: readonly Saved[], tag: string) => {
      const taking = items.filter(({ tags }) => !tags.includes(tag) && tags.length < TAGS_LIMIT);
      const notice = m.loadout_tag_added({ ...getCount(taking), tag });
      return taking.length === 0 || rewrite(taking, ({ tags }) => ({ tags: [...tags, tag] }), notice);
    },
    duplicate: (saved: Saved) => {
      const { id, name, folderId } = saved;
      const copy = { ...toContent(saved), id: newId(), name: getCopyName(name), folderId, seenVersion: 0 };
      return attempt({ ids: [id, copy.id], run: () => save(copy) });
    },
    pin: (items: readonly Saved[], pinned: boolean) =>
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
    moveTo: (items: readonly Saved[], folder: { id: string; name: string } | null) =>
      attempt({
        ids: getIds(items),
        calls: [{ call: "loadout.arrange", input: { ids: getIds(items), folderId: folder?.id ?? null } }],
        run: () => arrange(items, { folderId: folder?.id ?? null }),
        notice: folder
          ? m.loadout_loadouts_moved({ ...getCount(items), folder: folder.name })
          : m.loadout_loadouts_out_of_folders(getCount(items)),
        undo: () => undoArrangement(items, arrange),
      }),
    step: (shown: readonly Saved[], { id }: Saved, step: "up" | "down" | "top") => {
      const to = getStep(shown, id, step);
      if (!to) return;
      const input = { id, afterId: to.afterId };
      return attempt({ ids: [id], calls: [{ call: "loadout.move", input }], run: () => move(input) });
    },
    remove: (items: readonly Saved[]) => {
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

/** The calls of the server these changes are made of. */
function useCalls() {
  const trpc = useTRPC();
  const { mutateAsync: save } = useMutation(trpc.loadout.save.mutationOptions());
  const { mutateAsync: arrangePage } = useMutation(trpc.loadout.arrange.mutationOptions());
  const { mutateAsync: move } = useMutation(trpc.loadout.move.mutationOptions());
  const { mutateAsync: remove } = useMutation(trpc.loadout.remove.mutationOptions());
  const { mutateAsync: restore } = useMutation(trpc.loadout.restore.mutationOptions());
  const removeAll = async (items: readonly Saved[]) => {
    const errors = new Map<string, unknown>();
    const removeOne = async ({ id, version }: Saved) => {
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
    writeAll: (items: readonly Saved[]) => Promise.all(items.map((item) => save(toSave(item).input))),
    arrange: (items: readonly Saved[], where: { folderId?: string | null; pinned?: boolean }) =>
      Promise.all(inPages(getIds(items)).map((ids) => arrangePage({ ids, ...where }))),
  };
}

/** In other words where a loadout was changed elsewhere since it was listed: the refusal of a save has nothing about deleting. */
function withNotDeleted(error: unknown): unknown {
  return getErrorCode(error) === "loadout_changed" && error instanceof Error
    ? Object.assign(error, { message: m.loadout_changed_not_deleted() })
    : error;
}

const getIds = (items: readonly Saved[]): string[] => items.map(({ id }) => id);

/** The save of what a loadout is to be, over the version that is listed. */
const toSave = (saved: Saved) => ({
  call: "loadout.save" as const,
  input: { ...toContent(saved), id: saved.id, seenVersion: saved.version },
});

/** How many loadouts a message is about; of a single one it shows the name. */
const getCount = (items: readonly { name: string }[]) => ({ count: items.length, name: items[0]?.name ?? "" });

type LockerWork = Omit<Mutation, "show"> & {
  /** What the lists show at once, as it is laid over what was read; left out where only the server knows. */
  calls?: readonly PendingCall[];
};

async function showCalls(clients: LockerClients, calls: readonly PendingCall[], ids: readonly string[]) {
  const changes = calls.map((call) => ({ ...call, id: "", name: "", at: new Date().toISOString() }));
  const before = new Map<string, Saved>();
  await changeLocker(clients, (items) => {
    for (const saved of items) if (ids.includes(saved.id)) before.set(saved.id, saved);
    return applied(items, changes);
  });
  return () => changeLocker(clients, (items) => items.map((saved) => before.get(saved.id) ?? saved));
}

/** Mutations of loadouts; errors are shown at their cards. */
function useLockerAttempt() {
  const clients = useLockerClients();
  const { attempt: work, problems } = useOptimisticMutation(
    useCallback((ids: readonly string[]) => readAgain(clients, ids), [clients]),
  );
  const attempt = useCallback(
    ({ calls, ...rest }: LockerWork): ReturnType<OptimisticMutation> =>
      work({ ...rest, ...(calls && { show: () => showCalls(clients, calls, rest.ids) }) }),
    [work, clients],
  );
  return { attempt, problems };
}
