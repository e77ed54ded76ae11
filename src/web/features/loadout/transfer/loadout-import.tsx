// What an import of loadouts is, wherever they go.
import { useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useRef, useState } from "react";
import { m } from "#messages";
import type { LeftOut } from "#messages/loadout/locker-csv.ts";
import { useImportStage } from "#web/data/import-stage.ts";
import { useTRPC, useTRPCClient } from "#web/data/trpc.ts";
import type { Saved } from "#web/features/loadout/loadout-search.ts";
import { ImportDialog } from "#web/ui/overlays/import-dialog.tsx";
import { readCandidates } from "./matching.ts";
import { type Existing, getRows, loadArmouries, type Row } from "./preview.ts";

/** An import of loadouts, a row for each that was read; `getLocker` reads what they are compared with. */
export function useLoadoutImport(getLocker: () => Promise<readonly Saved[]>) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const importing = useImportStage();
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [leftOut, setLeftOut] = useState<readonly LeftOut[]>([]);
  const existing = useRef<Existing>({ locker: [], armouries: {} });
  const read = (text: string) =>
    importing.read(async () => {
      const result = await readCandidates(text, client);
      if ("problem" in result) return result.problem;
      const loadouts = result.candidates.map(({ loadout }) => loadout);
      const [armouries, locker] = await Promise.all([loadArmouries(loadouts, { trpc, queryClient }), getLocker()]);
      existing.current = { armouries, locker };
      setRows(getRows(result.candidates, existing.current));
      setLeftOut(result.leftOut);
      return null;
    });
  return { ...importing, rows, setRows, leftOut, existing, read };
}

type LoadoutImportDialogProps = Pick<
  ComponentProps<typeof ImportDialog>,
  "title" | "hint" | "input" | "preview" | "onClose"
> & {
  importing: Pick<ReturnType<typeof useLoadoutImport>, "stage" | "read" | "fail" | "cancel">;
};

/** Loadouts from a file, a link or a code. */
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
