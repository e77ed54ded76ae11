import { useNavigate, useRouter } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from "react";
import { GAME_TITLES, type GameId } from "#domain/game.ts";
import { m } from "#messages";
import { GAME_TABS, type GameTab, gamePath, readGameSearch } from "#web/app/shell/page/game-search.ts";
import { useViewer } from "#web/data/session/session.ts";
import { ArsenalPanel } from "#web/features/arsenal/arsenal-panel.tsx";
import type { OwnWeapons as OwnWeaponFigures } from "#web/features/arsenal/table/row-figures.ts";
import { readArsenalSearch, type WriteSearch } from "#web/features/arsenal/use-url-overlay.ts";
import { CatalogueNav } from "#web/features/catalogue/catalogue-nav.tsx";
import type { WriteCatalogue } from "#web/features/catalogue/catalogue-search.ts";
import { type CatalogueSearch, readCatalogueSearch } from "#web/features/catalogue/catalogue-search.ts";
import type { LoadoutSearch } from "#web/features/loadout/loadout-search.ts";
import type { ProgressSearch } from "#web/features/progress/progress-search.ts";
import type { SoldierSearch } from "#web/features/soldier/soldier-search.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { importOptional } from "#web/ui/fields/optional-imports.ts";
import { Tabs } from "#web/ui/tabs.tsx";
import { type GamePageSearch, getTexts, readSharedSearch } from "./-game-page-search.ts";

const OwnWeapons = lazy(async () => {
  const module = await importOptional(() => import("#web/data/stores/chosen-soldier.ts"));
  return { default: module?.OwnWeapons ?? (() => null) };
});
const LoadoutsPanel = lazy(() =>
  import("#web/features/loadout/loadouts-panel.tsx").then((module) => ({ default: module.LoadoutsPanel })),
);
const SoldierPanel = lazy(() =>
  import("#web/features/soldier/soldiers.tsx").then((module) => ({ default: module.SoldierPanel })),
);
const ProgressPanel = lazy(() =>
  import("#web/features/progress/progress-panel.tsx").then((module) => ({ default: module.ProgressPanel })),
);
const CataloguePanel = lazy(() =>
  import("#web/features/catalogue/catalogue-panel.tsx").then((module) => ({ default: module.CataloguePanel })),
);
const OpenedShare = lazy(() =>
  import("#web/features/loadout/sharing/opened/opened-share.tsx").then((module) => ({ default: module.OpenedShare })),
);
const BuildFigures = lazy(() =>
  import("#web/features/arsenal/weapon/figures/build-figures.tsx").then((module) => ({ default: module.BuildFigures })),
);

type GamePanelsProps = { game: GameId; search: GamePageSearch };

/** A game's page with the panel its address asks for. */
export function GamePanels({ game, search }: GamePanelsProps) {
  const shared = readSharedSearch(search);
  if (shared) {
    const { s, l } = shared;
    return (
      <Suspense fallback={<Skeleton label={m.common_loading_the_shared_loadout()} rows={8} />}>
        <OpenedShare game={game} {...(s && { id: s })} {...(l && { code: l })} Figures={BuildFigures} />
      </Suspense>
    );
  }
  const { tab = "arsenal" } = readGameSearch(search);
  return (
    <GamePage game={game} tab={tab}>
      {tab === "arsenal" && <Arsenal game={game} search={search} />}
      {tab === "loadouts" && <Loadouts game={game} />}
      {tab === "soldier" && <Soldier game={game} search={search} />}
      {tab === "progress" && <Progress game={game} search={search} />}
    </GamePage>
  );
}

/** The game's catalogues, its weapons first: they open where the address names no other. */
function Arsenal({ game, search }: GamePanelsProps) {
  const catalogue = useMemo(() => readCatalogueSearch(game, search), [game, search]);
  return (
    <>
      <CatalogueNav game={game} current={catalogue?.cat ?? null} />
      {catalogue ? (
        <Catalogue key={catalogue.cat} game={game} search={catalogue} />
      ) : (
        <Weapons game={game} search={search} />
      )}
    </>
  );
}

