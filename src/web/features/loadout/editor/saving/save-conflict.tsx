import { useState } from "react";
import { dropConflict } from "#web/data/offline/outbox/conflicts.ts";
import { useOutbox } from "#web/data/offline/outbox/outbox-state.ts";
import { conflictAbout } from "#web/data/offline/outbox/pending-mutation.ts";
import type { useEditor } from "#web/features/loadout/editor/use-editor.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { getSaveProblem } from "./save-problem.ts";
import { resolved } from "./use-saving.ts";

type MetElsewhereProps = { editor: ReturnType<typeof useEditor>; onClose: () => void };

/** Asks what is to stay once a save has met a newer one, now or when it was sent from the outbox; nothing otherwise. */
export function SaveConflict({ editor, onClose }: MetElsewhereProps) {
  const { base, editing, knowledge, saving, begin } = editor;
  const { waiting } = useOutbox();
  const refusal = conflictAbout(waiting, editing.id);
  const [putOff, setPutOff] = useState<string | null>(null);
  const isAsking = refusal !== null && putOff !== JSON.stringify(refusal);
  const problem = saving.problem ?? (isAsking && !saving.busy ? getSaveProblem(refusal.error) : null);
  if (problem?.kind !== "changed") return null;
  const { theirs } = problem;
  return (
    <ConflictDialog
      mine={editing}
      theirs={theirs}
      armoury={knowledge.armoury}
      onKeep={async (how) => {
        await dropConflict(editing.id);
        await editor.saveAs(resolved(editing, theirs, how));
      }}
      onTakeTheirs={async () => {
        await dropConflict(editing.id);
        saving.forget();
        if (theirs) begin({ ...editing, ...theirs, seenVersion: theirs.version }, "Take theirs");
        else {
          begin(base, "Leave it deleted");
          onClose();
        }
      }}
      onCancel={() => {
        setPutOff(JSON.stringify(refusal));
        saving.forget();
      }}
    />
  );
}
