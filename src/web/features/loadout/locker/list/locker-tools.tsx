import { Ellipsis } from "lucide-react";
import { Menu } from "#web/components/overlays/menu.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { IconButton } from "#web/components/ui/icon-button.tsx";
import type { LoadoutSearch } from "#web/features/loadout/loadout-search.ts";
import type { Selection } from "#web/features/loadout/locker/cards/use-selection.ts";
import { ImportButton } from "#web/features/loadout/transfer/import/import-button.tsx";
import { useExportAll } from "#web/features/loadout/transfer/use-export-all.ts";

type LockerToolsProps = {
  hasLoadouts: boolean;
  selection: Selection;
  onSearch: (search: LoadoutSearch, step: "push" | "replace") => void;
};

/** What is done to the locker as a whole. */
export function LockerTools({ hasLoadouts, selection, onSearch }: LockerToolsProps) {
  const { exportAll, isExporting } = useExportAll();
  return (
    <div className="flex flex-wrap items-center gap-2">
      {hasLoadouts && (
        <Button size="small" onClick={selection.isOn ? selection.end : selection.begin} aria-pressed={selection.isOn}>
          Select
        </Button>
      )}
      <ImportButton />
      <Menu
        trigger={
          <IconButton label="More about the locker">
            <Ellipsis aria-hidden="true" className="size-5" />
          </IconButton>
        }
        items={[
          { label: "Export all", onSelect: () => void exportAll(), disabled: isExporting },
          { label: "Recently deleted", onSelect: () => onSearch({ view: "deleted" }, "push") },
        ]}
      />
    </div>
  );
}
