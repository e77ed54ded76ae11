import { useMutation, useQuery } from "@tanstack/react-query";
import { m } from "#messages";
import { compareNames } from "#messages/format.ts";
import { changeLocker, readAgain, useLockerClients } from "#web/data/gathered-locker.ts";
import { applied } from "#web/data/offline/locker.ts";
import { getErrorText } from "#web/data/problem.ts";
import { useViewer } from "#web/data/session/session.ts";
import { offerUndo } from "#web/data/stores/last-undo.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { inPages } from "#web/features/loadout/locker/list/sections.ts";
import { showToast } from "#web/ui/overlays/toasts.ts";

export type Folder = { id: string; name: string };

const NONE: readonly Folder[] = [];

/** The folders of the locker, by name, and what can be done to them. */
export function useFolders() {
  const clients = useLockerClients();
  const { trpc, queryClient } = clients;
  const { data: folders = NONE } = useQuery({ ...trpc.folder.list.queryOptions(), enabled: Boolean(useViewer()) });
  const { mutateAsync: save } = useMutation(trpc.folder.save.mutationOptions());
  const { mutateAsync: remove } = useMutation(trpc.folder.remove.mutationOptions());
  const { mutateAsync: arrange } = useMutation(trpc.loadout.arrange.mutationOptions());
  const key = trpc.folder.list.queryKey();

  /** Shows the folders as they will be, and takes that back with a word when the work fails. */
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
  const putBack = async ({ id, name }: Folder, loadoutIds: readonly string[]) => {
    await save({ id, name });
    await Promise.all(inPages(loadoutIds).map((ids) => arrange({ ids, folderId: id })));
    void readAgain(clients, loadoutIds);
  };

  return {
    folders,
    /** Makes a folder, or names it anew; answers it, or null when that failed. */
    save: async ({ id = newId(), name }: { id?: string; name: string }): Promise<Folder | null> => {
      const folder = { id, name };
      const change = (present: Folder[]) =>
        [...present.filter((one) => one.id !== id), folder].sort((a, b) => compareNames(a.name, b.name));
      return (await attempt(change, () => save({ id, name }))) ? folder : null;
    },
    remove: async (folder: Folder) => {
      let loadoutIds: readonly string[] = [];
      const isGone = await attempt(
        (present) => present.filter(({ id }) => id !== folder.id),
        async () => {
          ({ loadoutIds } = await remove({ id: folder.id }));
          const change = { call: "folder.remove", input: { id: folder.id }, id: "", name: "", at: "" } as const;
          await changeLocker(clients, (items) => applied(items, [change]));
        },
      );
      if (!isGone) return;
      const undo = () =>
        attempt(
          (present) => [...present, folder],
          () => putBack(folder, loadoutIds),
        );
      showToast(m.loadout_folder_removed({ name: folder.name }), { action: offerUndo(undo) });
    },
  };
}

export type Folders = ReturnType<typeof useFolders>;
