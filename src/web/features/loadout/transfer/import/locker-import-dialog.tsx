import { useState } from "react";
import { GAME_TITLES } from "#domain/game.ts";
import { m } from "#messages";
import { NearLimit } from "#web/app/shell/near-limit.tsx";
import { readText, useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import { LoadoutImportDialog } from "#web/features/loadout/transfer/loadout-import.tsx";
import type { Choice, Match } from "#web/features/loadout/transfer/matching.ts";
import { getChoices, type ImportRow } from "#web/features/loadout/transfer/preview.ts";
import { Button } from "#web/ui/button.tsx";
import { AlertLine } from "#web/ui/feedback/alert-line.tsx";
import { INPUT_CLASSES } from "#web/ui/fields/field.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { Differences, OmittedRowList } from "#web/ui/overlays/import-dialog.tsx";
import { IMPORT_FORM, type Importing, useImport } from "./use-import.ts";

/** The dialog that imports loadouts from a file, a link or a code, with a choice for each loadout. */
export function LockerImportDialog({ onClose }: { onClose: () => void }) {
  const importing = useImport(onClose);
  const input = useInterruptedInput(IMPORT_FORM, "", readText);
  const [content, setContent] = useState("");
  const send = () => {
    // Stores the content of a file, too, so that it is restored if a sign-in interrupts the import.
    input.set(content);
    input.send(importing.send());
  };
  return (
    <LoadoutImportDialog
      title={m.common_import_loadouts()}
      hint={m.loadout_import_hint()}
      input={input}
      importing={{
        ...importing,
        read: (text) => {
          setContent(text);
          return importing.read(text);
        },
      }}
      onClose={onClose}
      preview={(problem) => <ImportPreview importing={importing} problem={problem} onSend={send} />}
    />
  );
}

const CHOICE_TITLES: Record<Choice, string> = {
  add: m.common_add(),
  replace: m.loadout_import_replace(),
  both: m.loadout_keep_both(),
  skip: m.loadout_import_skip(),
};

const ROWS_PER_PAGE = 100;

type ImportPreviewProps = { importing: Importing; problem: string | null; onSend: () => void };

/** The preview of an import: a row per loadout with its choices. */
function ImportPreview({ importing, problem, onSend }: ImportPreviewProps) {
  const { rows } = importing;
  const [shown, setShown] = useState(ROWS_PER_PAGE);
  const [forAll, setForAll] = useState<Choice | "each">("each");
  const requested = rows.filter(({ choice }) => choice !== "skip").length;
  return (
    <div className="grid gap-4">
      <NearLimit limits={["importBytes"]} />
      {rows.length > 1 && (
        <NativeSelect
          label={m.loadout_for_all_that_can()}
          value={forAll}
          choices={[
            { value: "each", label: m.loadout_as_chosen_below() },
            ...(["add", "replace", "both", "skip"] as const).map((value) => ({ value, label: CHOICE_TITLES[value] })),
          ]}
          onChange={(value) => {
            setForAll(value);
            if (value !== "each") importing.chooseAll(value);
          }}
          className="max-w-60"
        />
      )}
      <table className="w-full border-collapse text-0">
        <caption className="sr-only">{m.loadout_loadouts_to_import()}</caption>
        <thead>
          <tr className="text-left text-00 text-ink-3">
            <th scope="col" className="pb-1 font-semibold">
              {m.loadout_loadout()}
            </th>
            <th scope="col" className="pb-1 pl-3 font-semibold">
              {m.loadout_what_to_do()}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row, index) => (
            <PreviewRow
              key={row.key}
              row={row}
              onChoose={(choice) => {
                setForAll("each");
                importing.choose(index, choice);
              }}
              onFix={() => importing.fix(index)}
            />
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <Button className="justify-self-center" onClick={() => setShown(shown + ROWS_PER_PAGE)}>
          {m.common_show_more()}
        </Button>
      )}
      <OmittedRowList omittedRows={importing.omittedRows} />
      <AlertLine text={problem} />
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" disabled={requested === 0} onClick={onSend}>
          {m.loadout_import_loadouts({ count: requested })}
        </Button>
        <Button onClick={importing.restart}>{m.common_back()}</Button>
      </div>
    </div>
  );
}

type PreviewRowProps = { row: ImportRow; onChoose: (choice: Choice) => void; onFix: () => void };

function PreviewRow({ row, onChoose, onFix }: PreviewRowProps) {
  const { candidate, match, forbidden, fixedCandidate, differences, choice } = row;
  const choices = getChoices(row);
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="py-2 text-left font-normal">
        <span className="block font-cond text-1 font-bold break-words">{candidate.name}</span>
        <span className="block text-00 text-ink-2">
          {GAME_TITLES[candidate.loadout.game]}
          {m.common_dot()}
          {getMatchText(match)}
        </span>
        <Differences differences={differences} />
        {forbidden !== null && (
          <span className="mt-1 flex flex-wrap items-center gap-2 text-danger">
            <span>{m.loadout_not_legal({ reason: forbidden })}</span>
            {fixedCandidate && (
              <Button size="small" onClick={onFix} aria-label={m.loadout_fix_loadout({ name: candidate.name })}>
                {m.loadout_fix()}
              </Button>
            )}
          </span>
        )}
      </th>
      <td className="w-36 py-2 pl-3">
        <select
          aria-label={m.loadout_what_to_do_with_loadout({ name: candidate.name })}
          value={choice}
          disabled={choices.length === 1}
          onChange={({ target }) => {
            const chosen = choices.find((option) => option === target.value);
            if (chosen) onChoose(chosen);
          }}
          className={INPUT_CLASSES}
        >
          {choices.map((option) => (
            <option key={option} value={option}>
              {CHOICE_TITLES[option]}
            </option>
          ))}
        </select>
      </td>
    </tr>
  );
}

function getMatchText(match: Match): string {
  switch (match.kind) {
    case "new":
      return m.loadout_import_new();
    case "same":
      return m.loadout_import_same({ name: match.present.name });
    case "name":
      return m.loadout_import_same_name();
    case "conflict":
      return m.loadout_import_differs({ name: match.present.name });
  }
}
