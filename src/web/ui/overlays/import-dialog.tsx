import { type DragEvent, type FormEvent, type ReactNode, useRef, useState } from "react";
import { m } from "#messages";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { TextArea } from "#web/ui/fields/field.tsx";
import { MarkupText } from "#web/ui/markup-text.tsx";
import { decodeText } from "./decode-text.ts";
import { Dialog, type DialogInput } from "./dialog.tsx";

/** The stage of an import: selecting the source, the preview, or sending with its progress. */
export type ImportStage =
  | { kind: "source"; isReading: boolean; problem: string | null }
  | { kind: "preview"; problem: string | null }
  | { kind: "sending"; sent: number; all: number };

type ImportDialogProps = SourceProps & {
  title: string;
  stage: ImportStage;
  /** The unit of the progress text; undefined for the plain text. */
  unit?: "parts";
  /** Renders the preview with the error of the last attempt. */
  preview: (problem: string | null) => ReactNode;
  onCancel: () => void;
  onClose: () => void;
};

/** A dialog for an import, from its source to sending. Closing it cancels the import. */
export function ImportDialog({ title, stage, unit, preview, onCancel, onClose, ...source }: ImportDialogProps) {
  return (
    <Dialog
      onClose={() => {
        onCancel();
        onClose();
      }}
      title={title}
      input={source.input}
    >
      {stage.kind === "source" && <Source {...source} {...stage} />}
      {stage.kind === "preview" && preview(stage.problem)}
      {stage.kind === "sending" && (
        <div className="grid gap-4">
          <Progress value={stage.sent} all={stage.all}>
            {unit === "parts"
              ? m.app_import_parts_sent({ sent: stage.sent, count: stage.all })
              : m.app_import_sent({ sent: stage.sent, all: stage.all })}
          </Progress>
          <div>
            {/* A complete import can be undone, but no longer cancelled. */}
            <Button disabled={stage.sent === stage.all} onClick={onCancel}>
              {m.common_cancel()}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

type ProgressProps = { value: number; all: number; children: ReactNode };

const Progress = ({ value, all, children }: ProgressProps) => (
  <label className="grid gap-2 text-1">
    <span role="status">{children}</span>
    <progress value={value} max={all} className="h-2 w-full accent-(--accent)" />
  </label>
);

type SourceProps = {
  /** The label of the text field. The hint describes what can be pasted. */
  label: string;
  hint: ReactNode;
  /** The accessible name of the drop area. */
  fileLabel: string;
  /** The accepted file types. */
  accept?: string;
  input: DialogInput & { value: string; set: (text: string) => void };
  /** Called with the pasted text or the content of the file. */
  onRead: (text: string) => Promise<void>;
  onFail: (problem: string) => void;
};

const MAX_MB = 10;

/** The form for the source of an import: a pasted text, or a file that is selected or dropped. */
function Source({
  label,
  hint,
  fileLabel,
  accept = ".json,application/json",
  input,
  problem,
  isReading,
  onRead,
  onFail,
}: SourceProps & { problem: string | null; isReading: boolean }) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void onRead(input.value);
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <TextArea
        label={label}
        hint={hint}
        error={problem}
        value={input.value}
        onChange={input.set}
        rows={4}
        autoComplete="off"
        spellCheck={false}
        className="break-all"
      />
      <FileDropArea label={fileLabel} accept={accept} onRead={onRead} onFail={onFail} />
      <div>
        <Button type="submit" kind="primary" busy={isReading}>
          {m.app_continue()}
        </Button>
      </div>
    </form>
  );
}

type FileDropAreaProps = Pick<SourceProps, "onRead" | "onFail"> & { label: string; accept: string };

function FileDropArea({ label, accept, onRead, onFail }: FileDropAreaProps) {
  const [isOver, setOver] = useState(false);
  const fileInput = useRef<HTMLInputElement>(null);
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_MB * 1024 * 1024) return onFail(m.app_file_too_large({ maxMb: MAX_MB }));
    const bytes = await file.arrayBuffer().catch(() => null);
    if (bytes === null) return onFail(m.app_file_unreadable());
    await onRead(decodeText(new Uint8Array(bytes)));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void readFile(event.dataTransfer.files[0]);
  };
  return (
    <fieldset
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classes(
        "flex flex-wrap items-center gap-3 rounded-1 border border-dashed p-4 text-0 text-ink-2",
        isOver ? "border-accent bg-tint" : "border-line-strong",
      )}
    >
      <legend className="sr-only">{label}</legend>
      <MarkupText
        message={m.app_file_choose_or_drop}
        inputs={{ maxMb: MAX_MB }}
        markup={{
          button: ({ children }) => <Button onClick={() => fileInput.current?.click()}>{children}</Button>,
          rest: ({ children }) => <span>{children}</span>,
        }}
      />
      <input
        ref={fileInput}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={(event) => {
          void readFile(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </fieldset>
  );
}

// Parts of the preview.

type OmittedRow = { number: number; name: string; reason: string };

/** The loadouts that are not imported, each with the reason. */
export function OmittedRowList({ omittedRows }: { omittedRows: readonly OmittedRow[] }) {
  if (omittedRows.length === 0) return null;
  const title = m.loadout_import_left_out({ count: omittedRows.length });
  return (
    <div role="status" className="text-0">
      <p className="font-semibold">{title}</p>
      <ul aria-label={title} className="mt-1 grid max-h-48 gap-1 overflow-y-auto">
        {omittedRows.map(({ number, name, reason }) => (
          <li key={number} className="wrap-anywhere">
            {name && <b>{name} </b>}
            {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}

type Difference = { cellName: string; codeName: string };

/** The rows whose name and code contradict each other. */
export const Differences = ({ differences }: { differences: readonly Difference[] }) =>
  differences.map(({ cellName, codeName }) => (
    <span key={cellName} className="block text-00 text-danger wrap-anywhere">
      {m.loadout_import_other_thing({ named: cellName, held: codeName })}
    </span>
  ));
