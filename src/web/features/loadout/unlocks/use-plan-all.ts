import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showToast } from "#web/components/overlays/toasts.ts";
import { offerUndo } from "#web/data/stores/last-undo.ts";
import { useTRPC } from "#web/data/trpc.ts";

/** Puts targets into the plan, with a way back. */
export function usePlanAll() {
  const { progress } = useTRPC();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries(progress.pathFilter());
  const remove = useMutation(progress.planRemove.mutationOptions({ onSuccess: refresh }));
  return useMutation(
    progress.planAdd.mutationOptions({
      onSuccess: async ({ targetIds }) => {
        const count = targetIds.length === 1 ? "1 unlock" : `${targetIds.length} unlocks`;
        showToast(`${count} added to your plan.`, { action: offerUndo(() => remove.mutateAsync({ targetIds })) });
        await refresh();
      },
    }),
  );
}
