import { createFileRoute } from "@tanstack/react-router";
import { loadData } from "#web/data/data.ts";
import { DataProvider } from "#web/data/data-provider.tsx";
import { gameTitle, readGamePageSearch } from "./-game-page-search.ts";
import { GamePanels } from "./-game-panels.tsx";

export const Route = createFileRoute("/bf2042")({
  staticData: { game: "bf2042" },
  validateSearch: readGamePageSearch,
  loader: async ({ context }) => {
    const { data, queryClient } = await loadData(context);
    await queryClient.ensureQueryData(data.arsenal.list.queryOptions({ game: "bf2042" }));
  },
  head: ({ match }) => gameTitle("bf2042", match.search),
  component: Bf2042Page,
});

function Bf2042Page() {
  return (
    <DataProvider>
      <GamePanels game="bf2042" search={Route.useSearch()} />
    </DataProvider>
  );
}
