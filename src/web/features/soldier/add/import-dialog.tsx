import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { BattlelogFile } from "#domain/soldier/battlelog/battlelog.ts";
import { getPages } from "#domain/soldier/pages.ts";
import { Sending } from "#web/components/feedback/sending.tsx";
import { Field } from "#web/components/fields/field.tsx";
import { TextOrFile } from "#web/components/fields/text-or-file.tsx";
import { Dialog } from "#web/components/overlays/dialog.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { readText, useInterruptedInput } from "#web/data/interrupted-input.ts";
import { mutate } from "#web/data/mutation.ts";
import { getProblem } from "#web/data/problem.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { useFollow } from "#web/features/soldier/use-soldier-changes.ts";

type ImportDialogProps = { soldierId: string; onClose: () => void };

/** Imports a saved Battlelog page into a soldier's history: parsed here, previewed, then sent. */
export function ImportDialog({ soldierId, onClose }: ImportDialogProps) {
  const input = useInterruptedInput(`battlelog:${soldierId}`, "", readText);
  const importing = useBattlelog(soldierId, onClose);
  const { stage } = importing;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (open) return;
        importing.cancel();
        onClose();
      }}
      title="Import from Battlelog"
    >
      {stage.kind === "source" && (
        <TextOrFile
          label="Content of a saved page"
          hint="What Battlelog answers when you are signed in: weapons, unlocks, accessories, vehicles, kits, awards, assignments or statistics, one or several in a file."
          fileLabel="Battlelog file"
          text={input.value}
          onText={input.set}
          problem={stage.problem}
          isReading={stage.isReading}
          onRead={importing.read}
          onFail={importing.fail}
        />
      )}
      {stage.kind === "preview" && (
        <Preview
          file={stage.file}
          problem={stage.problem}
          onImport={(takenAt) => importing.send(stage.file, takenAt)}
          onBack={importing.restart}
        />
      )}
      {stage.kind === "sending" && (
        <Sending sent={stage.sent} all={stage.all} unit="parts" onCancel={importing.cancel} />
      )}
    </Dialog>
  );
}

const FOUND_TITLES: Record<keyof BattlelogFile["found"], [one: string, many: string]> = {
  weapons: ["weapon", "weapons"],
  vehicles: ["vehicle", "vehicles"],
  unlockRows: ["unlock", "unlocks"],
  awards: ["medal or ribbon", "medals and ribbons"],
  assignments: ["assignment", "assignments"],
};

const FOUND = Object.keys(FOUND_TITLES) as (keyof BattlelogFile["found"])[];

type PreviewProps = {
  file: BattlelogFile;
  problem: string | null;
  onImport: (takenAt: string) => void;
  onBack: () => void;
};

/** What was found, and of which day it is. */
function Preview({ file: { found, ignored, statistics }, problem, onImport, onBack }: PreviewProps) {
  const [savedAt, setSavedAt] = useState(localNow);
  const figures = Object.keys(statistics.figures).length;
  const lines = FOUND.flatMap((kind) => (found[kind] > 0 ? [counted(found[kind], FOUND_TITLES[kind])] : []));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onImport(new Date(savedAt).toISOString());
      }}
      className="grid gap-4"
    >
      <div role="status">
        <p className="font-semibold">In this file:</p>
        <ul className="mt-1 list-disc pl-5">
          {figures > 0 && <li>{counted(figures, ["figure", "figures"])}</li>}
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      {ignored.length > 0 && (
        <details className="text-0 text-ink-2">
          <summary className="min-h-8 font-semibold">Left out</summary>
          <ul className="mt-1 list-disc pl-5">
            {ignored.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
      <Field
        label="Saved on"
        hint="When the page was saved: the snapshot stands there in the history."
        type="datetime-local"
        required
        max={localNow()}
        min="2013-10-29T00:00"
        value={savedAt}
        onChange={(event) => setSavedAt(event.target.value)}
        error={problem}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="primary">
          Import
        </Button>
        <Button onClick={onBack}>Choose another file</Button>
      </div>
    </form>
  );
}

const counted = (count: number, [one, many]: readonly [string, string]): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** Now, as the browser's own field for day and time writes it. */
function localNow(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

type Stage =
  | { kind: "source"; isReading: boolean; problem: string | null }
  | { kind: "preview"; file: BattlelogFile; problem: string | null }
  | { kind: "sending"; sent: number; all: number };

const START = { kind: "source", isReading: false, problem: null } satisfies Stage;

/** An import of a saved Battlelog file, from its text to the job that keeps it. */
function useBattlelog(soldierId: string, onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const followJob = useFollow();
  const [stage, setStage] = useState<Stage>(START);
  const sending = useRef<AbortController | null>(null);

  const read = async (text: string) => {
    setStage({ ...START, isReading: true });
    try {
      const json = parseJson(text);
      if (json === undefined)
        return setStage({ ...START, problem: "This is not JSON, the form Battlelog answers in." });
      const [{ readBattlelog }, book] = await Promise.all([
        import("#domain/soldier/battlelog/battlelog.ts"),
        queryClient.ensureQueryData(trpc.arsenal.battlelogBook.queryOptions()),
      ]);
      const result = readBattlelog(json, book);
      if ("problem" in result) setStage({ ...START, problem: result.problem });
      else setStage({ kind: "preview", file: result, problem: null });
    } catch (error) {
      setStage({ ...START, problem: getProblem(error).text });
    }
  };

  const send = async (file: BattlelogFile, takenAt: string) => {
    const stop = new AbortController();
    sending.current = stop;
    const pages = getPages(file.statistics);
    const importId = newId();
    try {
      for (const [number, part] of pages.entries()) {
        setStage({ kind: "sending", sent: number, all: pages.length });
        await mutate(queryClient, trpc.soldier.importPage.mutationOptions(), { importId, number, part }, stop.signal);
        stop.signal.throwIfAborted();
      }
      const commit = { importId, soldierId, pages: pages.length, takenAt };
      const { job } = await mutate(queryClient, trpc.soldier.importCommit.mutationOptions(), commit);
      followJob(job, soldierId);
      onDone();
    } catch (error) {
      const problem = stop.signal.aborted ? "Cancelled. Nothing was added." : getProblem(error).text;
      setStage({ kind: "preview", file, problem });
    }
  };

  return {
    stage,
    read,
    send,
    cancel: () => sending.current?.abort(),
    restart: () => setStage(START),
    fail: (problem: string) => setStage({ ...START, problem }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
