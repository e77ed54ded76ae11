import { useState } from "react";
import { TAG_LIMIT } from "#domain/loadout/limits.ts";
import { m } from "#messages";
import type { SavedLoadout } from "#web/features/loadout/loadout-search.ts";
import { MoveDialog, RenameDialog } from "#web/features/loadout/locker/locker-dialogs.tsx";
import type { Folders } from "#web/features/loadout/locker/use-folders.ts";
import type { LockerChanges } from "#web/features/loadout/locker/use-locker-changes.ts";
import type { ExportFormat } from "#web/features/loadout/transfer/export-locker.ts";
import { Button } from "#web/ui/button.tsx";
import { useTrayHeight } from "#web/ui/use-tray-height.ts";

type SelectionBarProps = {
  selection: Selection;
  changes: LockerChanges;
  folders: Folders;
  onExport: (items: readonly SavedLoadout[], format: ExportFormat) => unknown;
};

/** The actions on the selected cards. */
export function SelectionBar({ selection, changes, folders, onExport }: SelectionBarProps) {
  const [asks, setAsks] = useState<"folder" | "tag" | null>(null);
  const { items } = selection;
  const act = (work: () => unknown) => {
    if (items.length === 0) return;
    const result = work();
    selection.end();
    return result;
  };
  const isPinned = items.length > 0 && items.every(({ pinnedAt }) => pinnedAt !== null);
  const none = items.length === 0;
  return (
    <section
      ref={useTrayHeight()}
      aria-label={m.loadout_selected_loadouts()}
      className="panel tall:sticky bottom-[calc(var(--foot-h)+0.5rem)] z-(--z-bar) flex flex-wrap items-center gap-2 p-3"
    >
      <p role="status" className="grow text-0 font-semibold">
        {m.loadout_count_selected({ count: items.length })}
      </p>
      <Button size="small" onClick={selection.all}>
        {m.loadout_select_all()}
      </Button>
      <Button size="small" disabled={none} onClick={() => setAsks("folder")}>
        {m.loadout_move_selected()}
      </Button>
      <Button size="small" disabled={none} onClick={() => setAsks("tag")}>
        {m.loadout_tag_selected()}
      </Button>
      <Button size="small" disabled={none} onClick={() => act(() => changes.pin(items, !isPinned))}>
        {isPinned ? m.loadout_unpin() : m.loadout_pin()}
      </Button>
      <Button size="small" disabled={none} onClick={() => act(() => onExport(items, "json"))}>
        {m.common_export()}
      </Button>
      <Button size="small" disabled={none} onClick={() => act(() => onExport(items, "csv"))}>
        {m.loadout_export_csv()}
      </Button>
      <Button size="small" disabled={none} onClick={() => act(() => changes.remove(items))}>
        {m.loadout_delete()}
      </Button>
      <Button size="small" kind="quiet" onClick={selection.end}>
        {m.common_done()}
      </Button>
      {asks === "folder" && (
        <MoveDialog
          items={items}
          folders={folders}
          onClose={() => setAsks(null)}
          onMove={(folder) => act(() => changes.moveTo(items, folder))}
        />
      )}
      {asks === "tag" && (
        <TagDialog onClose={() => setAsks(null)} onTag={(tag) => act(() => changes.addTag(items, tag))} />
      )}
    </section>
  );
}

/** Returns the state of the selection mode, and the selected loadouts. */
export function useSelection(listed: readonly SavedLoadout[]) {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  return {
    isOn: ids !== null,
    /** The selected loadouts that are listed. */
    items: listed.filter(({ id }) => ids?.has(id)),
    begin: () => setIds(new Set()),
    end: () => setIds(null),
    all: () => setIds(new Set(listed.map(({ id }) => id))),
    toggle: (id: string) =>
      setIds((present) => {
        const next = new Set(present);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
  };
}

export type Selection = ReturnType<typeof useSelection>;

type TagDialogProps = { onTag: (tag: string) => unknown; onClose: () => void };

/** The dialog that adds a tag to all selected loadouts. */
function TagDialog({ onTag, onClose }: TagDialogProps) {
  return (
    <RenameDialog
      formKey="tag"
      title={m.loadout_add_a_tag()}
      name=""
      limit={TAG_LIMIT}
      action={m.common_add()}
      problemOf={(tag) => (tag.trim() === "" || tag.includes(",") ? m.loadout_type_one_tag_without_commas() : null)}
      onRename={(tag) => onTag(tag.toLowerCase())}
      onClose={onClose}
    />
  );
}
