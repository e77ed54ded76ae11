import { Ellipsis } from "lucide-react";
import type { LoadoutSearch } from "#web/features/loadout/loadout-search.ts";
import { ImportButton } from "#web/features/loadout/transfer/import-button.tsx";
import { useExportAll } from "#web/features/loadout/transfer/use-export-all.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import type { Selection } from "./use-selection.ts";

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
