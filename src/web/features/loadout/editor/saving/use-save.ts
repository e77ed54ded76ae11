import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ensureSession, useSameOwner } from "#web/data/session/ensure-session.ts";
import { sessionQuery } from "#web/data/session/session.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { Editing } from "#web/features/loadout/editor/editing.ts";
import type { Saved } from "#web/features/loadout/loadout-search.ts";

/**
 * Saves a loadout. Who comes without a session becomes a guest at the first save; a session that has expired since is
 * for the sign-in page. The answer is in the caches of list and loadout.
 */
export function useSave() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const save = useMutation(trpc.loadout.save.mutationOptions());
  const checkOwner = useSameOwner();
  return async ({ id, name, note, tags, loadout, seenVersion, folderId }: Editing): Promise<Saved> => {
    checkOwner();
    const isFirst = seenVersion === 0 && !queryClient.getQueryData(sessionQuery.queryKey);
    if (isFirst) await ensureSession(queryClient);
    const written = { name: name.trim(), note: note.trim(), tags: [...tags], loadout };
    const saved = await save.mutateAsync({ id, ...written, seenVersion, folderId });
    queryClient.setQueryData(trpc.loadout.get.queryKey({ id }), saved);
    // Not awaited: the draft has to be dropped before anybody sees the loadout in the list, and can leave for a new one.
    void queryClient.invalidateQueries(trpc.loadout.list.pathFilter());
    void queryClient.invalidateQueries(trpc.loadout.counts.pathFilter());
    return saved;
  };
}
