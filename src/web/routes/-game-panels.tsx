import { useNavigate } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import { GAME_TITLES, type GameId } from "#domain/game.ts";
import { findCatalogueId } from "#domain/game-data/catalogue-id.ts";
import { m } from "#messages";
import { GAME_TABS, type GameTab, readGameSearch } from "#web/app/shell/page/game-search.ts";
import { useGameSearch, useWriteGameSearch } from "#web/app/shell/page/use-game-search.ts";
import { useViewer } from "#web/data/session/session.ts";
import { ArsenalPanel } from "#web/features/arsenal/arsenal-panel.tsx";
import type { OwnWeapons as OwnWeaponFigures } from "#web/features/arsenal/table/row-figures.ts";
import { CatalogueNav } from "#web/features/catalogue/catalogue-nav.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { importOptional } from "#web/ui/fields/optional-imports.ts";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import { Tabs } from "#web/ui/tabs.tsx";
import { readSharedSearch } from "./-game-page-search.ts";

const OwnWeapons = lazy(async () => {
  const module = await importOptional(() => import("#web/data/stores/chosen-soldier.ts"));
  return { default: module?.OwnWeapons ?? (() => null) };
});
const LoadoutsPanel = lazyNamed(() => import("#web/features/loadout/loadouts-panel.tsx"), "LoadoutsPanel");
const SoldierPanel = lazyNamed(() => import("#web/features/soldier/soldiers.tsx"), "SoldierPanel");
const ProgressPanel = lazyNamed(() => import("#web/features/progress/progress-panel.tsx"), "ProgressPanel");
const CataloguePanel = lazyNamed(() => import("#web/features/catalogue/catalogue-panel.tsx"), "CataloguePanel");
const OpenedShare = lazyNamed(() => import("#web/features/loadout/sharing/opened/opened-share.tsx"), "OpenedShare");
const BuildFigures = lazyNamed(() => import("#web/features/arsenal/weapon/figures/build-figures.tsx"), "BuildFigures");

type GamePanelsProps = { game: GameId };

/** A game's page with the panel of the section in the address, or a shared loadout. */
export function GamePanels({ game }: GamePanelsProps) {
  const shared = useGameSearch(readSharedSearch);
  const { tab = "arsenal" } = useGameSearch(readGameSearch);
  if (shared) {
    const { s, l } = shared;
    return (
      <Suspense fallback={<Skeleton label={m.common_loading_the_shared_loadout()} rows={8} />}>
        <OpenedShare game={game} {...(s && { id: s })} {...(l && { code: l })} Figures={BuildFigures} />
      </Suspense>
    );
  }
  return (
    <GamePage game={game} tab={tab}>
      {tab === "arsenal" && <Arsenal game={game} />}
      {tab === "loadouts" && (
        <Suspense fallback={<Skeleton label={m.common_loading_loadouts()} rows={4} className="h-24" />}>
          <LoadoutsPanel game={game} Figures={BuildFigures} />
        </Suspense>
      )}
      {tab === "soldier" && (
        <Suspense fallback={<Skeleton label={m.common_loading_your_soldiers()} rows={4} className="h-24" />}>
          <SoldierPanel game={game} />
        </Suspense>
      )}
      {tab === "progress" && (
        <Suspense fallback={<Skeleton label={m.common_loading_your_progress()} rows={6} className="h-24" />}>
          <ProgressPanel game={game} />
        </Suspense>
      )}
    </GamePage>
  );
}

/** The arsenal: the catalogue in the address, or the weapons. */
function Arsenal({ game }: GamePanelsProps) {
  const catalogue = useGameSearch(({ cat }) => findCatalogueId(game, cat) ?? null);
  return (
    <>
      <CatalogueNav game={game} current={catalogue} />
      {catalogue ? (
        <Suspense fallback={<Skeleton label={m.app_loading_the_catalogue()} rows={8} className="h-14" />}>
          <CataloguePanel key={catalogue} game={game} catalogue={catalogue} />
        </Suspense>
      ) : (
        <Weapons game={game} />
      )}
    </>
  );
}

function Weapons({ game }: GamePanelsProps) {
  const write = useWriteGameSearch(game);
  const addToLoadout = useCallback(
    (weapon: string) => write(() => ({ tab: "loadouts", edit: "new", weapon }), "push", true),
    [write],
  );
  const viewer = useViewer();
  const [ownWeapons, setOwn] = useState<OwnWeaponFigures>();
  return (
    <>
      {viewer && (
        <Suspense fallback={null}>
          <OwnWeapons key={viewer.id} game={game} onChange={setOwn} />
        </Suspense>
      )}
      <ArsenalPanel game={game} onAddToLoadout={addToLoadout} own={viewer ? ownWeapons : viewer} />
    </>
  );
}

type GamePageProps = {
  game: GameId;
  tab: GameTab;
  /** The panel of the open section. */
  children: ReactNode;
};

/** The sections of a game, and the platoons, which belong to no game and have their own page. */
const TABS = [...GAME_TABS, { value: "platoons", label: m.common_platoons() }] as const;

/** A game's page with its sections as tabs. Opening a section adds an entry to the history. */
export function GamePage({ game, tab, children }: GamePageProps) {
  const write = useWriteGameSearch(game);
  const navigate = useNavigate();
  const open = (next: (typeof TABS)[number]["value"]) => {
    if (next === "platoons") void navigate({ to: "/platoons" });
    else write(() => (next === "arsenal" ? {} : { tab: next }), "push");
  };
  return (
    <Tabs
      label={m.app_sections()}
      value={tab}
      tabs={TABS}
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
