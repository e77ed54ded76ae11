import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ensureSession, sessionQuery } from "#web/client/session.ts";
import { useTRPC } from "#web/client/trpc.ts";
import type { Saved } from "./answers.ts";
import type { Editing } from "./editing.ts";

/**
 * Saves a loadout. Who comes without a session becomes a guest at the first save; a session that has expired since is
 * for the sign-in page. The answer is in the caches of list and loadout.
 */
export function useSave() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const save = useMutation(trpc.loadout.save.mutationOptions());
  return async ({ id, name, loadout, seenVersion }: Editing): Promise<Saved> => {
    const isFirst = seenVersion === 0 && !queryClient.getQueryData(sessionQuery.queryKey);
    if (isFirst) await ensureSession(queryClient);
    const saved = await save.mutateAsync({ id, name: name.trim(), loadout, seenVersion });
    queryClient.setQueryData(trpc.loadout.get.queryKey({ id }), saved);
    await queryClient.invalidateQueries(trpc.loadout.list.pathFilter());
    void queryClient.invalidateQueries(trpc.loadout.counts.pathFilter());
    return saved;
  };
}
