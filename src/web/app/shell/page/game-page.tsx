import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { GAME_TITLES, type GameId } from "#domain/game.ts";
import { Tabs } from "#web/components/ui/tabs.tsx";
import { DataProvider } from "#web/data/data-provider.tsx";
import { GAME_TABS, type GameTab, gamePath } from "./game-search.ts";
import { Page } from "./page.tsx";

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
