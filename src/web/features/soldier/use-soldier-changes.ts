import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { m } from "#messages";
import { trackJob } from "#web/data/jobs.ts";
import { getErrorText } from "#web/data/problem.ts";
import { offerUndo } from "#web/data/stores/last-undo.ts";
import type { Job } from "#web/data/streams/subscriptions.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { showToast } from "#web/ui/overlays/toasts.ts";

/** Returns a function that tracks a soldier's job and refetches the soldiers after it has ended. */
export function useTrackSoldierJob(): (job: Job, soldierId: string) => void {
  const refetch = useRefetch();
  const clients = useRouteContext({ from: "__root__" });
  const onEnd = () => void refetch();
  return (job, soldierId) => trackJob({ ...job, about: soldierId }, { clients, onEnd });
}

/** Returns the mutations of soldiers and snapshots; each shows a toast, and deletions can be undone. */
export function useSoldierChanges() {
  const trpc = useTRPC();
  const onSuccess = useRefetch();
  const onError = (error: unknown) => showToast(getErrorText(error), { tone: "error" });
  const callbacks = { onSuccess, onError };
  const change = useMutation(trpc.soldier.change.mutationOptions(callbacks));
  const remove = useMutation(trpc.soldier.remove.mutationOptions(callbacks));
  const restore = useMutation(trpc.soldier.restore.mutationOptions(callbacks));
  const trackJob = useTrackSoldierJob();
  const decide = useMutation(
    trpc.soldier.decide.mutationOptions({
      onError,
      onSuccess: async ({ job }, { id }) => {
        if (job) trackJob(job, id);
        await onSuccess();
      },
    }),
  );
  const removeSnapshot = useMutation(trpc.soldier.removeSnapshot.mutationOptions(callbacks));
  const restoreSnapshot = useMutation(trpc.soldier.restoreSnapshot.mutationOptions(callbacks));
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

/** Returns a function that refetches soldiers, and the progress and goals that depend on their snapshots. */
export function useRefetch(): () => Promise<unknown> {
  const { soldier, progress, goal } = useTRPC();
  const queryClient = useQueryClient();
  return () => Promise.all([soldier, progress, goal].map((area) => queryClient.invalidateQueries(area.pathFilter())));
}
