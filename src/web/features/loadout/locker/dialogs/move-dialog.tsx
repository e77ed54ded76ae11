import { type FormEvent, useState } from "react";
import { FOLDER_NAME_LIMIT } from "#domain/loadout/limits.ts";
import { Field } from "#web/components/fields/field.tsx";
import { NativeSelect } from "#web/components/fields/native-select.tsx";
import { Dialog } from "#web/components/overlays/dialog.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { readText, useInterruptedInput, wasInterrupted } from "#web/data/interrupted-input.ts";
import type { Saved } from "#web/features/loadout/loadout-search.ts";
import type { Folder, Folders } from "#web/features/loadout/locker/use-folders.ts";

type MoveDialogProps = {
  items: readonly Saved[];
  folders: Folders;
  onMove: (folder: Folder | null) => void;
  onClose: () => void;
};

const NEW = "new";
const NONE = "none";

/** Asks where loadouts go: a folder, a new one, or none. */
export function MoveDialog({ items, folders, onMove, onClose }: MoveDialogProps) {
  const [chosen, setChosen] = useState<string>(() =>
    wasInterrupted("move-to-new-folder") ? NEW : (items[0]?.folderId ?? folders.folders[0]?.id ?? NEW),
  );
  const { value: name, set: setName } = useInterruptedInput("move-to-new-folder", "", readText);
  const [tried, setTried] = useState(false);
  const problem = chosen === NEW ? folderNameProblem(name) : null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem) return;
    if (chosen !== NEW) return onMove(folders.folders.find(({ id }) => id === chosen) ?? null);
    const folder = await folders.save({ name: name.trim() });
    if (folder) onMove(folder);
  };
  const what = items.length === 1 ? (items[0]?.name ?? "") : `${items.length} loadouts`;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Move to folder" description={what}>
      <form onSubmit={submit} className="grid gap-4">
        <NativeSelect
          label="Folder"
          value={chosen}
          choices={[
            ...folders.folders.map(({ id, name }) => ({ value: id, label: name })),
            { value: NONE, label: "No folder" },
            { value: NEW, label: "New folder…" },
          ]}
          onChange={setChosen}
        />
        {chosen === NEW && (
          <Field
            label="Name of the new folder"
            value={name}
            onChange={(event) => setName(event.target.value)}
            maxLength={FOLDER_NAME_LIMIT}
            autoComplete="off"
            error={tried && problem}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" kind="primary">
            Move
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What is wrong with the name of a folder; null when nothing is. */
export function folderNameProblem(name: string): string | null {
  const length = name.trim().length;
  if (length === 0) return "Give the folder a name.";
  return length > FOLDER_NAME_LIMIT ? `Use at most ${FOLDER_NAME_LIMIT} characters.` : null;
}
