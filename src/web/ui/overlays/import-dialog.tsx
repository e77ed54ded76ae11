import { type DragEvent, type FormEvent, type ReactNode, useRef, useState } from "react";
import { m } from "#messages";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { TextArea } from "#web/ui/fields/field.tsx";
import { MarkupText } from "#web/ui/markup-text.tsx";
import { decodeText } from "./decode-text.ts";
import { Dialog, type DialogInput } from "./dialog.tsx";

/** An import: of which source, of what, and how far it was sent. */
export type ImportStage =
  | { kind: "source"; isReading: boolean; problem: string | null }
  | { kind: "preview"; problem: string | null }
  | { kind: "sending"; sent: number; all: number };

type ImportDialogProps = SourceProps & {
  title: string;
  stage: ImportStage;
  /** What is counted while it is sent; left out where it is plain. */
  unit?: "parts";
  /** Draws what was found, under the problem of the last try. */
  preview: (problem: string | null) => ReactNode;
  onCancel: () => void;
  onClose: () => void;
};

/** An import from its text or file to the last part that was sent. Closing it cancels what is under way. */
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
            {/* What was sent as a whole can be undone, and no longer cancelled. */}
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
  /** Labels the text field and describes what can be pasted. */
  label: string;
  hint: ReactNode;
  /** Names the place for a file. */
  fileLabel: string;
  /** The files that may be chosen. */
  accept?: string;
  input: DialogInput & { value: string; set: (text: string) => void };
  /** What was pasted, or the content of the file. */
  onRead: (text: string) => Promise<void>;
  onFail: (problem: string) => void;
};

const MAX_MB = 10;

/** The text, pasted or out of a file that is chosen or dropped. */
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
      <FilePlace label={fileLabel} accept={accept} onRead={onRead} onFail={onFail} />
      <div>
        <Button type="submit" kind="primary" busy={isReading}>
          {m.app_continue()}
        </Button>
      </div>
    </form>
  );
}

type FilePlaceProps = Pick<SourceProps, "onRead" | "onFail"> & { label: string; accept: string };

function FilePlace({ label, accept, onRead, onFail }: FilePlaceProps) {
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
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
          button: ({ children }) => <Button onClick={() => chooser.current?.click()}>{children}</Button>,
          rest: ({ children }) => <span>{children}</span>,
        }}
      />
      <input
        ref={chooser}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          void readFile(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </fieldset>
  );
}

// What a preview shows beside what it found.

type LeftOut = { number: number; name: string; reason: string };

/** The loadouts that are left out, each with the reason. */
export function LeftOutList({ leftOut }: { leftOut: readonly LeftOut[] }) {
  if (leftOut.length === 0) return null;
  const title = m.loadout_import_left_out({ count: leftOut.length });
  return (
    <div role="status" className="text-0">
      <p className="font-semibold">{title}</p>
      <ul aria-label={title} className="mt-1 grid max-h-48 gap-1 overflow-y-auto">
        {leftOut.map(({ number, name, reason }) => (
          <li key={number} className="wrap-anywhere">
            {name && <b>{name} </b>}
            {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}

type Difference = { named: string; held: string };

/** Where a table names another thing than the code of its row holds. */
export const Differences = ({ differences }: { differences: readonly Difference[] }) =>
  differences.map(({ named, held }) => (
    <span key={named} className="block text-00 text-danger wrap-anywhere">
      {m.loadout_import_other_thing({ named, held })}
    </span>
  ));
