import { useMutation, useQueries, useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { GAME_TITLES, type GameId } from "#domain/game.ts";
import { listFigures } from "#domain/soldier/figures/figures.ts";
import { SAMPLE_SOLDIER_IDS } from "#domain/soldier/sample.ts";
import { m } from "#messages";
import { formatFigure } from "#messages/soldier/figure-words.ts";
import { getMeasureLabel } from "#messages/soldier/measure-labels.ts";
import { formatSoldier } from "#messages/soldier/soldier-words.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { NearLimit } from "#web/app/shell/near-limit.tsx";
import { useWriteGameSearch } from "#web/app/shell/page/use-game-search.ts";
import { QueryFallback } from "#web/app/shell/query-list.tsx";
import { OwnSection } from "#web/app/shell/session/own-section.tsx";
import { SampleSoldierSection } from "#web/app/shell/session/sample-section.tsx";
import { hasUnsentInput, listInterruptedForms } from "#web/data/offline/typed/interrupted-input.ts";
import { getErrorText } from "#web/data/problem.ts";
import { useUndoKey } from "#web/data/stores/last-undo.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Unknown } from "#web/ui/figures/stat.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import { showToast } from "#web/ui/overlays/toasts.ts";
import { Panel } from "#web/ui/panel.tsx";
import { Changing } from "#web/ui/read-only.tsx";
import { SoldierSwitcher } from "./soldier-header.tsx";
import { SoldierScreen } from "./soldier-screen.tsx";
import {
  type ListedSoldier,
  type OpenDialog,
  type SoldierResponse,
  useSoldierSearch,
  useWriteSoldier,
} from "./soldier-search.ts";
import { useRefetch } from "./use-soldier-changes.ts";

const AddDialog = lazyNamed(() => import("#web/features/soldier/add/add-dialog.tsx"), "AddDialog");
const BattlelogDialog = lazyNamed(() => import("#web/features/soldier/add/import-dialog.tsx"), "BattlelogDialog");
const TypedDialog = lazyNamed(() => import("#web/features/soldier/add/typed-dialog.tsx"), "TypedDialog");

/** The soldiers a user follows in a game; without a session, the sample soldier. */
export const SoldierPanel = ({ game }: { game: GameId }) => (
  <OwnSection
    loading={{ label: m.common_loading_your_soldiers(), rows: 4 }}
    sample={
      <SampleSoldierSection>
        <SoldierScreen game={game} soldierId={SAMPLE_SOLDIER_IDS[game]} others={[]} onOpen={() => {}} />
      </SampleSoldierSection>
    }
    isViewable
  >
    <Soldiers game={game} />
  </OwnSection>
);

const SOURCES: Record<GameId, string> = {
  bf2042: m.soldier_explained_sources_bf2042(),
  bf4: m.soldier_explained_sources_bf4(),
};

/** Explains the section to users without soldiers. */
const Explanation = ({ game, children }: { game: GameId; children: ReactNode }) => (
  <Panel title={m.common_add_a_soldier()} className="max-w-3xl">
    <div className="grid max-w-(--measure) gap-3 text-ink-2">
      <p>{m.soldier_explained({ game: GAME_TITLES[game] })}</p>
      <ul className="grid list-disc gap-1 pl-5 text-0">
        {[SOURCES[game], m.soldier_explained_stored(), m.soldier_explained_private()].map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
    <div className="mt-5 flex flex-wrap items-start gap-3">{children}</div>
  </Panel>
);

/** The soldiers of a game: one of them, or several side by side. */
function Soldiers({ game }: { game: GameId }) {
  const search = useSoldierSearch();
  const write = useWriteGameSearch(game);
  useUndoKey();
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(() => findInterruptedDialog(game));
  const list = useQuery(useTRPC().soldier.list.queryOptions());
  if (!list.data) return <QueryFallback query={list} loading={m.common_loading_your_soldiers()} rowClassName="h-24" />;
  const soldiers = list.data.filter((soldier) => soldier.game === game);
  const shown = soldiers.find(({ id }) => id === search.soldier) ?? getDefaultSoldier(soldiers);
  const show = (soldier: string) => write(() => ({ tab: "soldier", soldier }), "push");
  const close = () => setOpenDialog(null);
  const importing = openDialog?.kind === "import" && soldiers.find(({ id }) => id === openDialog.soldierId);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <NearLimit limits={["soldiers", "storedSoldiers"]} />
      {shown ? (
        <>
          <SoldierSwitcher
            soldiers={soldiers}
            shown={shown.id}
            onShow={show}
            onAdd={() => setOpenDialog({ kind: "add" })}
          />
          {search.with ? (
            <Changing>
              <SideBySide game={game} soldiers={soldiers} shown={shown} />
            </Changing>
          ) : (
            <SoldierScreen
              key={shown.id}
              game={game}
              soldierId={shown.id}
              others={soldiers.filter(({ id }) => id !== shown.id)}
              onOpen={setOpenDialog}
            />
          )}
        </>
      ) : (
        <Changing>
          <NoSoldiers game={game} onShow={show} onOpen={setOpenDialog} />
        </Changing>
      )}
      <Suspense>
        {openDialog?.kind === "add" && (
          <AddDialog
            game={game}
            onClose={close}
            onAdded={(soldierId) => {
              setOpenDialog(openDialog.leadsTo ? { kind: openDialog.leadsTo, soldierId } : null);
              show(soldierId);
            }}
          />
        )}
        {importing && <BattlelogDialog soldier={importing} onClose={close} />}
        {openDialog?.kind === "typed" && <TypedDialog game={game} soldierId={openDialog.soldierId} onClose={close} />}
      </Suspense>
    </div>
  );
}

/** Returns the dialog with unsent input, so that it opens again; null if there is none. */
function findInterruptedDialog(game: GameId): OpenDialog | null {
  const [soldierId] = listInterruptedForms(`typed:${game}:`);
  if (soldierId) return { kind: "typed", soldierId };
  const [importSoldierId] = listInterruptedForms("battlelog:");
  if (importSoldierId && game === "bf4") return { kind: "import", soldierId: importSoldierId };
  return hasUnsentInput(`add-soldier:${game}`) ? { kind: "add" } : null;
}

/** Returns the first own soldier, or else the first followed one. */
const getDefaultSoldier = (soldiers: readonly ListedSoldier[]): ListedSoldier | undefined =>
  soldiers.find(({ relation }) => relation === "mine") ?? soldiers[0];

type NoSoldiersProps = { game: GameId; onShow: (soldierId: string) => void; onOpen: (opened: OpenDialog) => void };

function NoSoldiers({ game, onShow, onOpen }: NoSoldiersProps) {
  const sample = useAddSample(onShow);
  return (
    <Explanation game={game}>
      <Button kind="primary" onClick={() => onOpen({ kind: "add" })}>
        {m.common_add_a_soldier()}
      </Button>
      <Button busy={sample.isPending} onClick={() => sample.mutate({ id: newId(), game })}>
        {m.soldier_show_a_sample()}
      </Button>
      {game === "bf4" && (
        <Button kind="quiet" onClick={() => onOpen({ kind: "add", leadsTo: "import" })}>
          {m.soldier_import_from_battlelog_button()}
        </Button>
      )}
      <Button kind="quiet" onClick={() => onOpen({ kind: "add", leadsTo: "typed" })}>
        {m.soldier_type_figures_by_hand_button()}
      </Button>
    </Explanation>
  );
}

function useAddSample(onAdded: (soldierId: string) => void) {
  const trpc = useTRPC();
  const refetch = useRefetch();
  return useMutation(
    trpc.soldier.addSample.mutationOptions({
      onSuccess: async ({ id }) => {
        await refetch();
        onAdded(id);
      },
      onError: (error) => showToast(getErrorText(error), { tone: "error" }),
    }),
  );
}

type SideBySideProps = { game: GameId; soldiers: readonly ListedSoldier[]; shown: ListedSoldier };

const MAX_OTHERS = 3;

/** Two to four soldiers side by side. */
function SideBySide({ game, soldiers, shown }: SideBySideProps) {
  const trpc = useTRPC();
  const write = useWriteSoldier(game, shown.id);
  const requested = (useSoldierSearch().with ?? "").split(",");
  const others = soldiers.filter(({ id }) => id !== shown.id);
  const selectedSoldiers = others.filter(({ id }) => requested.includes(id));
  const queries = useQueries({
    queries: [shown, ...selectedSoldiers].map(({ id }) => trpc.soldier.get.queryOptions({ id })),
  });
  const responses = queries.flatMap(({ data }) => data ?? []);
  const failed = queries.find(({ isError }) => isError);
  const toggle = (id: string) => {
    const ids = selectedSoldiers.map((soldier) => soldier.id);
    const next = ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id].slice(-MAX_OTHERS);
    write({ ...(next.length > 0 && { with: next.join(",") }) }, "replace");
  };
  return (
    <Panel aria-label={m.soldier_side_by_side()}>
      <header className="mb-4 flex flex-wrap items-start gap-4">
        <h2 className="grow text-5">{m.soldier_side_by_side()}</h2>
        <Button onClick={() => write({}, "push")}>{m.soldier_only_this_soldier()}</Button>
      </header>
      <fieldset className="mb-4 flex min-w-0 flex-wrap gap-x-5 gap-y-1">
        <legend className="mb-1 max-w-full text-0 font-semibold break-words text-ink-2">
          {m.soldier_compare_name_with_up_to_three({ name: shown.name })}
        </legend>
        {others.map((soldier) => (
          <label key={soldier.id} className="flex min-h-10 min-w-0 items-center gap-2 text-1">
            <input
              type="checkbox"
              checked={selectedSoldiers.some(({ id }) => id === soldier.id)}
              onChange={() => toggle(soldier.id)}
              className="size-5 accent-(--accent)"
            />
            <span className="min-w-0 break-words">{formatSoldier(soldier)}</span>
          </label>
        ))}
      </fieldset>
      {failed && <ErrorPanel isPart error={failed.error} onRetry={() => void failed.refetch()} />}
      {queries.some(({ isPending }) => isPending) && <Skeleton label={m.soldier_loading_the_soldiers()} rows={6} />}
      {responses.length === queries.length && <Figures game={game} responses={responses} />}
    </Panel>
  );
}

