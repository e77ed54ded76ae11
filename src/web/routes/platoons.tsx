import { createFileRoute } from "@tanstack/react-router";
import { m } from "#messages";
import { anyText, oneOf, readSearch } from "#web/app/shell/page/game-search.ts";
import { getTitle } from "#web/app/shell/page/page.tsx";
import { DataProvider } from "#web/data/data-provider.tsx";
import { PlatoonsScreen } from "#web/features/account/platoons/platoons-screen.tsx";

export const Route = createFileRoute("/platoons")({
  validateSearch: (search: Record<string, unknown>) =>
    readSearch(search, { platoon: anyText(), tab: oneOf(["settings"]) }),
  head: () => getTitle(m.common_platoons()),
  component: PlatoonsPage,
});

function PlatoonsPage() {
  return (
    <DataProvider>
      <PlatoonsScreen {...Route.useSearch()} />
    </DataProvider>
  );
}
