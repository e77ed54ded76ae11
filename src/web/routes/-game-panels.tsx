import { useNavigate, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useCallback } from "react";
import type { GameId } from "#domain/game.ts";
import { ArsenalPanel } from "#web/features/arsenal/arsenal-panel.tsx";
import type { WriteSearch } from "#web/features/arsenal/use-drawer.ts";
import type { LoadoutSearch } from "#web/features/loadout/loadout-search.ts";
import { GamePage } from "#web/shell/game-page.tsx";
import { gamePath } from "#web/shell/game-search.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { GamePageSearch } from "./-game-page-search.ts";

const LoadoutsPanel = lazy(() =>
  import("#web/features/loadout/loadouts-panel.tsx").then((module) => ({ default: module.LoadoutsPanel })),
);
const BuildFigures = lazy(() =>
  import("#web/features/arsenal/build-figures.tsx").then((module) => ({ default: module.BuildFigures })),
);

type GamePanelsProps = { game: GameId; search: GamePageSearch };

/** A game's page with the panel its address asks for. */
export function GamePanels({ game, search }: GamePanelsProps) {
  const { tab = "arsenal" } = search;
  return (
    <GamePage game={game} tab={tab}>
      {tab === "arsenal" ? <Arsenal game={game} search={search} /> : <Loadouts game={game} search={search} />}
    </GamePage>
  );
}

function Arsenal({ game, search }: GamePanelsProps) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const write: WriteSearch = useCallback(
    (update, step) => navigate({ to: gamePath[game], search: update, replace: step === "replace", resetScroll: false }),
    [navigate, game],
  );
  const back = useCallback(() => history.back(), [history]);
  const addToLoadout = useCallback(
    (weapon: string) => navigate({ to: gamePath[game], search: { tab: "loadouts", edit: "new", weapon } }),
    [navigate, game],
  );
  return <ArsenalPanel game={game} search={search} onSearch={write} onBack={back} onAddToLoadout={addToLoadout} />;
}

function Loadouts({ game, search: { edit, kit, weapon } }: GamePanelsProps) {
  const navigate = useNavigate();
  const write = useCallback(
    (search: LoadoutSearch, step: "push" | "replace") =>
      navigate({ to: gamePath[game], search: { tab: "loadouts", ...search }, replace: step === "replace" }),
    [navigate, game],
  );
  const search = { ...(edit && { edit }), ...(kit && { kit }), ...(weapon && { weapon }) };
  return (
    <Suspense fallback={<Skeleton label="Loading loadouts" rows={4} className="h-24" />}>
      <LoadoutsPanel game={game} search={search} onSearch={write} Figures={BuildFigures} />
    </Suspense>
  );
}
