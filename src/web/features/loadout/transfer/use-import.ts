import { useQueryClient } from "@tanstack/react-query";
import { type Dispatch, type RefObject, type SetStateAction, useRef, useState } from "react";
import { IMPORT_LIMIT } from "#domain/loadout/limits.ts";
import { signOutEpoch } from "#web/client/draft.ts";
import { ensureSession, useSameOwner } from "#web/client/ensure-session.ts";
import { offerUndo } from "#web/client/last-undo.ts";
import { faultCodeOf, problemOf } from "#web/client/problem.ts";
import { sessionQuery } from "#web/client/session.ts";
import { useTRPC, useTRPCClient } from "#web/client/trpc.ts";
import { forgetNews } from "#web/features/loadout/news.ts";
import { showToast } from "#web/ui/toasts.ts";
import { armouriesFor } from "./armouries.ts";
import { dropImport, keepImport } from "./interrupted-import.ts";
import type { PendingImport } from "./pending-import.ts";
import { choicesOf, judgedAnew, type Known, mend, type Row, rowsOf } from "./preview.ts";
import { readCandidates } from "./read-candidates.ts";
import { commitImport, type ImportClients, type Imported, sendImport, undoImport } from "./send-import.ts";
import { wholeLocker } from "./whole-locker.ts";

type Stage =
  | { kind: "source"; isReading: boolean; problem: string | null }
  | { kind: "preview"; problem: string | null }
  | { kind: "sending"; sent: number; all: number }
  | { kind: "adding"; added: number; all: number };

/** After this long a notice shows that the undo is under way. */
const SLOW_MS = 1000;

const START = { kind: "source", isReading: false, problem: null } satisfies Stage;

const useClients = (): ImportClients => ({
  trpc: useTRPC(),
  client: useTRPCClient(),
  queryClient: useQueryClient(),
});

/** An import from what was pasted to the locker. */
export function useImport(onDone: () => void) {
  const clients = useClients();
  const { client, trpc, queryClient } = clients;
  const checkOwner = useSameOwner();
  const refresh = () =>
    Promise.all([trpc.folder, trpc.loadout].map((part) => queryClient.invalidateQueries(part.pathFilter())));
  const [stage, setStage] = useState<Stage>(START);
  const [epoch] = useState(signOutEpoch);
  const [rows, setRows] = useState<readonly Row[]>([]);
  const known = useRef<Known>({ locker: [], armouries: {} });
  const sending = useRef<AbortController | null>(null);

  const read = async (text: string) => {
    setStage({ ...START, isReading: true });
    keepImport(text, epoch);
    const result = await readCandidates(text, client);
    if ("problem" in result) return setStage({ ...START, problem: result.problem });
    try {
      const session = await queryClient.ensureQueryData(sessionQuery);
      const loadouts = result.candidates.map(({ loadout }) => loadout);
      const [armouries, locker] = await Promise.all([
        armouriesFor(loadouts, { trpc, queryClient }),
        session ? wholeLocker(client) : [],
      ]);
      known.current = { armouries, locker };
      setRows(rowsOf(result.candidates, known.current));
      setStage({ kind: "preview", problem: null });
    } catch (error) {
      setStage({ ...START, problem: problemOf(error).text });
    }
  };

  /** The locker was changed meanwhile: shows what is so by now; the choices stay where they still may. */
  const compareAnew = async () => {
    const { armouries } = known.current;
    const locker = await wholeLocker(client).catch(() => known.current.locker);
    known.current = { armouries, locker };
    setRows((all) => judgedAnew(all, known.current));
  };

  const send = async () => {
    const problem = tooManyIn(rows);
    if (problem) return setStage({ kind: "preview", problem });
    const stop = new AbortController();
    sending.current = stop;
    const watch = watchOf(setStage);
    watch.onProgress(0, rows.length);
    try {
      checkOwner();
      await ensureSession(queryClient);
      const imported = await sendImport(rows, clients, { signal: stop.signal, ...watch });
      dropImport();
      await refresh();
      forgetNews();
      showToast(saidOf(imported), { action: offerUndo(() => takeBack(imported, clients).then(refresh)) });
      onDone();
    } catch (error) {
      if (faultCodeOf(error) === "import_changed") await compareAnew();
      const text = stop.signal.aborted ? "Cancelled. Nothing was added." : problemOf(error).text;
      setStage({ kind: "preview", problem: text });
    }
  };

  return {
    stage,
    rows,
    read,
    send,
    cancel: () => sending.current?.abort(),
    restart: () => setStage(START),
    fail: (problem: string) => setStage({ ...START, problem }),
    ...rowChoices(setRows, known),
  };
}

const watchOf = (setStage: (stage: Stage) => void) => ({
  onProgress: (sent: number, all: number) => setStage({ kind: "sending", sent, all }),
  onAdding: (added: number, all: number) => setStage({ kind: "adding", added, all }),
});

function rowChoices(setRows: Dispatch<SetStateAction<readonly Row[]>>, known: RefObject<Known>) {
  return {
    choose: (at: number, choice: Row["choice"]) =>
      setRows((all) => all.map((row, index) => (index === at ? { ...row, choice } : row))),
    /** Gives the choice to every row that may have it. */
    chooseAll: (choice: Row["choice"]) =>
      setRows((all) => all.map((row) => (choicesOf(row).includes(choice) ? { ...row, choice } : row))),
    fix: (at: number) =>
      setRows((all) => all.flatMap((row, index) => (index === at ? mend(row, known.current) : [row]))),
  };
}

function tooManyIn(rows: readonly Row[]): string | null {
  const wanted = rows.filter(({ choice }) => choice !== "skip");
  if (wanted.length <= IMPORT_LIMIT) return null;
  return `One import brings at most ${IMPORT_LIMIT.toLocaleString("en")} loadouts. Skip some of them.`;
}

async function takeBack(imported: Imported, clients: ImportClients): Promise<void> {
  const slow = setTimeout(() => showToast("Taking the import back…"), SLOW_MS);
  try {
    const kept = await undoImport(imported, clients);
    showToast(kept === 0 ? "Import taken back." : `Import taken back, but for ${kept} changed since.`);
  } catch (error) {
    showToast(problemOf(error).text, { tone: "error" });
  } finally {
    clearTimeout(slow);
  }
}

/** Asks for the result of an import that was being committed when this page was reloaded. */
export async function resumeImport(pending: PendingImport, clients: ImportClients): Promise<void> {
  const refresh = () => clients.queryClient.invalidateQueries();
  try {
    const imported = { ...(await commitImport(pending, clients)), importId: pending.importId, madeFolders: [] };
    dropImport();
    await refresh();
    showToast(saidOf(imported), { action: offerUndo(() => takeBack(imported, clients).then(refresh)) });
  } catch (error) {
    if (faultCodeOf(error) === "import_missing") return;
    showToast(problemOf(error).text, { tone: "error" });
  }
}

export type Importing = ReturnType<typeof useImport>;

const saidOf = ({ added, replaced }: Imported): string =>
  [added > 0 && `${added} added`, replaced > 0 && `${replaced} replaced`].filter(Boolean).join(", ").concat(".");
