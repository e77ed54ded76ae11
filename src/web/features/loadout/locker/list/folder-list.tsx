import { useState } from "react";
import { FOLDER_NAME_LIMIT } from "#domain/loadout/limits.ts";
import { m } from "#messages";
import { listInterruptedForms } from "#web/data/offline/typed/interrupted-input.ts";
import { getFolderNameProblem, RenameDialog } from "#web/features/loadout/locker/locker-dialogs.tsx";
import type { Folders } from "#web/features/loadout/locker/use-folders.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Ellipsis, FolderPlus } from "#web/ui/icons.tsx";
import { Menu } from "#web/ui/overlays/menu.tsx";
import { useReadOnly } from "#web/ui/read-only.tsx";

const NEW = "new";

type FolderListProps = {
  folders: Folders;
  /** The number of loadouts by folder id; null while loading. */
  counts: ReadonlyMap<string | null, number> | null;
  /** The id of the chosen folder, "none", or undefined for all loadouts. */
  chosen: string | undefined;
  onChoose: (folder: string | undefined) => void;
};

/** The folders of the locker: a list at the side, or a row of chips on a phone. */
export function FolderList({ folders, counts, chosen, onChoose }: FolderListProps) {
  const [naming, setNaming] = useState<string | null>(() => listInterruptedForms("folder:")[0] ?? null);
  const isReadOnly = useReadOnly();
  const present = folders.folders.find(({ id }) => id === naming);
  return (
    <nav aria-label={m.loadout_folders()} className="flex min-w-0 flex-wrap items-center gap-1 lg:block">
      <ul className="flex min-w-0 gap-1 overflow-x-auto pb-1 lg:grid lg:overflow-visible">
        <Row label={m.loadout_all()} isChosen={chosen === undefined} onChoose={() => onChoose(undefined)} />
        {folders.folders.map((folder) => (
          <Row
            key={folder.id}
            label={folder.name}
            {...(counts && { count: counts.get(folder.id) ?? 0 })}
            isChosen={chosen === folder.id}
            onChoose={() => onChoose(folder.id)}
            {...(!isReadOnly && {
              onRename: () => setNaming(folder.id),
              onRemove: () => {
                if (chosen === folder.id) onChoose(undefined);
                void folders.remove(folder);
              },
            })}
          />
        ))}
        {folders.folders.length > 0 && (
          <Row label={m.loadout_no_folder()} isChosen={chosen === "none"} onChoose={() => onChoose("none")} />
        )}
      </ul>
      <Button kind="quiet" size="small" disabled={isReadOnly} onClick={() => setNaming(NEW)} className="shrink-0">
        <FolderPlus aria-hidden="true" className="size-4" />
        {m.loadout_new_folder()}
      </Button>
      {(present || naming === NEW) && (
        <RenameDialog
          formKey={`folder:${present?.id ?? NEW}`}
          title={present ? m.loadout_rename_folder() : m.loadout_new_folder()}
          name={present?.name ?? ""}
          limit={FOLDER_NAME_LIMIT}
          problemOf={getFolderNameProblem}
          action={present ? m.common_rename() : m.loadout_make_folder()}
          onClose={() => setNaming(null)}
          onRename={(name) => {
            setNaming(null);
            return folders.save({ ...(present && { id: present.id }), name });
          }}
        />
      )}
    </nav>
  );
}

type RowProps = {
  label: string;
  count?: number;
  isChosen: boolean;
  onChoose: () => void;
  onRename?: () => void;
  onRemove?: () => void;
};

function Row({ label, count, isChosen, onChoose, onRename, onRemove }: RowProps) {
  return (
    <li className="flex shrink-0 items-center rounded-1 has-[[aria-current]]:bg-surface-3">
      <button
        type="button"
        aria-current={isChosen || undefined}
        onClick={onChoose}
        className="flex min-h-8 min-w-0 grow items-center justify-between gap-2 rounded-1 px-3 font-cond text-0 font-semibold text-ink-2 hover:text-ink aria-[current]:text-ink pointer-coarse:min-h-11"
      >
        <span className="max-w-40 truncate">{label}</span>
        {count !== undefined && (
          <span className="num text-00 text-ink-3">
            <span aria-hidden="true">{count}</span>
            <span className="sr-only">{m.loadout_count_loadouts({ count })}</span>
          </span>
        )}
      </button>
      {onRename && onRemove && (
        <Menu
          trigger={
            <IconButton label={m.loadout_actions_for_folder({ name: label })} className="size-8">
              <Ellipsis aria-hidden="true" className="size-4" />
            </IconButton>
          }
          items={[
            { label: m.loadout_menu_rename(), onSelect: onRename },
            { label: m.loadout_remove_folder(), onSelect: onRemove, danger: true },
          ]}
        />
      )}
    </li>
  );
}
