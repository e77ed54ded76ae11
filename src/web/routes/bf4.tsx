import { createFileRoute } from "@tanstack/react-router";
import { GAME_TITLES } from "#domain/game.ts";
import { dataFor } from "#web/client/data.ts";
import { titleOf } from "#web/shell/titles.ts";
import { readGamePageSearch } from "./-game-page-search.ts";
import { GamePanels } from "./-game-panels.tsx";

export const Route = createFileRoute("/bf4")({
  staticData: { game: "bf4" },
  validateSearch: readGamePageSearch,
  loader: async ({ context }) => {
    const data = await dataFor(context);
    await context.queryClient.ensureQueryData(data.arsenal.list.queryOptions({ game: "bf4" }));
  },
  head: ({ match }) => titleOf(match.search.tab === "loadouts" ? "Loadouts" : "Arsenal", GAME_TITLES.bf4),
  component: Bf4Page,
});

function Bf4Page() {
  return <GamePanels game="bf4" search={Route.useSearch()} />;
}
