import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showToast } from "#web/components/overlays/toasts.ts";
import { getProblem } from "#web/data/problem.ts";
import { offerUndo } from "#web/data/stores/last-undo.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { OwnGoal } from "#web/features/progress/answers.ts";

/** What may be done to the goals of a soldier. */
export function useGoalChanges(soldierId: string) {
  const { goal } = useTRPC();
  const queryClient = useQueryClient();
  const list = goal.list.queryKey({ soldierId });
  const refresh = () => queryClient.invalidateQueries(goal.pathFilter());
  const save = useMutation(goal.save.mutationOptions({ onSuccess: refresh }));
  const { mutateAsync: remove } = useMutation(goal.remove.mutationOptions());

  const bringBack = async ({ id, goal: { aim, amount, from } }: OwnGoal) => {
    try {
      await save.mutateAsync({ id, soldierId, aim, amount, fromNow: from !== null, from });
    } catch (error) {
      showToast(getProblem(error).text, { tone: "error" });
    }
  };

  return {
    save,
    /** Gone at once; back again where that fails. */
    remove: async (own: OwnGoal) => {
      await queryClient.cancelQueries(goal.list.pathFilter());
      const before = queryClient.getQueryData(list);
      queryClient.setQueryData(list, (goals) => goals?.filter(({ id }) => id !== own.id));
      try {
        await remove({ id: own.id });
        showToast("Goal removed.", { action: offerUndo(() => bringBack(own)) });
      } catch (error) {
        queryClient.setQueryData(list, before);
        showToast(getProblem(error).text, { tone: "error" });
      }
      await refresh();
    },
  };
}