function Figures({ game, responses }: { game: GameId; responses: readonly SoldierResponse[] }) {
  const measures = listFigures(game).filter(({ id }) =>
    responses.some(({ current }) => current?.figures[id] !== undefined),
  );
  if (measures.length === 0) return <p className="text-ink-2">{m.soldier_no_snapshot_has_a_figure_yet()}</p>;
  return (
    <table aria-label={m.soldier_soldiers_side_by_side()} className="w-full table-fixed text-0">
      <thead>
        <tr className="border-b border-line-strong">
          <th scope="col" className={classes("py-2 pr-2 text-left", responses.length < 3 && "w-28")}>
            {m.common_figure()}
          </th>
          {responses.map(({ soldier }) => (
            <th key={soldier.id} scope="col" className="px-1 py-2 text-right break-words">
              {formatSoldier(soldier)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {measures.map(({ id, labelId, unit }) => (
          <tr key={id} className="border-b border-line">
            <th scope="row" className="hyphens-auto py-1.5 pr-2 text-left font-normal text-ink-2">
              {getMeasureLabel(labelId)}
            </th>
            {responses.map(({ soldier, current }) => {
              const value = current?.figures[id];
              return (
                <td key={soldier.id} className="num px-1 py-1.5 text-right font-semibold">
                  {value === undefined ? <Unknown /> : formatFigure(value, unit)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
