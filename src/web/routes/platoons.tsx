import { createFileRoute } from "@tanstack/react-router";
import { lazy } from "react";
import { m } from "#messages";
import { getTitle } from "#web/app/shell/page/page.tsx";
import { DataProvider } from "#web/data/data-provider.tsx";
import type { PlatoonAddress } from "#web/features/platoon/platoon-view.tsx";
import { PlatoonsScreen } from "#web/features/platoon/platoons-screen.tsx";

// Loaded on use: the first load lists every script that a route begins with.
const PlatoonLocker = lazy(() =>
  import("#web/features/platoon/locker/platoon-locker.tsx").then((module) => ({ default: module.PlatoonLocker })),
);
const PlatoonExport = lazy(() =>
  import("#web/features/platoon/locker/platoon-transfer.tsx").then((module) => ({ default: module.PlatoonExport })),
);
const SquadSheets = lazy(() =>
  import("#web/features/platoon/locker/squad-sheets.tsx").then((module) => ({ default: module.SquadSheets })),
);
const OpenSheet = lazy(() =>
  import("#web/features/platoon/locker/squad-sheets.tsx").then((module) => ({ default: module.OpenSheet })),
);

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
