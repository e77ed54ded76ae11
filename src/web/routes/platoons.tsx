import { createFileRoute } from "@tanstack/react-router";
import { m } from "#messages";
import { getTitle } from "#web/app/shell/page/page.tsx";
import { DataProvider } from "#web/data/data-provider.tsx";
import type { PlatoonAddress } from "#web/features/platoon/platoon-view.tsx";
import { PlatoonsScreen } from "#web/features/platoon/platoons-screen.tsx";

export const Route = createFileRoute("/platoons")({
  // The screen parses the parameters, so that the parser is not part of every first load.
  validateSearch: (search: Record<string, unknown>) => search as PlatoonAddress,
  head: () => getTitle(m.common_platoons()),
  component: PlatoonsPage,
});

function PlatoonsPage() {
  return (
    <DataProvider>
      <PlatoonsScreen search={Route.useSearch()} />
    </DataProvider>
  );
}
