import { createFileRoute } from "@tanstack/react-router";
import { m } from "#messages";
import { getTitle } from "#web/app/shell/page/page.tsx";
import { DataProvider } from "#web/data/data-provider.tsx";
import type { PlatoonAddress } from "#web/features/platoon/platoon-view.tsx";
import { PlatoonsScreen } from "#web/features/platoon/platoons-screen.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";

// Loaded on use: the first load lists every script that a route begins with.
const PlatoonLocker = lazyNamed(() => import("#web/features/platoon/locker/platoon-locker.tsx"), "PlatoonLocker");
const PlatoonExport = lazyNamed(() => import("#web/features/platoon/locker/platoon-transfer.tsx"), "PlatoonExport");
const SquadSheets = lazyNamed(() => import("#web/features/platoon/locker/squad-sheets.tsx"), "SquadSheets");
const OpenSheet = lazyNamed(() => import("#web/features/platoon/locker/squad-sheets.tsx"), "OpenSheet");

export const Route = createFileRoute("/platoons")({
  // Read by the screen, so that the first load of every page does not have to know these fields.
  validateSearch: (search: Record<string, unknown>) => search as PlatoonAddress,
  head: () => getTitle(m.common_platoons()),
  component: PlatoonsPage,
});

function PlatoonsPage() {
  return (
    <DataProvider>
      <PlatoonsScreen
        search={Route.useSearch()}
        Locker={PlatoonLocker}
        Sheets={SquadSheets}
        Export={PlatoonExport}
        OpenSheet={OpenSheet}
      />
    </DataProvider>
  );
}
