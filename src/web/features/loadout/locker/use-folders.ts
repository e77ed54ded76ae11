import { useMutation, useQuery } from "@tanstack/react-query";
import { m } from "#messages";
import { compareNames } from "#messages/format.ts";
import { refetchLoadouts, updateCachedLoadouts, useLockerClients } from "#web/data/gathered-locker.ts";
import { applyMutations } from "#web/data/offline/locker.ts";
import { getErrorText } from "#web/data/problem.ts";
import { useViewer } from "#web/data/session/session.ts";
import { offerUndo } from "#web/data/stores/last-undo.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { splitIntoPages } from "#web/features/loadout/locker/list/sections.ts";
import { showToast } from "#web/ui/overlays/toasts.ts";

export type Folder = { id: string; name: string };

const NONE: readonly Folder[] = [];

/** Returns the folders of the locker, sorted by name, and the actions on them. */
export function useFolders() {
  const clients = useLockerClients();
  const { trpc, queryClient } = clients;
  const { data: folders = NONE } = useQuery({ ...trpc.folder.list.queryOptions(), enabled: Boolean(useViewer()) });
  const { mutateAsync: save } = useMutation(trpc.folder.save.mutationOptions());
  const { mutateAsync: remove } = useMutation(trpc.folder.remove.mutationOptions());
  const { mutateAsync: arrange } = useMutation(trpc.loadout.arrange.mutationOptions());
  const key = trpc.folder.list.queryKey();

  /** Shows the changed folders at once, and restores them with an error message if the request fails. */
  const attempt = async (change: (present: Folder[]) => Folder[], run: () => Promise<unknown>) => {
    await queryClient.cancelQueries({ queryKey: key });
    const before = queryClient.getQueryData(key);
    queryClient.setQueryData(key, (present) => present && change(present));
    try {
      await run();
    } catch (error) {
      queryClient.setQueryData(key, before);
      showToast(getErrorText(error), { tone: "error" });
      return false;
    }
    void queryClient.invalidateQueries(trpc.folder.pathFilter());
    return true;
  };
  const restoreFolder = async ({ id, name }: Folder, loadoutIds: readonly string[]) => {
    await save({ id, name });
    await Promise.all(splitIntoPages(loadoutIds).map((ids) => arrange({ ids, folderId: id })));
    void refetchLoadouts(clients, loadoutIds);
  };

  return {
    folders,
    /** Creates or renames a folder. Returns the folder, or null if the request failed. */
    save: async ({ id = newId(), name }: { id?: string; name: string }): Promise<Folder | null> => {
      const folder = { id, name };
      const change = (present: Folder[]) =>
        [...present.filter((each) => each.id !== id), folder].sort((a, b) => compareNames(a.name, b.name));
      return (await attempt(change, () => save({ id, name }))) ? folder : null;
    },
    remove: async (folder: Folder) => {
      let loadoutIds: readonly string[] = [];
      const isGone = await attempt(
        (present) => present.filter(({ id }) => id !== folder.id),
        async () => {
          ({ loadoutIds } = await remove({ id: folder.id }));
          const change = { call: "folder.remove", input: { id: folder.id }, id: "", name: "", at: "" } as const;
          await updateCachedLoadouts(clients, (items) => applyMutations(items, [change]));
        },
      );
      if (!isGone) return;
      const undo = () =>
        attempt(
          (present) => [...present, folder],
          () => restoreFolder(folder, loadoutIds),
        );
      showToast(m.loadout_folder_removed({ name: folder.name }), { action: offerUndo(undo) });
    },
  };
}

export type Folders = ReturnType<typeof useFolders>;
