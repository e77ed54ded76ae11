import { useState } from "react";
import { ImportDialog } from "#web/components/overlays/import-dialog.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { dropImport, interruptedImport } from "./pending-import.ts";
import { useImport } from "./use-import.ts";

/** Brings loadouts into the locker: from a file, a link or a code, decided one by one. */
export function LockerImportDialog({ onClose }: { onClose: () => void }) {
  const importing = useImport(onClose);
  const [text, setText] = useState(interruptedImport);
  return (
    <ImportDialog
      title="Import loadouts"
      label="Link, code or file content"
      hint="A share link, a code alone, or the content of a locker file (JSON or CSV)."
      fileLabel="Locker file"
      accept=".json,.csv,application/json,text/csv"
      text={text}
      onText={setText}
      stage={importing.stage}
      onRead={importing.read}
      onFail={importing.fail}
      onCancel={importing.cancel}
      onClose={() => {
        dropImport();
        onClose();
      }}
      preview={(problem) => <ImportPreview importing={importing} problem={problem} />}
    />
  );
}
