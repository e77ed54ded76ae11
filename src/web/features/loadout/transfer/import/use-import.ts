import { useQueryClient } from "@tanstack/react-query";
import type { Dispatch, RefObject, SetStateAction } from "react";
import { MAX_IMPORTED } from "#domain/limits.ts";
import { m } from "#messages";
import { gatherLocker } from "#web/data/gathered-locker.ts";
import { dropInput } from "#web/data/offline/typed/interrupted-input.ts";
import { getErrorCode, getErrorText } from "#web/data/problem.ts";
import { useOwnSession } from "#web/data/session/ensure-session.ts";
import { sessionQuery } from "#web/data/session/session-query.ts";
import { offerUndo } from "#web/data/stores/last-undo.ts";
import { useTRPC, useTRPCClient } from "#web/data/trpc.ts";
import { useLoadoutImport } from "#web/features/loadout/transfer/loadout-import.tsx";
import { applyFix, type Existing, getChoices, type Row, revalidate } from "#web/features/loadout/transfer/preview.ts";
import { takePendingUpdates } from "#web/features/loadout/use-locker-watch.ts";
import { showToast } from "#web/ui/overlays/toasts.ts";
import type { PendingImport } from "./pending-import.ts";
import {
  commitImport,
  type ImportClients,
  type Imported,
  isCommitting,
  sendImport,
  undoImport,
} from "./send-import.ts";

/** The key of what is pasted, or read from a file. */
export const IMPORT_FORM = "import";

/** After this long a notice shows that the undo is under way. */
const SLOW_MS = 1000;

const useClients = (): ImportClients => ({
  trpc: useTRPC(),
  client: useTRPCClient(),
  queryClient: useQueryClient(),
});

/** An import from what was pasted to the locker. */
export function useImport(onDone: () => void) {
  const clients = useClients();
  const { trpc, queryClient } = clients;
  const ensureOwnSession = useOwnSession();
  const refresh = () =>
    Promise.all([trpc.folder, trpc.loadout].map((part) => queryClient.invalidateQueries(part.pathFilter())));
  const importing = useLoadoutImport(async () =>
    (await queryClient.ensureQueryData(sessionQuery)) ? gatherLocker(clients) : [],
  );
  const { rows, setRows, existing } = importing;

  /** The locker has changed: shows the current state and keeps the choices that are still valid. */
  const compareAnew = async () => {
    const { armouries } = existing.current;
    const locker = await gatherLocker(clients).catch(() => existing.current.locker);
    existing.current = { armouries, locker };
    setRows((all) => revalidate(all, existing.current));
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
        showToast(getSaid(imported), { action: offerUndo(() => takeBack(imported, clients).then(refresh)) });
        onDone();
        return null;
      } catch (error) {
        if (getErrorCode(error) === "import_changed") await compareAnew();
        throw error;
      }
    });

  return { ...importing, send, ...rowChoices(setRows, existing) };
}

function rowChoices(setRows: Dispatch<SetStateAction<readonly Row[]>>, existing: RefObject<Existing>) {
  return {
    choose: (at: number, choice: Row["choice"]) =>
      setRows((all) => all.map((row, index) => (index === at ? { ...row, choice } : row))),
    /** Gives the choice to every row that may have it. */
    chooseAll: (choice: Row["choice"]) =>
      setRows((all) => all.map((row) => (getChoices(row).includes(choice) ? { ...row, choice } : row))),
    fix: (at: number) =>
      setRows((all) => all.flatMap((row, index) => (index === at ? applyFix(row, existing.current) : [row]))),
  };
}

function getLimitMessage(rows: readonly Row[]): string | null {
  const requested = rows.filter(({ choice }) => choice !== "skip");
  if (requested.length <= MAX_IMPORTED) return null;
  return m.loadout_import_too_many({ limit: MAX_IMPORTED });
}

async function takeBack(imported: Imported, clients: ImportClients): Promise<void> {
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

/** Asks for the result of an import that was being committed when this page was reloaded. */
export async function resumeImport(pending: PendingImport, clients: ImportClients): Promise<void> {
  if (isCommitting(pending)) return;
  const refresh = () => clients.queryClient.invalidateQueries();
  try {
    const imported = await commitImport(pending, clients);
    dropInput(IMPORT_FORM);
    await refresh();
    showToast(getSaid(imported), { action: offerUndo(() => takeBack(imported, clients).then(refresh)) });
  } catch (error) {
    if (getErrorCode(error) === "import_missing") return;
    showToast(getErrorText(error), { tone: "error" });
  }
}

export type Importing = ReturnType<typeof useImport>;

function getSaid({ added, replaced }: Imported): string {
  if (replaced === 0) return m.loadout_import_added({ added });
  return added === 0
    ? m.loadout_import_replaced({ replaced })
    : m.loadout_import_added_and_replaced({ added, replaced });
}
