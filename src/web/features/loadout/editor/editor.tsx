import { type ComponentType, useMemo, useRef } from "react";
import { LOADOUT_NAME_LIMIT } from "#domain/loadout/limits.ts";
import { fixAll } from "#domain/loadout/rules/fix.ts";
import { Field } from "#web/components/fields/field.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { getProblem } from "#web/data/problem.ts";
import { Fields } from "#web/features/loadout/editor/fields/fields.tsx";
import { NotesGroup } from "#web/features/loadout/editor/fields/notes-group.tsx";
import { ViolationSummary } from "#web/features/loadout/editor/fields/violation-summary.tsx";
import { FiguresPane } from "#web/features/loadout/editor/figures/figures-pane.tsx";
import type { BuildFiguresProps } from "#web/features/loadout/editor/figures/live-figures.tsx";
import { useWide } from "#web/features/loadout/editor/figures/use-wide.ts";
import { SaveBar } from "#web/features/loadout/editor/saving/save-bar.tsx";
import { SaveConflict } from "#web/features/loadout/editor/saving/save-conflict.tsx";
import { nameProblem } from "#web/features/loadout/name.ts";
import { UnlocksPanel } from "#web/features/loadout/unlocks/unlocks-panel.tsx";
import type { Editing } from "./editing.ts";
import { EditorHeader } from "./editor-header.tsx";
import { type Opened, useEditor } from "./use-editor.ts";
import { useShortcuts } from "./use-shortcuts.ts";

export type EditorProps = Opened & {
  onClose: () => void;
  /** Puts this loadout, or the draft of it, beside another one. */
  onCompare: (diff: string) => void;
  /** Shares the loadout as it stands. */
  onShare: (editing: Editing) => void;
  /** Draws a build's charts. */
  Figures: ComponentType<BuildFiguresProps>;
};

/** A loadout slot by slot, with its figures beside it. Every change is stored on this device until it is saved. */
export function Editor({ onClose, onCompare, onShare, Figures, ...opened }: EditorProps) {
  const editor = useEditor(opened);
  const { base, editing, knowledge, saving, change, desk } = editor;
  const { loadout } = editing;
  const form = useRef<HTMLDivElement>(null);
  const isWide = useWide();
  const fields = useMemo(() => <Fields loadout={loadout} desk={desk} />, [loadout, desk]);
  const save = async () => {
    await editor.saveAs(editing);
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  };
  useShortcuts({ onSave: save, onUndo: () => editor.step("undo"), onRedo: () => editor.step("redo") });
  const figures = <FiguresPane {...{ loadout, knowledge, isWide, Figures }} catalogue={opened.catalogue} />;
  return (
    <div className="grid gap-5">
      <EditorHeader {...{ editor, opened, onClose, onCompare, onShare }} />
      {editor.isRestored && <Restored onDiscard={() => editor.begin(base, "Discarded changes")} />}
      {knowledge.error !== null && <p role="alert">{getProblem(knowledge.error).text}</p>}
      {!isWide && figures}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_27rem]">
        <div ref={form} className="grid min-w-0 gap-5 [&_input]:scroll-mt-32 [&_input]:scroll-mb-28">
          <ViolationSummary desk={desk} />
          <Field
            label="Name"
            value={editing.name}
            onChange={(event) => change({ name: event.target.value }, { field: "name" })}
            maxLength={LOADOUT_NAME_LIMIT}
            autoComplete="off"
            error={saving.tried && nameProblem(editing.name)}
          />
          {fields}
          <UnlocksPanel unlocks={editor.unlocks} />
          <NotesGroup note={editing.note} tags={editing.tags} change={change} />
        </div>
        {isWide && figures}
      </div>
      <SaveBar
        editor={editor}
        onSave={save}
        onFixAll={() => change({ loadout: fixAll(loadout, knowledge.armoury) }, { label: "Fix all" })}
      />
      <SaveConflict editor={editor} onClose={onClose} />
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
