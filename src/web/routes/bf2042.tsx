import { createFileRoute } from "@tanstack/react-router";
import { LAYERS, type Layer, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import { loadData } from "#web/data/data.ts";
import { DataProvider } from "#web/data/data-provider.tsx";
import { getGameTitle, readGamePageSearch } from "./-game-page-search.ts";
import { GamePanels } from "./-game-panels.tsx";

export const Route = createFileRoute("/bf2042")({
  staticData: { game: "bf2042" },
  validateSearch: readGamePageSearch,
  loader: async ({ context, location }) => {
    const { data, queryClient } = await loadData(context);
    const input = getListInput(readGamePageSearch(location.search));
    await queryClient.ensureQueryData(data.arsenal.list.queryOptions(input));
  },
  head: ({ match }) => getGameTitle("bf2042", match.search),
  component: Bf2042Page,
});

/** Only the arsenal needs the list of the selected patch, and it does not need the latest one then. */
function getListInput({ tab, patch }: Readonly<Record<string, string>>): { game: "bf2042"; patch?: Layer } {
  if (tab || !patch) return { game: "bf2042" };
  const layer = LAYERS.find((layerId) => layerId === patch && layerId !== SHOWN_PATCH);
  return { game: "bf2042", ...(layer && { patch: layer }) };
}

function Bf2042Page() {
  return (
    <DataProvider>
      <GamePanels game="bf2042" />
    </DataProvider>
  );
}
