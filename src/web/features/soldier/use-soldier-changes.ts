import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { m } from "#messages";
import { follow } from "#web/data/jobs.ts";
import { getErrorText } from "#web/data/problem.ts";
import { offerUndo } from "#web/data/stores/last-undo.ts";
import type { Job } from "#web/data/streams/subscriptions.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { showToast } from "#web/ui/overlays/toasts.ts";

/** Follows a job about a soldier; what is known of soldiers is asked for anew when it has ended. */
export function useFollow(): (job: Job, soldierId: string) => void {
  const askAnew = useRefetch();
  const clients = useRouteContext({ from: "__root__" });
  const onEnd = () => void askAnew();
  return (job, soldierId) => follow({ ...job, about: soldierId }, { clients, onEnd });
}

/** Mutations of soldiers and snapshots; each shows a toast, and deletions can be undone. */
export function useSoldierChanges() {
  const trpc = useTRPC();
  const onSuccess = useRefetch();
  const onError = (error: unknown) => showToast(getErrorText(error), { tone: "error" });
  const reported = { onSuccess, onError };
  const change = useMutation(trpc.soldier.change.mutationOptions(reported));
  const remove = useMutation(trpc.soldier.remove.mutationOptions(reported));
  const restore = useMutation(trpc.soldier.restore.mutationOptions(reported));
  const followJob = useFollow();
  const decide = useMutation(
    trpc.soldier.decide.mutationOptions({
      onError,
      onSuccess: async ({ job }, { id }) => {
        if (job) followJob(job, id);
        await onSuccess();
      },
    }),
  );
  const removeSnapshot = useMutation(trpc.soldier.removeSnapshot.mutationOptions(reported));
  const restoreSnapshot = useMutation(trpc.soldier.restoreSnapshot.mutationOptions(reported));
  return {
    change: change.mutate,
    decide,
    removeSoldier: async ({ id, name }: { id: string; name: string }) => {
      await remove.mutateAsync({ id });
      const action = offerUndo(() => restore.mutateAsync({ id }));
      showToast(m.soldier_removed_with_history({ name }), { action });
    },
    removeSnapshot: async (snapshot: { soldierId: string; id: string }) => {
      await removeSnapshot.mutateAsync(snapshot);
      showToast(m.soldier_snapshot_deleted(), { action: offerUndo(() => restoreSnapshot.mutateAsync(snapshot)) });
    },
  };
}

/** Asks anew for soldiers, and for what is worked out from their snapshots. */
export function useRefetch(): () => Promise<unknown> {
  const { soldier, progress, goal } = useTRPC();
  const queryClient = useQueryClient();
  return () => Promise.all([soldier, progress, goal].map((area) => queryClient.invalidateQueries(area.pathFilter())));
}
