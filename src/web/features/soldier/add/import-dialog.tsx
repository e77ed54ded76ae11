import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { parseJson } from "#domain/plain-values.ts";
import type { BattlelogFile } from "#domain/soldier/battlelog/battlelog.ts";
import { getPages } from "#domain/soldier/pages.ts";
import { hasLostText } from "#domain/text.ts";
import { m } from "#messages";
import { formatBattlelogProblem, formatIgnored } from "#messages/soldier/battlelog-words.ts";
import { useImportStage } from "#web/data/import-stage.ts";
import { mutate } from "#web/data/mutation.ts";
import { readText, useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { LowerFigures, useHigherSnapshot } from "#web/features/soldier/add/lower-figures.tsx";
import type { ListedSoldier } from "#web/features/soldier/soldier-search.ts";
import { useTrackSoldierJob } from "#web/features/soldier/use-soldier-changes.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { ImportDialog } from "#web/ui/overlays/import-dialog.tsx";

type BattlelogDialogProps = { soldier: ListedSoldier; onClose: () => void };

/** Imports a saved Battlelog page into a soldier's history: it is parsed here, previewed, then sent. */
export function BattlelogDialog({ soldier, onClose }: BattlelogDialogProps) {
  const input = useInterruptedInput(`battlelog:${soldier.id}`, "", readText);
  const { stage, file, read, send, restart, fail, cancel } = useBattlelogImport(soldier, onClose);
  return (
    <ImportDialog
      title={m.soldier_import_from_battlelog_title()}
      label={m.soldier_content_of_a_saved_page()}
      hint={m.soldier_what_battlelog_file_is()}
      fileLabel={m.soldier_battlelog_file()}
      unit="parts"
      input={input}
      stage={stage}
      onRead={read}
      onFail={fail}
      onCancel={cancel}
      onClose={onClose}
      preview={(problem) =>
        file && (
          <Preview
            soldierId={soldier.id}
            file={file}
            problem={problem}
            onImport={(saved) => input.send(send(file, saved))}
            onBack={restart}
          />
        )
      }
    />
  );
}

const COUNT_TITLES: Record<keyof BattlelogFile["counts"], (inputs: { count: number }) => string> = {
  weapons: m.soldier_found_weapons,
  vehicles: m.soldier_found_vehicles,
  unlockRows: m.soldier_found_unlocks,
  awards: m.soldier_found_awards,
  assignments: m.soldier_found_assignments,
};

const COUNT_KINDS = Object.keys(COUNT_TITLES) as (keyof BattlelogFile["counts"])[];

type ImportTime = { takenAt: string; isRestarted: boolean };

type PreviewProps = {
  soldierId: string;
  file: BattlelogFile;
  problem: string | null;
  onImport: (saved: ImportTime) => void;
  onBack: () => void;
};

/** The content of the file, and a field for its date. */
function Preview({ soldierId, file: { counts, ignored, statistics }, problem, onImport, onBack }: PreviewProps) {
  const [savedAt, setSavedAt] = useState(getLocalTime);
  const [isRestarted, setRestarted] = useState(false);
  const higher = useHigherSnapshot("battlelog", soldierId, statistics, Date.parse(savedAt));
  const figures = Object.keys(statistics.figures).length;
  const lines = COUNT_KINDS.flatMap((kind) => (counts[kind] > 0 ? [COUNT_TITLES[kind]({ count: counts[kind] })] : []));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const takenAt = new Date(savedAt).toISOString();
        if (!higher || isRestarted) onImport({ takenAt, isRestarted: Boolean(higher) });
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
        max={getLocalTime()}
        min="2013-10-29T00:00"
        value={savedAt}
        onChange={(event) => setSavedAt(event.target.value)}
        error={problem}
      />
      {higher && (
        <LowerFigures source="battlelog" takenAt={higher.takenAt} isRestarted={isRestarted} onChange={setRestarted} />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="primary" aria-disabled={(higher && !isRestarted) || undefined}>
          {m.soldier_import_button()}
        </Button>
        <Button onClick={onBack}>{m.soldier_choose_another_file()}</Button>
      </div>
    </form>
  );
}

/** Returns the local time in the format of a `datetime-local` field. */
function getLocalTime(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Returns the stage of a Battlelog import and its steps, from parsing the text to the job that stores it. */
function useBattlelogImport(soldier: ListedSoldier, onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const followJob = useTrackSoldierJob();
  const importing = useImportStage();
  const [file, setFile] = useState<BattlelogFile | null>(null);

  const read = (text: string) =>
    importing.read(async () => {
      const json = parseJson(text);
      if (json === null) return m.soldier_not_json();
      const [{ readBattlelog }, book] = await Promise.all([
        import("#domain/soldier/battlelog/battlelog.ts"),
        queryClient.ensureQueryData(trpc.arsenal.battlelogBook.queryOptions()),
      ]);
      const result = readBattlelog(json, book, soldier);
      if ("problem" in result) return formatBattlelogProblem(result.problem, soldier);
      if (hasLostText(result.statistics)) return m.soldier_lost_text();
      setFile(result);
      return null;
    });

  const send = ({ statistics, playerId }: BattlelogFile, saved: ImportTime) =>
    importing.send(async ({ signal, onProgress }) => {
      const pages = getPages(statistics);
      const importId = newId();
      for (const [number, part] of pages.entries()) {
        onProgress(number, pages.length);
        await mutate(queryClient, trpc.soldier.importPage.mutationOptions(), { importId, number, part }, signal);
        signal.throwIfAborted();
      }
      const commit = { importId, soldierId: soldier.id, pages: pages.length, playerId, ...saved };
      const { job } = await mutate(queryClient, trpc.soldier.importCommit.mutationOptions(), commit);
      followJob(job, soldier.id);
      onDone();
      return null;
    });

  return { ...importing, file, read, send };
}
