import { useState } from "react";
import { GAME_TITLES } from "#domain/game.ts";
import { INPUT_LOOK } from "#web/components/fields/field.tsx";
import { NativeSelect } from "#web/components/fields/native-select.tsx";
import { ImportDialog } from "#web/components/overlays/import-dialog.tsx";
import { Button } from "#web/components/ui/button.tsx";
import type { Choice, Match } from "#web/features/loadout/transfer/matching.ts";
import { getChoices, type Row } from "#web/features/loadout/transfer/preview.ts";
import { dropImport, interruptedImport } from "./pending-import.ts";
import { type Importing, useImport } from "./use-import.ts";

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

const CHOICE_WORDS: Record<Choice, string> = {
  add: "Add",
  replace: "Replace",
  both: "Keep both",
  skip: "Skip",
};

const AT_ONCE = 100;

type ImportPreviewProps = { importing: Importing; problem: string | null };

/** What an import would do, loadout by loadout. */
function ImportPreview({ importing, problem }: ImportPreviewProps) {
  const { rows } = importing;
  const [shown, setShown] = useState(AT_ONCE);
  const [forAll, setForAll] = useState<Choice | "each">("each");
  const requested = rows.filter(({ choice }) => choice !== "skip").length;
  return (
    <div className="grid gap-4">
      {rows.length > 1 && (
        <NativeSelect
          label="For all that can"
          value={forAll}
          choices={[
            { value: "each", label: "As chosen below" },
            ...(["add", "replace", "both", "skip"] as const).map((value) => ({ value, label: CHOICE_WORDS[value] })),
          ]}
          onChange={(value) => {
            setForAll(value);
            if (value !== "each") importing.chooseAll(value);
          }}
          className="max-w-60"
        />
      )}
      <table className="w-full border-collapse text-0">
        <caption className="sr-only">Loadouts to import</caption>
        <thead>
          <tr className="text-left text-00 text-ink-3">
            <th scope="col" className="pb-1 font-semibold">
              Loadout
            </th>
            <th scope="col" className="pb-1 pl-3 font-semibold">
              What to do
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row, at) => (
            <PreviewRow
              key={row.key}
              row={row}
              onChoose={(choice) => {
                setForAll("each");
                importing.choose(at, choice);
              }}
              onFix={() => importing.fix(at)}
            />
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <Button className="justify-self-center" onClick={() => setShown(shown + AT_ONCE)}>
          Show more
        </Button>
      )}
      {problem && (
        <p role="alert" className="text-0 text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" disabled={requested === 0} onClick={() => void importing.send()}>
          {requested === 1 ? "Import 1 loadout" : `Import ${requested} loadouts`}
        </Button>
        <Button onClick={importing.restart}>Back</Button>
      </div>
    </div>
  );
}

type PreviewRowProps = { row: Row; onChoose: (choice: Choice) => void; onFix: () => void };

function PreviewRow({ row, onChoose, onFix }: PreviewRowProps) {
  const { candidate, match, forbidden, mended, choice } = row;
  const choices = getChoices(row);
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="py-2 text-left font-normal">
        <span className="block font-cond text-1 font-bold break-words">{candidate.name}</span>
        <span className="block text-00 text-ink-2">
          {GAME_TITLES[candidate.loadout.game]} · {matchWords(match)}
        </span>
        {forbidden !== null && (
          <span className="mt-1 flex flex-wrap items-center gap-2 text-danger">
            <span>Not legal: {forbidden}</span>
            {mended && (
              <Button size="small" onClick={onFix} aria-label={`Fix ${candidate.name}`}>
                Fix
              </Button>
            )}
          </span>
        )}
      </th>
      <td className="w-36 py-2 pl-3">
        <select
          aria-label={`What to do with ${candidate.name}`}
          value={choice}
          disabled={choices.length === 1}
          onChange={({ target }) => {
            const chosen = choices.find((one) => one === target.value);
            if (chosen) onChoose(chosen);
          }}
          className={INPUT_LOOK}
        >
          {choices.map((one) => (
            <option key={one} value={one}>
              {CHOICE_WORDS[one]}
            </option>
          ))}
        </select>
      </td>
    </tr>
  );
}

function matchWords(match: Match): string {
  switch (match.kind) {
    case "new":
      return "New";
    case "same":
      return `You have this already, as “${match.present.name}”`;
    case "name":
      return "You have another loadout with this name";
    case "conflict":
      return `Differs from your “${match.present.name}”`;
  }
}
