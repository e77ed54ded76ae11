import { type ComponentType, useMemo, useRef } from "react";
import { LOADOUT_NAME_LIMIT } from "#domain/loadout/limits.ts";
import { problemOf } from "#web/client/problem.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Bf4Fields } from "./bf4-fields.tsx";
import { Bf2042Fields } from "./bf2042-fields.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { nameProblem } from "./editing.ts";
import { mendedAll } from "./judge.ts";
import { type BuildFiguresProps, LiveFigures } from "./live-figures.tsx";
import { SaveBar } from "./save-bar.tsx";
import { type Opened, useEditor } from "./use-editor.ts";
import { resolved } from "./use-saving.ts";

export type EditorProps = Opened & {
  onClose: () => void;
  /** Draws a build's charts. */
  Figures: ComponentType<BuildFiguresProps>;
};

/** A loadout slot by slot, with its figures beside it. Every change is kept on this device until it is saved. */
export function Editor({ onClose, Figures, ...opened }: EditorProps) {
  const editor = useEditor(opened);
  const { base, editing, knowledge, saving, change, begin, desk } = editor;
  const { loadout } = editing;
  const form = useRef<HTMLDivElement>(null);
  const fields = useMemo(
    () =>
      loadout.game === "bf4" ? (
        <Bf4Fields loadout={loadout} desk={desk} />
      ) : (
        <Bf2042Fields loadout={loadout} desk={desk} />
      ),
    [loadout, desk],
  );
  const save = async () => {
    await editor.saveAs(editing);
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  };
  const { problem } = saving;
  return (
    <div className="grid gap-5">
      <header className="flex flex-wrap items-center gap-3">
        <h2 className="grow text-5">{base.seenVersion === 0 ? "New loadout" : base.name || "Unsaved loadout"}</h2>
        <Button kind="quiet" onClick={onClose}>
          All loadouts
        </Button>
      </header>
      {editor.isRestored && <Restored onDiscard={() => begin(base)} />}
      {knowledge.error !== null && <p role="alert">{problemOf(knowledge.error).text}</p>}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_27rem]">
        <div ref={form} className="grid min-w-0 gap-5 [&_input]:scroll-mb-28">
          <Field
            label="Name"
            value={editing.name}
            onChange={(event) => change({ name: event.target.value })}
            maxLength={LOADOUT_NAME_LIMIT}
            autoComplete="off"
            error={saving.tried && nameProblem(editing.name)}
          />
          {fields}
        </div>
        <LiveFigures loadout={loadout} answers={knowledge.answers} Figures={Figures} />
      </div>
      <SaveBar
        editor={editor}
        onSave={save}
        onMendAll={() => change({ loadout: mendedAll(loadout, knowledge.armoury) })}
      />
      {problem?.kind === "changed" && (
        <ConflictDialog
          mine={editing}
          theirs={problem.theirs}
          armoury={knowledge.armoury}
          onKeep={(how) => editor.saveAs(resolved(editing, problem.theirs, how))}
          onTakeTheirs={() => {
            const { theirs } = problem;
            saving.forget();
            begin(theirs ? { ...editing, ...theirs, seenVersion: theirs.version } : base);
            if (!theirs) onClose();
          }}
          onCancel={saving.forget}
        />
      )}
    </div>
  );
}

function Restored({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 border-l-3 border-accent bg-tint px-4 py-2 text-0">
      <span className="grow">Your unsaved changes from last time are back.</span>
      <Button size="small" onClick={onDiscard}>
        Discard them
      </Button>
    </div>
  );
}
