import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { IMPORT_LIMIT } from "#domain/loadout/limits.ts";
import { offerUndo } from "#web/client/last-undo.ts";
import { faultCodeOf, problemOf } from "#web/client/problem.ts";
import { ensureSession, sessionQuery } from "#web/client/session.ts";
import { type DataClient, useTRPC, useTRPCClient } from "#web/client/trpc.ts";
import { forgetNews } from "#web/features/loadout/news.ts";
import { showToast } from "#web/ui/toasts.ts";
import { armouriesFor } from "./armouries.ts";
import { choicesOf, judgedAnew, type Known, mend, type Row, rowsOf } from "./preview.ts";
import { readCandidates } from "./read-candidates.ts";
import { type Imported, sendImport, undoImport } from "./send-import.ts";
import { wholeLocker } from "./whole-locker.ts";

type Stage =
  | { kind: "source"; isReading: boolean; problem: string | null }
  | { kind: "preview"; problem: string | null }
  | { kind: "sending"; sent: number; all: number };

const START = { kind: "source", isReading: false, problem: null } satisfies Stage;

/** An import from what was pasted to the locker. */
export function useImport(onDone: () => void) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all([trpc.folder, trpc.loadout].map((part) => queryClient.invalidateQueries(part.pathFilter())));
  const [stage, setStage] = useState<Stage>(START);
  const [rows, setRows] = useState<readonly Row[]>([]);
  const known = useRef<Known>({ locker: [], armouries: {} });
  const sending = useRef<AbortController | null>(null);

  const read = async (text: string) => {
    setStage({ ...START, isReading: true });
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
    const onProgress = (sent: number, all: number) => setStage({ kind: "sending", sent, all });
    onProgress(0, rows.length);
    try {
      await ensureSession(queryClient);
      const imported = await sendImport(rows, client, { signal: stop.signal, onProgress });
      await refresh();
      forgetNews();
      showToast(saidOf(imported), { action: offerUndo(() => takeBack(imported, client).then(refresh)) });
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

async function takeBack(imported: Imported, client: DataClient): Promise<void> {
  try {
    const kept = await undoImport(imported, client);
    showToast(kept === 0 ? "Import taken back." : `Import taken back, but for ${kept} changed since.`);
  } catch (error) {
    showToast(problemOf(error).text, { tone: "error" });
  }
}

export type Importing = ReturnType<typeof useImport>;

const saidOf = ({ added, replaced }: Imported): string =>
  [added > 0 && `${added} added`, replaced > 0 && `${replaced} replaced`].filter(Boolean).join(", ").concat(".");
