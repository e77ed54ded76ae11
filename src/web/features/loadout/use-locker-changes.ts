import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { GameId } from "#domain/game.ts";
import { problemOf } from "#web/client/problem.ts";
import { useTRPC } from "#web/client/trpc.ts";
import { showToast } from "#web/ui/toasts.ts";
import type { Saved } from "./answers.ts";
import { changeLocker } from "./locker-cache.ts";
import { newId } from "./new-id.ts";
import { copyNameOf } from "./use-saving.ts";

/** Rename, duplicate and delete from a card. The list changes at once; what fails is taken back and said at its card. */
export function useLockerChanges(game: GameId) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const save = useMutation(trpc.loadout.save.mutationOptions());
  const remove = useMutation(trpc.loadout.remove.mutationOptions());
  const restore = useMutation(trpc.loadout.restore.mutationOptions());
  const [troubles, setTroubles] = useState<Record<string, string>>({});
  const key = trpc.loadout.list.infiniteQueryKey({ game });
  const refresh = () => {
    void queryClient.invalidateQueries(trpc.loadout.counts.pathFilter());
    return queryClient.invalidateQueries(trpc.loadout.list.pathFilter());
  };

  /** Shows the change, does the work, and takes the change back when the work fails. */
  const attempt = async (id: string, change: (items: Saved[]) => Saved[], work: () => Promise<unknown>) => {
    setTroubles(({ [id]: _, ...others }) => others);
    await queryClient.cancelQueries({ queryKey: key });
    const takeBack = changeLocker(queryClient, key, change);
    try {
      await work();
      await refresh();
      return true;
    } catch (error) {
      takeBack();
      setTroubles((others) => ({ ...others, [id]: problemOf(error).text }));
      return false;
    }
  };

  return {
    troubles,
    rename: ({ id, loadout, version }: Saved, name: string) =>
      attempt(
        id,
        (items) => items.map((item) => (item.id === id ? { ...item, name } : item)),
        async () => {
          const saved = await save.mutateAsync({ id, name, loadout, seenVersion: version });
          queryClient.setQueryData(trpc.loadout.get.queryKey({ id }), saved);
        },
      ),
    duplicate: ({ id, name, loadout }: Saved) =>
      attempt(
        id,
        (items) => items,
        () => save.mutateAsync({ id: newId(), name: copyNameOf(name), loadout, seenVersion: 0 }),
      ),
    remove: async ({ id }: Saved) => {
      const isGone = await attempt(
        id,
        (items) => items.filter((item) => item.id !== id),
        () => remove.mutateAsync({ id }),
      );
      if (isGone) showToast("Loadout deleted.", { action: { label: "Undo", run: () => void undo(id) } });
    },
  };

  async function undo(id: string) {
    try {
      await restore.mutateAsync({ id });
      await refresh();
    } catch (error) {
      showToast(problemOf(error).text, { tone: "error" });
    }
  }
}
