import { KIT_TITLES } from "#domain/game-data/kit-id.ts";
import { EmptyState } from "#web/components/feedback/empty-state.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { isNarrowed, type LockerSearch } from "./locker-search.ts";

type NoMatchProps = { search: LockerSearch; onClear: () => void };

/** Said where nothing is listed, with the way back to everything. */
export function NoMatch({ search, onClear }: NoMatchProps) {
  if (!isNarrowed(search)) return <EmptyState text="No loadouts of this game yet." />;
  return (
    <EmptyState text={getText(search)}>
      <Button onClick={onClear}>Clear</Button>
    </EmptyState>
  );
}

function getText({ q, tag, kit, folder }: LockerSearch): string {
  const words = [q, tag && `#${tag}`, kit && KIT_TITLES[kit]].filter(Boolean).join(" ");
  if (words) return `Nothing matches “${words}”${folder ? " in this folder" : ""}.`;
  return folder === "none" ? "Every loadout lies in a folder." : "This folder is empty.";
}
