import { TAG_LIMIT } from "#domain/loadout/limits.ts";
import { RenameDialog } from "./rename-dialog.tsx";

type TagDialogProps = { onTag: (tag: string) => unknown; onClose: () => void };

/** Asks for a tag that all of the selected get. */
export function TagDialog({ onTag, onClose }: TagDialogProps) {
  return (
    <RenameDialog
      input="tag"
      title="Add a tag"
      name=""
      limit={TAG_LIMIT}
      action="Add"
      problemOf={(tag) => (tag.trim() === "" || tag.includes(",") ? "Type one tag, without commas." : null)}
      onRename={(tag) => onTag(tag.toLowerCase())}
      onClose={onClose}
    />
  );
}
