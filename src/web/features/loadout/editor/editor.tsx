import { type ComponentType, useMemo, useRef } from "react";
import { fixAll } from "#domain/loadout/fix.ts";
import { LOADOUT_NAME_LIMIT } from "#domain/loadout/limits.ts";
import { problemOf } from "#web/client/problem.ts";
import { nameProblem } from "#web/features/loadout/name.ts";
import { UnlocksPanel } from "#web/features/loadout/unlocks/unlocks-panel.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import type { Editing } from "./editing.ts";
import { EditorHeader } from "./editor-header.tsx";
import { Fields } from "./fields.tsx";
import { FiguresPane } from "./figures-pane.tsx";
import type { BuildFiguresProps } from "./live-figures.tsx";
import { MetElsewhere } from "./met-elsewhere.tsx";
import { NotesGroup } from "./notes-group.tsx";
import { SaveBar } from "./save-bar.tsx";
import { type Opened, useEditor } from "./use-editor.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { useWide } from "./use-wide.ts";
import { ViolationSummary } from "./violation-summary.tsx";

export type EditorProps = Opened & {
  onClose: () => void;
  /** Puts this loadout, or the draft of it, beside another one. */
  onCompare: (diff: string) => void;
  /** Shares the loadout as it stands. */
  onShare: (editing: Editing) => void;
  /** Draws a build's charts. */
  Figures: ComponentType<BuildFiguresProps>;
};

/** A loadout slot by slot, with its figures beside it. Every change is kept on this device until it is saved. */
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
      {knowledge.error !== null && <p role="alert">{problemOf(knowledge.error).text}</p>}
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
      <MetElsewhere editor={editor} onClose={onClose} />
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
