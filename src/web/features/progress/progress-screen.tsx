import type { ReactNode } from "react";
import type { GameId } from "#domain/game.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { rememberSoldier, useChosenSoldier } from "#web/data/stores/chosen-soldier.ts";
import { useUndoKey } from "#web/data/stores/use-undo-key.ts";
import { Checklists } from "#web/features/progress/checklist/checklists.tsx";
import { Conflicts } from "#web/features/progress/checklist/conflicts.tsx";
import { Goals } from "#web/features/progress/goals/goals.tsx";
import { NextList } from "#web/features/progress/next/next-list.tsx";
import { PlanList } from "#web/features/progress/plan/plan-list.tsx";
import { ListNav } from "./list-nav.tsx";
import type { ProgressPanelProps } from "./progress-panel.tsx";
import { LISTS, LISTS_OF, type ListId, type ProgressSearch, type ProgressTerms, shortest } from "./progress-search.ts";
import { SoldierChoice } from "./soldier-choice.tsx";

/** What every list of the section is given. */
export type ListProps = {
  game: GameId;
  /** Null: ticks by hand alone. */
  soldierId: string | null;
  search: ProgressSearch;
  /** Narrows the list, in place of the present address. */
  narrow: (terms: ProgressTerms) => void;
};

/** The progress of one soldier, or of a person who ticks by hand: one list at a time. */
export function ProgressScreen({ game, search, onSearch }: ProgressPanelProps) {
  useUndoKey();
  const { query, soldiers, soldierId } = useChosenSoldier(game, search.soldier ?? null);
  if (query.isPending) return <Skeleton label="Loading your soldiers" rows={6} className="h-24" />;
  if (!soldiers || soldierId === undefined) {
    return <ErrorPanel error={query.error} onRetry={query.refetch} className="panel p-5" />;
  }
  const list = search.list ?? LISTS_OF[game][0] ?? "goals";
  const choose = (id: string) => {
    rememberSoldier(game, id);
    onSearch({ ...search, soldier: id }, "replace");
  };
  const { soldier } = search;
  const listProps: ListProps = {
    game,
    soldierId,
    search,
    narrow: (terms) => onSearch(shortest({ ...search, ...terms }), "replace"),
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-end justify-between gap-x-5 gap-y-3">
        {LISTS_OF[game].length > 1 ? (
          <ListNav
            lists={LISTS_OF[game]}
            shown={list}
            onShow={(next) => onSearch(shortest({ soldier, list: next }), "push")}
          />
        ) : (
          <h2 className="text-5">{LISTS[list]}</h2>
        )}
        <SoldierChoice soldiers={soldiers} chosen={soldierId} onChoose={choose} />
      </div>
      {LISTS_OF[game].length > 1 && <h2 className="text-5">{LISTS[list]}</h2>}
      {game === "bf4" && soldierId !== null && <Conflicts soldierId={soldierId} />}
      <Listed list={list} {...listProps} />
    </div>
  );
}

function Listed({ list, ...props }: ListProps & { list: ListId }): ReactNode {
  if (list === "next") return <NextList {...props} />;
  if (list === "checklists") return <Checklists {...props} />;
  if (list === "plan") return <PlanList {...props} />;
  return <Goals {...props} />;
}
