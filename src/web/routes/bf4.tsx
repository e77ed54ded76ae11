import { createFileRoute } from "@tanstack/react-router";
import { loadData } from "#web/data/data.ts";
import { DataProvider } from "#web/data/data-provider.tsx";
import { getGameTitle, readGamePageSearch } from "./-game-page-search.ts";
import { GamePanels } from "./-game-panels.tsx";

export const Route = createFileRoute("/bf4")({
  staticData: { game: "bf4" },
  validateSearch: readGamePageSearch,
  loader: async ({ context }) => {
    const { data, queryClient } = await loadData(context);
    await queryClient.ensureQueryData(data.arsenal.list.queryOptions({ game: "bf4" }));
  },
  head: ({ match }) => getGameTitle("bf4", match.search),
  component: Bf4Page,
});

function Bf4Page() {
  return (
    <DataProvider>
      <GamePanels game="bf4" />
    </DataProvider>
  );
}
