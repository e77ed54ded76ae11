// The possible aims of a goal: the soldier's figures, and the columns of the tables in its snapshots.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { GameId } from "#domain/game.ts";
import type { Aim } from "#domain/progress/goals/aim.ts";
import { COLUMNS, listFigures, type Measure } from "#domain/soldier/figures/figures.ts";
import { TABLES, type TableId } from "#domain/soldier/figures/table-id.ts";
import { m } from "#messages";
import { compareNames } from "#messages/format.ts";
import { getRowName } from "#messages/soldier/measure-labels.ts";
import { readTexts } from "#web/data/offline/typed/interrupted-input.ts";
import { getErrorText } from "#web/data/problem.ts";
import { offerUndo } from "#web/data/stores/last-undo.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { OwnGoal, Statistics } from "#web/features/progress/progress-search.ts";
import { showToast } from "#web/ui/overlays/toasts.ts";

/** The unsent input of the goal form. */
export type GoalDraft = { aim: Aim | null; typed: string; fromNow: boolean };

/** Returns the key under which the unsent input of a goal's form is stored. */
export const getGoalInputKey = (soldierId: string, goalId: string): string => `goal:${soldierId}:${goalId}`;

/** Parses a stored draft; returns null if it is invalid. */
export function readGoalDraft(value: unknown): GoalDraft | null {
  const texts = readTexts(["typed"])(value);
  const { aim, fromNow }: Partial<Record<keyof GoalDraft, unknown>> = Object(value);
  if (!texts || !(aim === null || isAim(aim))) return null;
  return { aim, typed: texts.typed, fromNow: fromNow === true };
}

function isAim(value: unknown): value is Aim {
  if (readTexts(["kind", "figureId"])(value)?.kind === "figure") return true;
  const row = readTexts(["kind", "table", "rowId", "columnId"])(value);
  return row?.kind === "row" && TABLES.some((table) => table === row.table);
}

type TableItem = { id: string; name: string };

/** A group of aims: the figures of the soldier, or the rows of one table. */
export type AimGroup =
  | { group: "figure"; measures: readonly Measure[] }
  | { group: TableId; measures: readonly Measure[]; items: readonly TableItem[] };

/** Returns all aims of a goal; omits tables without data. */
export function listAimGroups(game: GameId, current: Statistics | null): readonly AimGroup[] {
  const tables = TABLES.flatMap((group): readonly AimGroup[] => {
    const items = current?.tables[group]?.map((row) => ({ id: row.id, name: getRowName(group, row) })) ?? [];
    const measures = COLUMNS[game][group] ?? [];
    return items.length > 0 && measures.length > 0 ? [{ group, measures, items: items.toSorted(compareByName) }] : [];
  });
  return [{ group: "figure", measures: listFigures(game) }, ...tables];
}

const compareByName = (a: TableItem, b: TableItem): number => compareNames(a.name, b.name);

/** Returns the functions that save and remove the goals of a soldier. */
export function useGoalChanges(soldierId: string) {
  const { goal } = useTRPC();
  const queryClient = useQueryClient();
  const list = goal.list.queryKey({ soldierId });
  const refresh = () => queryClient.invalidateQueries(goal.pathFilter());
  const save = useMutation(goal.save.mutationOptions({ onSuccess: () => void refresh() }));
  const { mutateAsync: remove } = useMutation(goal.remove.mutationOptions());

  const restore = async ({ id, goal: { aim, amount, from } }: OwnGoal) => {
    try {
      await save.mutateAsync({ id, soldierId, aim, amount, fromNow: from !== null, from });
    } catch (error) {
      showToast(getErrorText(error), { tone: "error" });
    }
  };

  return {
    save,
    /** Removes the goal from the list at once, and restores it if the request fails. */
    remove: async (ownGoal: OwnGoal) => {
      await queryClient.cancelQueries(goal.list.pathFilter());
      const previousGoals = queryClient.getQueryData(list);
      queryClient.setQueryData(list, (goals) => goals?.filter(({ id }) => id !== ownGoal.id));
      try {
        await remove({ id: ownGoal.id });
        showToast(m.progress_goal_removed(), { action: offerUndo(() => restore(ownGoal)) });
      } catch (error) {
        queryClient.setQueryData(list, previousGoals);
        showToast(getErrorText(error), { tone: "error" });
      }
      await refresh();
    },
  };
}
