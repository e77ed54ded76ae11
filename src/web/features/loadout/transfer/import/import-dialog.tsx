import { useState } from "react";
import { Sending } from "#web/components/feedback/sending.tsx";
import { TextOrFile } from "#web/components/fields/text-or-file.tsx";
import { Dialog } from "#web/components/overlays/dialog.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { dropImport, interruptedImport } from "./pending-import.ts";
import { useImport } from "./use-import.ts";

/** Brings loadouts into the locker: from a file, a link or a code, decided one by one. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const importing = useImport(onClose);
  const { stage } = importing;
  const [text, setText] = useState(interruptedImport);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (open) return;
        importing.cancel();
        dropImport();
        onClose();
      }}
      title="Import loadouts"
    >
      {stage.kind === "source" && (
        <TextOrFile
          label="Link, code or file content"
          hint="A link that shares a loadout, its code alone, or what stands in a locker file."
          fileLabel="Locker file"
          text={text}
          onText={setText}
          problem={stage.problem}
          isReading={stage.isReading}
          onRead={importing.read}
          onFail={importing.fail}
        />
      )}
      {stage.kind === "preview" && <ImportPreview importing={importing} problem={stage.problem} />}
      {stage.kind === "sending" && <Sending sent={stage.sent} all={stage.all} onCancel={importing.cancel} />}
      {stage.kind === "adding" && <Adding added={stage.added} all={stage.all} />}
    </Dialog>
  );
}

/** Everything has been sent: it can be undone now, and no longer cancelled. */
function Adding({ added, all }: { added: number; all: number }) {
  return (
    <label className="grid gap-2 text-1">
      <span role="status">
        {added.toLocaleString("en")} of {all.toLocaleString("en")} added. You can close this page.
      </span>
      <progress value={added} max={all} className="h-2 w-full accent-(--accent)" />
    </label>
  );
}
