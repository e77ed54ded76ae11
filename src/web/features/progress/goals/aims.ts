// What a goal may be about: the figures of a soldier, and the columns of what its snapshots list.

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

/** A goal as it stands in the form. */
export type Drafted = { aim: Aim | null; typed: string; fromNow: boolean };

/** Names the form of a goal among those with unsent input. */
export const goalInput = (soldierId: string, goalId: string): string => `goal:${soldierId}:${goalId}`;

/** A form as it was stored; null where it does not fit. */
export function readDrafted(value: unknown): Drafted | null {
  const texts = readTexts(["typed"])(value);
  const { aim, fromNow }: Partial<Record<keyof Drafted, unknown>> = Object(value);
  if (!texts || !(aim === null || isAim(aim))) return null;
  return { aim, typed: texts.typed, fromNow: fromNow === true };
}

function isAim(value: unknown): value is Aim {
  if (readTexts(["kind", "figureId"])(value)?.kind === "figure") return true;
  const row = readTexts(["kind", "table", "rowId", "columnId"])(value);
  return row?.kind === "row" && TABLES.some((table) => table === row.table);
}

type Thing = { id: string; name: string };

/** One group of aims: the soldier as a whole, or one of its tables with the rows that are known. */
export type Aims =
  | { group: "figure"; measures: readonly Measure[] }
  | { group: TableId; measures: readonly Measure[]; things: readonly Thing[] };

/** Everything a goal may be about; tables without data are left out. */
export function getAims(game: GameId, current: Statistics | null): readonly Aims[] {
  const tables = TABLES.flatMap((group): readonly Aims[] => {
    const things = current?.tables[group]?.map((row) => ({ id: row.id, name: getRowName(group, row) })) ?? [];
    const measures = COLUMNS[game][group] ?? [];
    return things.length > 0 && measures.length > 0 ? [{ group, measures, things: things.toSorted(byName) }] : [];
  });
  return [{ group: "figure", measures: listFigures(game) }, ...tables];
}

const byName = (a: Thing, b: Thing): number => compareNames(a.name, b.name);

/** What may be done to the goals of a soldier. */
export function useGoalChanges(soldierId: string) {
  const { goal } = useTRPC();
  const queryClient = useQueryClient();
  const list = goal.list.queryKey({ soldierId });
  const refresh = () => queryClient.invalidateQueries(goal.pathFilter());
  const save = useMutation(goal.save.mutationOptions({ onSuccess: () => void refresh() }));
  const { mutateAsync: remove } = useMutation(goal.remove.mutationOptions());

  const bringBack = async ({ id, goal: { aim, amount, from } }: OwnGoal) => {
    try {
      await save.mutateAsync({ id, soldierId, aim, amount, fromNow: from !== null, from });
    } catch (error) {
      showToast(getErrorText(error), { tone: "error" });
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
        showToast(m.progress_goal_removed(), { action: offerUndo(() => bringBack(own)) });
      } catch (error) {
        queryClient.setQueryData(list, before);
        showToast(getErrorText(error), { tone: "error" });
      }
      await refresh();
    },
  };
}
