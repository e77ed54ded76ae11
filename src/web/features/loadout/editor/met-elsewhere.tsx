import { ConflictDialog } from "./conflict-dialog.tsx";
import type { useEditor } from "./use-editor.ts";
import { resolved } from "./use-saving.ts";

type MetElsewhereProps = { editor: ReturnType<typeof useEditor>; onClose: () => void };

/** Asks what is to stay once a save has met a newer one; nothing otherwise. */
export function MetElsewhere({ editor, onClose }: MetElsewhereProps) {
  const { base, editing, knowledge, saving, begin } = editor;
  const { problem } = saving;
  if (problem?.kind !== "changed") return null;
  const { theirs } = problem;
  return (
    <ConflictDialog
      mine={editing}
      theirs={theirs}
      armoury={knowledge.armoury}
      onKeep={(how) => editor.saveAs(resolved(editing, theirs, how))}
      onTakeTheirs={() => {
        saving.forget();
        if (theirs) begin({ ...editing, ...theirs, seenVersion: theirs.version }, "Take theirs");
        else {
          begin(base, "Leave it deleted");
          onClose();
        }
      }}
      onCancel={saving.forget}
    />
  );
}