function Catalogue({ game, search }: { game: GameId; search: CatalogueSearch }) {
  const { cat } = search;
  const { history } = useRouter();
  const write = useWriteSearch(game);
  const onSearch: WriteCatalogue = useCallback(
    (update, step) => write((now) => update(readCatalogueSearch(game, now) ?? { cat }), step),
    [write, game, cat],
  );
  const back = useCallback(() => history.back(), [history]);
  return (
    <Suspense fallback={<Skeleton label={m.app_loading_the_catalogue()} rows={8} className="h-14" />}>
      <CataloguePanel game={game} search={search} onSearch={onSearch} onBack={back} />
    </Suspense>
  );
}

function Weapons({ game, search }: GamePanelsProps) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const write = useWriteSearch(game);
  const onSearch: WriteSearch = useCallback(
    (update, step) => {
      void write((now) => update(readArsenalSearch(now)), step);
      // Else a step taken at the same moment would swallow what it is to lead back to.
      history.flush();
    },
    [write, history],
  );
  const back = useCallback(() => history.back(), [history]);
  const addToLoadout = useCallback(
    (weapon: string) => navigate({ to: gamePath[game], search: { tab: "loadouts", edit: "new", weapon } }),
    [navigate, game],
  );
  const terms = useMemo(() => readArsenalSearch(search), [search]);
  const viewer = useViewer();
  const [own, setOwn] = useState<OwnWeaponFigures>();
  return (
    <>
      {viewer && (
        <Suspense fallback={null}>
          <OwnWeapons key={viewer.id} game={game} onChange={setOwn} />
        </Suspense>
      )}
      <ArsenalPanel
        game={game}
        search={terms}
        onSearch={onSearch}
        onBack={back}
        onAddToLoadout={addToLoadout}
        own={viewer ? own : viewer}
      />
    </>
  );
}

type Step = "push" | "replace";

/** Writes the address of a game page: a step Back can take, or in place of the present one. */
function useWriteSearch(game: GameId) {
  const navigate = useNavigate();
  return useCallback(
    (update: (now: Record<string, unknown>) => object, step: Step, resetScroll = false) =>
      navigate({
        to: gamePath[game],
        search: (now) => getTexts(update(now)),
        replace: step === "replace",
        resetScroll,
      }),
    [navigate, game],
  );
}

function Loadouts({ game }: { game: GameId }) {
  const write = useWriteSearch(game);
  const onSearch = useCallback(
    (next: LoadoutSearch, step: Step) =>
      write(() => ({ tab: "loadouts", ...next }), step, step === "push" && next.share === undefined),
    [write],
  );
  return (
    <Suspense fallback={<Skeleton label={m.common_loading_loadouts()} rows={4} className="h-24" />}>
      <LoadoutsPanel game={game} onSearch={onSearch} Figures={BuildFigures} />
    </Suspense>
  );
}

function Soldier({ game, search }: GamePanelsProps) {
  const write = useWriteSearch(game);
  const onSearch = useCallback(
    (next: SoldierSearch, step: Step) => write(() => ({ tab: "soldier", ...next }), step),
    [write],
  );
  return (
    <Suspense fallback={<Skeleton label={m.common_loading_your_soldiers()} rows={4} className="h-24" />}>
      <SoldierPanel game={game} search={search} onSearch={onSearch} />
    </Suspense>
  );
}

function Progress({ game, search }: GamePanelsProps) {
  const write = useWriteSearch(game);
  const onSearch = useCallback(
    (next: ProgressSearch, step: Step) => write(() => ({ tab: "progress", ...next }), step),
    [write],
  );
  return (
    <Suspense fallback={<Skeleton label={m.common_loading_your_progress()} rows={6} className="h-24" />}>
      <ProgressPanel game={game} search={search} onSearch={onSearch} />
    </Suspense>
  );
}

type GamePageProps = {
  game: GameId;
  tab: GameTab;
  /** The panel of the open tab. */
  children: ReactNode;
};

/** A game's page: its name and its sections as tabs in one line. Opening a section is a step Back can take. */
export function GamePage({ game, tab, children }: GamePageProps) {
  const navigate = useNavigate();
  const open = (next: GameTab) =>
    navigate({ to: gamePath[game], search: next === "arsenal" ? {} : { tab: next }, resetScroll: false });
  return (
    <Tabs
      label={m.app_sections()}
      value={tab}
      tabs={GAME_TABS}
      onChange={open}
      isBarOnPhone
      heading={
        <h1 tabIndex={-1} className="py-1.5 text-5 whitespace-nowrap">
          {GAME_TITLES[game]}
        </h1>
      }
    >
      {children}
    </Tabs>
  );
}
