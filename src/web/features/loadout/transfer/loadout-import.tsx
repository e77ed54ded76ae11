// The part of an import that lockers and platoons share.
import { useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useRef, useState } from "react";
import { m } from "#messages";
import type { OmittedRow } from "#messages/loadout/locker-csv.ts";
import { useImportStage } from "#web/data/import-stage.ts";
import { useTRPC, useTRPCClient } from "#web/data/trpc.ts";
import type { SavedLoadout } from "#web/features/loadout/loadout-search.ts";
import { ImportDialog } from "#web/ui/overlays/import-dialog.tsx";
import { readCandidates } from "./matching.ts";
import { getRows, type ImportContext, type ImportRow, loadArmouries } from "./preview.ts";

/** Returns the state of an import with a row per loadout. `getLocker` returns the loadouts to compare with. */
export function useLoadoutImport(getLocker: () => Promise<readonly SavedLoadout[]>) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const importing = useImportStage();
  const [rows, setRows] = useState<readonly ImportRow[]>([]);
  const [omittedRows, setOmittedRows] = useState<readonly OmittedRow[]>([]);
  const importContext = useRef<ImportContext>({ locker: [], armouries: {} });
  const read = (text: string) =>
    importing.read(async () => {
      const result = await readCandidates(text, client);
      if ("problem" in result) return result.problem;
      const loadouts = result.candidates.map(({ loadout }) => loadout);
      const [armouries, locker] = await Promise.all([loadArmouries(loadouts, { trpc, queryClient }), getLocker()]);
      importContext.current = { armouries, locker };
      setRows(getRows(result.candidates, importContext.current));
      setOmittedRows(result.omittedRows);
      return null;
    });
  return { ...importing, rows, setRows, omittedRows, importContext, read };
}

type LoadoutImportDialogProps = Pick<
  ComponentProps<typeof ImportDialog>,
  "title" | "hint" | "input" | "preview" | "onClose"
> & {
  importing: Pick<ReturnType<typeof useLoadoutImport>, "stage" | "read" | "fail" | "cancel">;
};

/** The dialog that imports loadouts from a file, a link or a code. */
export const LoadoutImportDialog = ({ importing, ...dialog }: LoadoutImportDialogProps) => (
  <ImportDialog
    {...dialog}
    label={m.loadout_link_code_or_file_content()}
    fileLabel={m.loadout_locker_file()}
    accept=".json,.csv,application/json,text/csv"
    stage={importing.stage}
    onRead={importing.read}
    onFail={importing.fail}
    onCancel={importing.cancel}
  />
);
