import { useMutation } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { offerUndo } from "#web/client/last-undo.ts";
import type { Job } from "#web/client/live.ts";
import { problemOf } from "#web/client/problem.ts";
import { useTRPC } from "#web/client/trpc.ts";
import { follow } from "#web/client/work.ts";
import { showToast } from "#web/ui/toasts.ts";
import { useAskAnew } from "./use-ask-anew.ts";

/** Follows a job about a soldier; what is known of soldiers is asked for anew when it has ended. */
export function useFollow(): (job: Job, soldierId: string) => void {
  const askAnew = useAskAnew();
  const clients = useRouteContext({ from: "__root__" });
  const onEnd = () => void askAnew();
  return (job, soldierId) => follow({ ...job, about: soldierId }, { clients, onEnd });
}

/** What may be done to soldiers and snapshots at once; each is told of, and what is deleted can be brought back. */
export function useSoldierChanges() {
  const trpc = useTRPC();
  const onSuccess = useAskAnew();
  const onError = (error: unknown) => showToast(problemOf(error).text, { tone: "error" });
  const told = { onSuccess, onError };
  const change = useMutation(trpc.soldier.change.mutationOptions(told));
  const remove = useMutation(trpc.soldier.remove.mutationOptions(told));
  const restore = useMutation(trpc.soldier.restore.mutationOptions(told));
  const removeSnapshot = useMutation(trpc.soldier.removeSnapshot.mutationOptions(told));
  const restoreSnapshot = useMutation(trpc.soldier.restoreSnapshot.mutationOptions(told));
  return {
    change: change.mutate,
    removeSoldier: async ({ id, name }: { id: string; name: string }) => {
      await remove.mutateAsync({ id });
      const action = offerUndo(() => restore.mutateAsync({ id }));
      showToast(`${name} removed, with its history.`, { action });
    },
    removeSnapshot: async (snapshot: { soldierId: string; id: string }) => {
      await removeSnapshot.mutateAsync(snapshot);
      showToast("Snapshot deleted.", { action: offerUndo(() => restoreSnapshot.mutateAsync(snapshot)) });
    },
  };
}
