import { useNavigate, useRouter } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useCallback, useMemo } from "react";
import { GAME_TITLES, type GameId } from "#domain/game.ts";
import { GAME_TABS, type GameTab, gamePath, readGameSearch } from "#web/app/shell/page/game-search.ts";
import { Page } from "#web/app/shell/page/page.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Tabs } from "#web/components/ui/tabs.tsx";
import { DataProvider } from "#web/data/data-provider.tsx";
import { ArsenalPanel } from "#web/features/arsenal/arsenal-panel.tsx";
import { readArsenalSearch, type WriteSearch } from "#web/features/arsenal/use-url-overlay.ts";
import { CatalogueNav } from "#web/features/catalogue/catalogue-nav.tsx";
import { type CatalogueSearch, readCatalogueSearch } from "#web/features/catalogue/catalogue-search.ts";
import type { WriteCatalogue } from "#web/features/catalogue/use-entry-drawer.ts";
import type { LoadoutSearch } from "#web/features/loadout/loadout-search.ts";
import { type ProgressSearch, readProgressSearch } from "#web/features/progress/progress-search.ts";
import { readSoldierSearch, type SoldierSearch } from "#web/features/soldier/soldier-search.ts";
import { type GamePageSearch, getTexts, readSharedSearch } from "./-game-page-search.ts";

const LoadoutsPanel = lazy(() =>
  import("#web/features/loadout/loadouts-panel.tsx").then((module) => ({ default: module.LoadoutsPanel })),
);
const SoldierPanel = lazy(() =>
  import("#web/features/soldier/soldier-panel.tsx").then((module) => ({ default: module.SoldierPanel })),
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
      <Suspense fallback={<Skeleton label="Loading the shared loadout" rows={8} />}>
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
  const navigate = useNavigate();
  const { history } = useRouter();
  const write: WriteCatalogue = useCallback(
    (update, step) =>
      navigate({
        to: gamePath[game],
        search: (now) => getTexts(update(readCatalogueSearch(game, now) ?? { cat })),
        replace: step === "replace",
        resetScroll: false,
      }),
    [navigate, game, cat],
  );
  const back = useCallback(() => history.back(), [history]);
  return (
    <Suspense fallback={<Skeleton label="Loading the catalogue" rows={8} className="h-14" />}>
      <CataloguePanel game={game} search={search} onSearch={write} onBack={back} />
    </Suspense>
  );
}

function Weapons({ game, search }: GamePanelsProps) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const write: WriteSearch = useCallback(
    (update, step) => {
      void navigate({
        to: gamePath[game],
        search: (now) => getTexts(update(readArsenalSearch(now))),
        replace: step === "replace",
        resetScroll: false,
      });
      // Else a step taken at the same moment would swallow what it is to lead back to.
      history.flush();
    },
    [navigate, history, game],
  );
  const back = useCallback(() => history.back(), [history]);
  const addToLoadout = useCallback(
    (weapon: string) => navigate({ to: gamePath[game], search: { tab: "loadouts", edit: "new", weapon } }),
    [navigate, game],
  );
  const terms = useMemo(() => readArsenalSearch(search), [search]);
  return <ArsenalPanel game={game} search={terms} onSearch={write} onBack={back} onAddToLoadout={addToLoadout} />;
}

function Loadouts({ game }: { game: GameId }) {
  const navigate = useNavigate();
  const write = useCallback(
    (search: LoadoutSearch, step: "push" | "replace") =>
      navigate({
        to: gamePath[game],
        search: getTexts({ tab: "loadouts", ...search }),
        replace: step === "replace",
        resetScroll: step === "push" && search.share === undefined,
      }),
    [navigate, game],
  );
  return (
    <Suspense fallback={<Skeleton label="Loading loadouts" rows={4} className="h-24" />}>
      <LoadoutsPanel game={game} onSearch={write} Figures={BuildFigures} />
    </Suspense>
  );
}

function Soldier({ game, search }: GamePanelsProps) {
  const navigate = useNavigate();
  const write = useCallback(
    (search: SoldierSearch, step: "push" | "replace") =>
      navigate({
        to: gamePath[game],
        search: getTexts({ tab: "soldier", ...search }),
        replace: step === "replace",
        resetScroll: false,
      }),
    [navigate, game],
  );
  const read = useMemo(() => readSoldierSearch(search), [search]);
  return (
    <Suspense fallback={<Skeleton label="Loading your soldiers" rows={4} className="h-24" />}>
      <SoldierPanel game={game} search={read} onSearch={write} />
    </Suspense>
  );
}

function Progress({ game, search }: GamePanelsProps) {
  const navigate = useNavigate();
  const write = useCallback(
    (search: ProgressSearch, step: "push" | "replace") =>
      navigate({
        to: gamePath[game],
        search: getTexts({ tab: "progress", ...search }),
        replace: step === "replace",
        resetScroll: false,
      }),
    [navigate, game],
  );
  const read = useMemo(() => readProgressSearch(game, search), [game, search]);
  return (
    <Suspense fallback={<Skeleton label="Loading your progress" rows={6} className="h-24" />}>
      <ProgressPanel game={game} search={read} onSearch={write} />
    </Suspense>
  );
}

type GamePageProps = {
  game: GameId;
  tab: GameTab;
  /** The panel of the open tab. */
  children: ReactNode;
};

/** A game's page: its sections as tabs. Opening one is a step Back can take. */
export function GamePage({ game, tab, children }: GamePageProps) {
  const navigate = useNavigate();
  const open = (next: GameTab) =>
    navigate({ to: gamePath[game], search: next === "arsenal" ? {} : { tab: next }, resetScroll: false });
  return (
    <Page title={GAME_TITLES[game]}>
      <Tabs label="Sections" value={tab} tabs={GAME_TABS} onChange={open}>
        <DataProvider>{children}</DataProvider>
      </Tabs>
    </Page>
  );
}
