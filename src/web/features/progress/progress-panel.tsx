import type { ReactNode } from "react";
import type { GameId } from "#domain/game.ts";
import { SAMPLE_SOLDIER_IDS } from "#domain/soldier/sample.ts";
import { m } from "#messages";
import { formatSoldier } from "#messages/soldier/soldier-words.ts";
import { QueryFallback } from "#web/app/shell/query-list.tsx";
import { OwnSection } from "#web/app/shell/session/own-section.tsx";
import { SampleSoldierSection } from "#web/app/shell/session/sample-section.tsx";
import { type ListedSoldier, NO_SOLDIER, rememberSoldier, useChosenSoldier } from "#web/data/stores/chosen-soldier.ts";
import { useUndoKey } from "#web/data/stores/last-undo.ts";
import { Checklists, Conflicts } from "#web/features/progress/checklist/checklists.tsx";
import { Goals } from "#web/features/progress/goals/goals.tsx";
import { NextList } from "#web/features/progress/next-list.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { PlanList } from "./plan-list.tsx";
import { LISTS, LISTS_BY_GAME, type ListId, type ListProps, useProgressSearch } from "./progress-search.ts";
import { TonightList } from "./tonight-list.tsx";
import { UnlockList } from "./unlock-list.tsx";

/** The progress section; without a session, that of the sample soldier. */
export const ProgressPanel = ({ game }: { game: GameId }) => (
  <OwnSection loading={{ label: m.common_loading_your_progress(), rows: 6 }} sample={<SampleProgress game={game} />}>
    <ProgressScreen game={game} />
  </OwnSection>
);

/** The lists of the sample soldier. Their navigation is beside the note about the sample. */
function SampleProgress({ game }: { game: GameId }) {
  const { search, show } = useProgressSearch(game);
  const list = search.list ?? LISTS_BY_GAME[game][0] ?? "goals";
  const isNavigable = LISTS_BY_GAME[game].length > 1;
  return (
    <SampleSoldierSection
      lead={
        isNavigable && (
          <ListNav lists={LISTS_BY_GAME[game]} shown={list} onShow={(next) => show({ list: next }, "push")} />
        )
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 className={isNavigable ? "sr-only" : "text-5"}>{LISTS[list]}</h2>
        <ProgressList list={list} game={game} soldierId={SAMPLE_SOLDIER_IDS[game]} />
      </div>
    </SampleSoldierSection>
  );
}

/** The progress of one soldier, or of a user who only ticks by hand; shows one list at a time. */
function ProgressScreen({ game }: { game: GameId }) {
  const { search, show, setFilters } = useProgressSearch(game);
  useUndoKey();
  const { query, soldiers, soldierId } = useChosenSoldier(game, search.soldier ?? null);
  if (!soldiers || soldierId === undefined) {
    return <QueryFallback query={query} loading={m.common_loading_your_soldiers()} rows={6} rowClassName="h-24" />;
  }
  const list = search.list ?? LISTS_BY_GAME[game][0] ?? "goals";
  const choose = (id: string) => {
    rememberSoldier(game, id);
    setFilters({ soldier: id });
  };
  const { soldier } = search;
  const isNavigable = LISTS_BY_GAME[game].length > 1;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-5 gap-y-3">
        {isNavigable && (
          <ListNav lists={LISTS_BY_GAME[game]} shown={list} onShow={(next) => show({ soldier, list: next }, "push")} />
        )}
        <h2 className={isNavigable ? "sr-only" : "text-5"}>{LISTS[list]}</h2>
        <SoldierChoice soldiers={soldiers} chosen={soldierId} onChoose={choose} />
      </div>
      {game === "bf4" && soldierId !== null && <Conflicts soldierId={soldierId} />}
      <ProgressList list={list} game={game} soldierId={soldierId} />
    </div>
  );
}

function ProgressList({ list, ...props }: ListProps & { list: ListId }): ReactNode {
  if (list === "next") return <NextList {...props} />;
  if (list === "unlocks") return <UnlockList {...props} />;
  if (list === "tonight") return <TonightList {...props} />;
  if (list === "checklists") return <Checklists {...props} />;
  if (list === "plan") return <PlanList {...props} />;
  return <Goals {...props} />;
}

type ListNavProps = { lists: readonly ListId[]; shown: ListId; onShow: (list: ListId) => void };

const LIST_BUTTON_CLASSES =
  "min-h-10 rounded-1 border border-line bg-surface-1 px-3 font-cond text-1 font-semibold text-ink-2 hover:border-line-strong hover:text-ink aria-[current]:border-accent aria-[current]:bg-tint aria-[current]:text-ink pointer-coarse:min-h-11";

/** The navigation between the lists of the section. */
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
              className={LIST_BUTTON_CLASSES}
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
  /** Null for a user who only ticks by hand. */
  chosen: string | null;
  onChoose: (id: string) => void;
};

/** The choice of the soldier whose progress is shown. */
function SoldierChoice({ soldiers, chosen, onChoose }: SoldierChoiceProps) {
  return (
    <NativeSelect
      label={m.common_soldier()}
      isLabelHidden
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
