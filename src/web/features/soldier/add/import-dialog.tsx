import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { BattlelogFile } from "#domain/soldier/battlelog/battlelog.ts";
import { getPages } from "#domain/soldier/pages.ts";
import { m } from "#messages";
import { formatBattlelogProblem, formatIgnored } from "#messages/soldier/battlelog-words.ts";
import { Field } from "#web/components/fields/field.tsx";
import { ImportDialog, useImportStage } from "#web/components/overlays/import-dialog.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { readText, useInterruptedInput } from "#web/data/interrupted-input.ts";
import { mutate } from "#web/data/mutation.ts";
import { getErrorText } from "#web/data/problem.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { useFollow } from "#web/features/soldier/use-soldier-changes.ts";

type BattlelogDialogProps = { soldierId: string; onClose: () => void };

/** Imports a saved Battlelog page into a soldier's history: parsed here, previewed, then sent. */
export function BattlelogDialog({ soldierId, onClose }: BattlelogDialogProps) {
  const input = useInterruptedInput(`battlelog:${soldierId}`, "", readText);
  const { stage, file, read, send, restart, fail, cancel } = useBattlelog(soldierId, onClose);
  return (
    <ImportDialog
      title={m.soldier_import_from_battlelog_title()}
      label={m.soldier_content_of_a_saved_page()}
      hint={m.soldier_what_battlelog_file_is()}
      fileLabel={m.soldier_battlelog_file()}
      unit="parts"
      text={input.value}
      onText={input.set}
      stage={stage}
      onRead={read}
      onFail={fail}
      onCancel={cancel}
      onClose={onClose}
      preview={(problem) =>
        file && <Preview file={file} problem={problem} onImport={(takenAt) => send(file, takenAt)} onBack={restart} />
      }
    />
  );
}

const FOUND_TITLES: Record<keyof BattlelogFile["found"], (inputs: { count: number }) => string> = {
  weapons: m.soldier_found_weapons,
  vehicles: m.soldier_found_vehicles,
  unlockRows: m.soldier_found_unlocks,
  awards: m.soldier_found_awards,
  assignments: m.soldier_found_assignments,
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
  const lines = FOUND.flatMap((kind) => (found[kind] > 0 ? [FOUND_TITLES[kind]({ count: found[kind] })] : []));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onImport(new Date(savedAt).toISOString());
      }}
      className="grid gap-4"
    >
      <div role="status">
        <p className="font-semibold">{m.soldier_in_this_file()}</p>
        <ul className="mt-1 list-disc pl-5">
          {figures > 0 && <li>{m.soldier_found_figures({ count: figures })}</li>}
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      {ignored.length > 0 && (
        <details className="text-0 text-ink-2">
          <summary className="min-h-8 font-semibold">{m.soldier_left_out()}</summary>
          <ul className="mt-1 list-disc pl-5">
            {ignored.map(formatIgnored).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
      <Field
        label={m.soldier_saved_on()}
        hint={m.soldier_saved_on_hint()}
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
          {m.soldier_import_button()}
        </Button>
        <Button onClick={onBack}>{m.soldier_choose_another_file()}</Button>
      </div>
    </form>
  );
}

/** Now, as the browser's own field for day and time writes it. */
function localNow(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** An import of a saved Battlelog file, from its text to the job that stores it. */
function useBattlelog(soldierId: string, onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const followJob = useFollow();
  const importing = useImportStage();
  const { setStage, startReading, startSending, fail, failSending } = importing;
  const [file, setFile] = useState<BattlelogFile | null>(null);

  const read = async (text: string) => {
    startReading();
    try {
      const json = parseJson(text);
      if (json === undefined) return fail(m.soldier_not_json());
      const [{ readBattlelog }, book] = await Promise.all([
        import("#domain/soldier/battlelog/battlelog.ts"),
        queryClient.ensureQueryData(trpc.arsenal.battlelogBook.queryOptions()),
      ]);
      const result = readBattlelog(json, book);
      if ("problem" in result) return fail(formatBattlelogProblem(result.problem));
      setFile(result);
      setStage({ kind: "preview", problem: null });
    } catch (error) {
      fail(getErrorText(error));
    }
  };

  const send = async ({ statistics }: BattlelogFile, takenAt: string) => {
    const signal = startSending();
    const pages = getPages(statistics);
    const importId = newId();
    try {
      for (const [number, part] of pages.entries()) {
        setStage({ kind: "sending", sent: number, all: pages.length });
        await mutate(queryClient, trpc.soldier.importPage.mutationOptions(), { importId, number, part }, signal);
        signal.throwIfAborted();
      }
      const commit = { importId, soldierId, pages: pages.length, takenAt };
      const { job } = await mutate(queryClient, trpc.soldier.importCommit.mutationOptions(), commit);
      followJob(job, soldierId);
      onDone();
    } catch (error) {
      failSending(getErrorText(error));
    }
  };

  return { ...importing, file, read, send };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
