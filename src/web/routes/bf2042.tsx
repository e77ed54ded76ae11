import { createFileRoute } from "@tanstack/react-router";
import { GAME_TITLES } from "#domain/game.ts";
import { dataFor } from "#web/client/data.ts";
import { titleOf } from "#web/shell/titles.ts";
import { readGamePageSearch } from "./-game-page-search.ts";
import { GamePanels } from "./-game-panels.tsx";

export const Route = createFileRoute("/bf2042")({
  staticData: { game: "bf2042" },
  validateSearch: readGamePageSearch,
  loader: async ({ context }) => {
    const data = await dataFor(context);
    await context.queryClient.ensureQueryData(data.arsenal.list.queryOptions({ game: "bf2042" }));
  },
  head: ({ match }) => titleOf(match.search.tab === "loadouts" ? "Loadouts" : "Arsenal", GAME_TITLES.bf2042),
  component: Bf2042Page,
});

function Bf2042Page() {
  return <GamePanels game="bf2042" search={Route.useSearch()} />;
}
