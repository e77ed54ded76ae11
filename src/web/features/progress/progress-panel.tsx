import type { ReactNode } from "react";
import type { GameId } from "#domain/game.ts";
import { m } from "#messages";
import { formatSoldier } from "#messages/soldier/soldier-words.ts";
import { QueryFallback } from "#web/app/shell/query-list.tsx";
import { Explanation, OwnSection, WaysToBegin } from "#web/app/shell/session/own-section.tsx";
import { type ListedSoldier, NO_SOLDIER, rememberSoldier, useChosenSoldier } from "#web/data/stores/chosen-soldier.ts";
import { useUndoKey } from "#web/data/stores/last-undo.ts";
import { Checklists, Conflicts } from "#web/features/progress/checklist/checklists.tsx";
import { Goals } from "#web/features/progress/goals/goals.tsx";
import { NextList } from "#web/features/progress/next-list.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { PlanList } from "./plan-list.tsx";
import { LISTS, LISTS_OF, type ListId, type ListProps, useProgressSearch } from "./progress-search.ts";
import { TonightList } from "./tonight-list.tsx";

/** What is left to unlock, earn and reach; without a session, what the section does. */
export const ProgressPanel = ({ game }: { game: GameId }) => (
  <OwnSection
    loading={{ label: m.common_loading_your_progress(), rows: 6 }}
    explanation={
      <Explanation {...EXPLAINED[game]}>
        <WaysToBegin game={game} tab="progress" />
      </Explanation>
    }
  >
    <ProgressScreen game={game} />
  </OwnSection>
);

const EXPLAINED: Record<GameId, { title: string; text: string; points: readonly string[] }> = {
  bf4: {
    title: m.progress_see_what_is_closest(),
    text: m.progress_explained_bf4(),
    points: [m.progress_explained_counts(), m.progress_explained_checklists(), m.progress_explained_plan()],
  },
  bf2042: {
    title: m.progress_set_yourself_goals(),
    text: m.progress_explained_bf2042(),
    points: [m.progress_explained_source(), m.progress_explained_counting(), m.progress_explained_reached_goals()],
  },
};

/** The progress of one soldier, or of a person who ticks by hand: one list at a time. */
function ProgressScreen({ game }: { game: GameId }) {
  const { search, show, narrow } = useProgressSearch(game);
  useUndoKey();
  const { query, soldiers, soldierId } = useChosenSoldier(game, search.soldier ?? null);
  if (!soldiers || soldierId === undefined) {
    return <QueryFallback query={query} loading={m.common_loading_your_soldiers()} rows={6} rowClassName="h-24" />;
  }
  const list = search.list ?? LISTS_OF[game][0] ?? "goals";
  const choose = (id: string) => {
    rememberSoldier(game, id);
    narrow({ soldier: id });
  };
  const { soldier } = search;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-end justify-between gap-x-5 gap-y-3">
        {LISTS_OF[game].length > 1 ? (
          <ListNav lists={LISTS_OF[game]} shown={list} onShow={(next) => show({ soldier, list: next }, "push")} />
        ) : (
          <h2 className="text-5">{LISTS[list]}</h2>
        )}
        <SoldierChoice soldiers={soldiers} chosen={soldierId} onChoose={choose} />
      </div>
      {LISTS_OF[game].length > 1 && <h2 className="text-5">{LISTS[list]}</h2>}
      {game === "bf4" && soldierId !== null && <Conflicts soldierId={soldierId} />}
      <Listed list={list} game={game} soldierId={soldierId} />
    </div>
  );
}

function Listed({ list, ...props }: ListProps & { list: ListId }): ReactNode {
  if (list === "next") return <NextList {...props} />;
  if (list === "tonight") return <TonightList {...props} />;
  if (list === "checklists") return <Checklists {...props} />;
  if (list === "plan") return <PlanList {...props} />;
  return <Goals {...props} />;
}

type ListNavProps = { lists: readonly ListId[]; shown: ListId; onShow: (list: ListId) => void };

const LOOK =
  "min-h-10 rounded-1 border border-line bg-surface-1 px-3 font-cond text-1 font-semibold text-ink-2 hover:border-line-strong hover:text-ink aria-[current]:border-accent aria-[current]:bg-tint aria-[current]:text-ink pointer-coarse:min-h-11";

/** The lists of the section; one of them is shown. */
function ListNav({ lists, shown, onShow }: ListNavProps) {
  return (
    <nav aria-label={m.progress_lists_of_progress()}>
      <ul className="flex flex-wrap gap-2">
        {lists.map((list) => (
          <li key={list}>
            <button
              type="button"
              aria-current={list === shown ? "true" : undefined}
              onClick={() => onShow(list)}
              className={LOOK}
            >
              {LISTS[list]}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type SoldierChoiceProps = {
  soldiers: readonly ListedSoldier[];
  /** Null: ticks by hand alone. */
  chosen: string | null;
  onChoose: (id: string) => void;
};

/** Whose progress is shown. */
function SoldierChoice({ soldiers, chosen, onChoose }: SoldierChoiceProps) {
  return (
    <NativeSelect
      label={m.common_soldier()}
      value={chosen ?? NO_SOLDIER}
      choices={[
        ...soldiers.map((soldier) => ({
          value: soldier.id,
          label:
            soldier.relation === "sample"
              ? m.progress_invented_soldier({ name: soldier.name })
              : formatSoldier(soldier),
        })),
        { value: NO_SOLDIER, label: m.common_only_what_i_tick() },
      ]}
      onChange={onChoose}
      className="w-64 max-w-full max-sm:w-full"
    />
  );
}
