import type { Dispatch, RefObject, SetStateAction } from "react";
import { MAX_IMPORTED } from "#domain/limits.ts";
import { m } from "#messages";
import { fetchLocker, type LockerClients, useLockerClients } from "#web/data/gathered-locker.ts";
import { dropInput } from "#web/data/offline/typed/interrupted-input.ts";
import { getErrorCode, getErrorText } from "#web/data/problem.ts";
import { useEnsureOwnSession } from "#web/data/session/ensure-session.ts";
import { sessionQuery } from "#web/data/session/session-query.ts";
import { offerUndo } from "#web/data/stores/last-undo.ts";
import { useLoadoutImport } from "#web/features/loadout/transfer/loadout-import.tsx";
import {
  applyFix,
  getChoices,
  type ImportContext,
  type ImportRow,
  revalidate,
} from "#web/features/loadout/transfer/preview.ts";
import { takePendingUpdates } from "#web/features/loadout/use-locker-watch.ts";
import { showToast } from "#web/ui/overlays/toasts.ts";
import type { PendingImport } from "./pending-import.ts";
import { commitImport, type Imported, isCommitting, sendImport, undoImport } from "./send-import.ts";

/** The key under which the import's unsent input is stored. */
export const IMPORT_FORM = "import";

/** If an undo takes longer than this, a notice is shown. */
const SLOW_MS = 1000;

/** Returns the state and the actions of an import into the locker. */
export function useImport(onDone: () => void) {
  const clients = useLockerClients();
  const { trpc, queryClient } = clients;
  const ensureOwnSession = useEnsureOwnSession();
  const refresh = () =>
    Promise.all([trpc.folder, trpc.loadout].map((part) => queryClient.invalidateQueries(part.pathFilter())));
  const importing = useLoadoutImport(async () =>
    (await queryClient.ensureQueryData(sessionQuery)) ? fetchLocker(clients) : [],
  );
  const { rows, setRows, importContext } = importing;

  /** Compares the rows with the changed locker, and keeps the choices that are still valid. */
  const compareAnew = async () => {
    const { armouries } = importContext.current;
    const locker = await fetchLocker(clients).catch(() => importContext.current.locker);
    importContext.current = { armouries, locker };
    setRows((all) => revalidate(all, importContext.current));
  };

  const send = () =>
    importing.send(async (sending) => {
      const problem = getLimitMessage(rows);
      if (problem) return problem;
      sending.onProgress(0, rows.length);
      try {
        await ensureOwnSession();
        const imported = await sendImport(rows, clients, sending);
        await refresh();
        takePendingUpdates();
        showToast(formatResult(imported), { action: offerUndo(() => undoAndNotify(imported, clients).then(refresh)) });
        onDone();
        return null;
      } catch (error) {
        if (getErrorCode(error) === "import_changed") await compareAnew();
        throw error;
      }
    });

  return { ...importing, send, ...createRowActions(setRows, importContext) };
}

function createRowActions(
  setRows: Dispatch<SetStateAction<readonly ImportRow[]>>,
  importContext: RefObject<ImportContext>,
) {
  return {
    choose: (position: number, choice: ImportRow["choice"]) =>
      setRows((all) => all.map((row, index) => (index === position ? { ...row, choice } : row))),
    /** Sets the choice of every row that allows it. */
    chooseAll: (choice: ImportRow["choice"]) =>
      setRows((all) => all.map((row) => (getChoices(row).includes(choice) ? { ...row, choice } : row))),
    fix: (position: number) =>
      setRows((all) =>
        all.flatMap((row, index) => (index === position ? applyFix(row, importContext.current) : [row])),
      ),
  };
}

function getLimitMessage(rows: readonly ImportRow[]): string | null {
  const requested = rows.filter(({ choice }) => choice !== "skip");
  if (requested.length <= MAX_IMPORTED) return null;
  return m.loadout_import_too_many({ limit: MAX_IMPORTED });
}

async function undoAndNotify(imported: Imported, clients: LockerClients): Promise<void> {
  const slow = setTimeout(() => showToast(m.loadout_undoing_the_import()), SLOW_MS);
  try {
    const stored = await undoImport(imported, clients);
    showToast(stored === 0 ? m.loadout_import_undone() : m.loadout_import_undone_except({ count: stored }));
  } catch (error) {
    showToast(getErrorText(error), { tone: "error" });
  } finally {
    clearTimeout(slow);
  }
}

/** Requests the result of an import that was being committed when the page was reloaded. */
export async function resumeImport(pending: PendingImport, clients: LockerClients): Promise<void> {
  if (isCommitting(pending)) return;
  const refresh = () => clients.queryClient.invalidateQueries();
  try {
    const imported = await commitImport(pending, clients);
    dropInput(IMPORT_FORM);
    await refresh();
    showToast(formatResult(imported), { action: offerUndo(() => undoAndNotify(imported, clients).then(refresh)) });
  } catch (error) {
    if (getErrorCode(error) === "import_missing") return;
    showToast(getErrorText(error), { tone: "error" });
  }
}

export type Importing = ReturnType<typeof useImport>;

function formatResult({ added, replaced }: Imported): string {
  if (replaced === 0) return m.loadout_import_added({ added });
  return added === 0
    ? m.loadout_import_replaced({ replaced })
    : m.loadout_import_added_and_replaced({ added, replaced });
}
