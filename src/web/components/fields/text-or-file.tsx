import { type DragEvent, type FormEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { classes } from "#web/components/ui/class-names.ts";
import { FieldFrame, INPUT_LOOK } from "./field.tsx";

type TextOrFileProps = {
  /** Labels the text field and describes what can be pasted. */
  label: string;
  hint: ReactNode;
  /** Names the place for a file. */
  fileLabel: string;
  text: string;
  onText: (text: string) => void;
  problem: string | null;
  isReading: boolean;
  /** What was pasted, or what stands in the file. */
  onRead: (text: string) => Promise<void>;
  onFail: (problem: string) => void;
};

const MAX_MB = 10;

/** Where an import comes from: pasted, or a file that is chosen or dropped. */
export function TextOrFile({
  label,
  hint,
  fileLabel,
  text,
  onText,
  problem,
  isReading,
  onRead,
  onFail,
}: TextOrFileProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void onRead(text);
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <FieldFrame label={label} hint={hint} error={problem}>
        {(tied) => (
          <textarea
            {...tied}
            value={text}
            onChange={(event) => onText(event.target.value)}
            rows={4}
            autoComplete="off"
            spellCheck={false}
            className={`${INPUT_LOOK} py-2 break-all`}
          />
        )}
      </FieldFrame>
      <FilePlace label={fileLabel} onRead={onRead} onFail={onFail} />
      <div>
        <Button type="submit" kind="primary" busy={isReading}>
          Continue
        </Button>
      </div>
    </form>
  );
}

type FilePlaceProps = Pick<TextOrFileProps, "onRead" | "onFail"> & { label: string };

function FilePlace({ label, onRead, onFail }: FilePlaceProps) {
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_MB * 1024 * 1024) return onFail(`This file is larger than ${MAX_MB} MB.`);
    const content = await file.text().catch(() => null);
    if (content === null) return onFail("This file cannot be read.");
    await onRead(content);
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
      <Button onClick={() => chooser.current?.click()}>Choose a file</Button>
      <span>or drop one here. At most {MAX_MB} MB; it is read in your browser.</span>
      <input
        ref={chooser}
        type="file"
        accept=".json,application/json"
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
