import { useState } from "react";
import { FOLDER_NAME_LIMIT, LOADOUT_NOTE_LIMIT, TAG_LIMIT, TAGS_LIMIT } from "#domain/loadout/limits.ts";
import { m } from "#messages";
import { FormDialog } from "#web/app/shell/form-dialog.tsx";
import { hasUnsentInput, readText, readTexts, useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import type { SavedLoadout } from "#web/features/loadout/loadout-search.ts";
import { Field, TextArea } from "#web/ui/fields/field.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { CancelButton } from "#web/ui/overlays/dialog.tsx";
import type { Folder, Folders } from "./use-folders.ts";

type MoveDialogProps = {
  items: readonly SavedLoadout[];
  folders: Folders;
  onMove: (folder: Folder | null) => unknown;
  onClose: () => void;
};

const NEW = "new";
const NONE = "none";

/** The dialog that moves loadouts to a folder, a new folder or no folder. */
export function MoveDialog({ items, folders, onMove, onClose }: MoveDialogProps) {
  const [chosen, setChosen] = useState<string>(() =>
    hasUnsentInput("move-to-new-folder") ? NEW : (items[0]?.folderId ?? folders.folders[0]?.id ?? NEW),
  );
  const input = useInterruptedInput("move-to-new-folder", "", readText);
  const name = input.value;
  const [tried, setTried] = useState(false);
  const problem = chosen === NEW ? getFolderNameProblem(name) : null;
  const move = async () => {
    if (chosen !== NEW) return onMove(folders.folders.find(({ id }) => id === chosen) ?? null);
    const folder = await folders.save({ name: name.trim() });
    return folder && onMove(folder);
  };
  const submit = () => {
    setTried(true);
    return !problem && move();
  };
  const what = items.length === 1 ? (items[0]?.name ?? "") : m.loadout_count_loadouts({ count: items.length });
  return (
    <FormDialog
      title={m.loadout_move_to_folder()}
      description={what}
      action={m.loadout_move_button()}
      input={input}
      onSubmit={submit}
      beside={<CancelButton />}
      onClose={onClose}
    >
      <NativeSelect
        label={m.loadout_folder()}
        value={chosen}
        choices={[
          ...folders.folders.map(({ id, name }) => ({ value: id, label: name })),
          { value: NONE, label: m.loadout_no_folder() },
          { value: NEW, label: m.loadout_choose_new_folder() },
        ]}
        onChange={setChosen}
      />
      {chosen === NEW && (
        <Field
          label={m.loadout_name_of_the_new_folder()}
          value={name}
          onChange={(event) => input.set(event.target.value)}
          maxLength={FOLDER_NAME_LIMIT}
          autoComplete="off"
          error={tried && problem}
        />
      )}
    </FormDialog>
  );
}

/** Returns an error message for an invalid folder name; null for a valid name. */
export function getFolderNameProblem(name: string): string | null {
  const length = name.trim().length;
  if (length === 0) return m.loadout_give_the_folder_a_name();
  return length > FOLDER_NAME_LIMIT ? m.loadout_name_too_long({ limit: FOLDER_NAME_LIMIT }) : null;
}

type RenameDialogProps = {
  /** The key under which the form's unsent input is stored. */
  formKey: string;
  title: string;
  name: string;
  limit: number;
  /** Returns an error message for an invalid name; null for a valid name. */
  problemOf: (name: string) => string | null;
  /** The text of the button. */
  action: string;
  onRename: (name: string) => unknown;
  onClose: () => void;
};

/** The dialog for the name of a loadout or a folder. */
export function RenameDialog({ formKey, title, name, limit, problemOf, action, onRename, onClose }: RenameDialogProps) {
  const input = useInterruptedInput(formKey, name, readText);
  const typed = input.value;
  const [tried, setTried] = useState(false);
  const submit = () => {
    setTried(true);
    return !problemOf(typed) && onRename(typed.trim());
  };
  return (
    <FormDialog {...{ title, action, input, onClose }} onSubmit={submit} beside={<CancelButton />}>
      <Field
        label={m.common_name()}
        value={typed}
        onFocus={(event) => event.target.select()}
        onChange={(event) => input.set(event.target.value)}
        maxLength={limit}
        autoComplete="off"
        error={tried && problemOf(typed)}
      />
    </FormDialog>
  );
}

type DetailsDialogProps = {
  saved: SavedLoadout;
  onSave: (words: Pick<SavedLoadout, "tags" | "note">) => unknown;
  onClose: () => void;
};

/** The dialog for the tags and the note of a loadout. */
export function DetailsDialog({ saved, onSave, onClose }: DetailsDialogProps) {
  const first = { tags: saved.tags.join(", "), note: saved.note };
  const input = useInterruptedInput(`details:${saved.id}`, first, readTexts(["tags", "note"]));
  const { tags, note } = input.value;
  const problem = getTagsProblem(tags);
  return (
    <FormDialog
      title={m.loadout_tags_and_note()}
      description={saved.name}
      action={m.common_save()}
      input={input}
      onSubmit={() => !problem && onSave({ tags: parseTags(tags), note: note.trim() })}
      beside={<CancelButton />}
      onClose={onClose}
    >
      <Field
        label={m.loadout_tags()}
        hint={m.loadout_tags_hint()}
        value={tags}
        onChange={(event) => input.set({ tags: event.target.value, note })}
        autoComplete="off"
        error={problem}
      />
      <TextArea
        label={m.loadout_note()}
        hint={m.loadout_note_length({ count: note.length, limit: LOADOUT_NOTE_LIMIT })}
        value={note}
        onChange={(text) => input.set({ tags, note: text })}
        maxLength={LOADOUT_NOTE_LIMIT}
        rows={6}
      />
    </FormDialog>
  );
}

/** Parses a typed list of tags: lower case, distinct. */
const parseTags = (typed: string): string[] => [
  ...new Set(
    typed
      .split(",")
      .map((tag) => tag.trim().toLowerCase())
      .filter(Boolean),
  ),
];

/** Returns an error message for an invalid list of tags; null for a valid list. */
function getTagsProblem(typed: string): string | null {
  const tags = parseTags(typed);
  if (tags.length > TAGS_LIMIT) return m.loadout_too_many_tags({ limit: TAGS_LIMIT });
  const long = tags.find((tag) => tag.length > TAG_LIMIT);
  return long ? m.loadout_tag_too_long({ limit: TAG_LIMIT, tag: long }) : null;
}
