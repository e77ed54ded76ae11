import { type ComponentType, useMemo, useRef } from "react";
import { LOADOUT_NAME_LIMIT } from "#domain/loadout/limits.ts";
import { isVehicleLoadout, type Loadout } from "#domain/loadout/loadout.ts";
import { getRecord, withRecord } from "#domain/loadout/record.ts";
import { fixAll } from "#domain/loadout/rules/fix.ts";
import type { Violation } from "#domain/loadout/rules/violation.ts";
import { m } from "#messages";
import { getErrorText } from "#web/data/problem.ts";
import { Bf4Fields } from "#web/features/loadout/editor/fields/games/bf4-fields.tsx";
import { Bf2042Fields } from "#web/features/loadout/editor/fields/games/bf2042-fields.tsx";
import { VehicleFields } from "#web/features/loadout/editor/fields/games/vehicle-fields.tsx";
import { NotesGroup } from "#web/features/loadout/editor/fields/notes-group.tsx";
import { focusPlace, getPlaces } from "#web/features/loadout/editor/fields/slot-field.tsx";
import { FiguresChanged } from "#web/features/loadout/editor/figures/figures-layer.tsx";
import { FiguresPane, useWide } from "#web/features/loadout/editor/figures/figures-pane.tsx";
import type { BuildFiguresProps } from "#web/features/loadout/editor/figures/live-figures.tsx";
import { SaveConflict } from "#web/features/loadout/editor/saving/conflict-dialog.tsx";
import { SaveBar } from "#web/features/loadout/editor/saving/save-bar.tsx";
import { StepLink } from "#web/features/loadout/step-link.tsx";
import { UnlocksPanel } from "#web/features/loadout/unlocks.tsx";
import { Button } from "#web/ui/button.tsx";
import { AlertLine } from "#web/ui/feedback/alert-line.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Redo2, Undo2 } from "#web/ui/icons.tsx";
import { useHotkey } from "#web/ui/keyboard.ts";
import { type Editing, nameProblem } from "./editing.ts";
import { type EditorContext, saying } from "./editor-context.ts";
import { type Opened, useEditor } from "./use-editor.ts";
import { useRandomize } from "./use-randomize.ts";

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
  const { base, editing, knowledge, saving, change, context } = editor;
  const { loadout } = editing;
  const form = useRef<HTMLDivElement>(null);
  const isWide = useWide();
  const fields = useMemo(() => <Fields loadout={loadout} context={context} />, [loadout, context]);
  const save = async () => {
    await editor.saveAs(editing);
    form.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid]")?.focus();
  };
  useShortcuts({ onSave: save, onUndo: () => editor.step("undo"), onRedo: () => editor.step("redo") });
  const figures = <FiguresPane {...{ loadout, knowledge, isWide, Figures }} catalogue={opened.catalogue} />;
  return (
    <div className="grid gap-5">
      <EditorHeader {...{ editor, opened, onClose, onCompare, onShare }} />
      {editor.isRestored && <Restored onDiscard={() => editor.begin(base, m.loadout_discarded_changes())} />}
      {knowledge.error !== null && <p role="alert">{getErrorText(knowledge.error)}</p>}
      {base.seenVersion > 0 && (
        <FiguresChanged loadout={withSavedRecord(loadout, base.loadout)} answers={knowledge.answers}>
          <Button size="small" busy={saving.busy} onClick={save}>
            {m.loadout_save_with_these_figures()}
          </Button>
        </FiguresChanged>
      )}
      {!isWide && figures}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_27rem]">
        <div
          ref={form}
          className="grid min-w-0 gap-5 [&_:is(input,button)]:scroll-mt-32 [&_:is(input,button)]:scroll-mb-28"
        >
          <ViolationSummary context={context} />
          <Field
            label={m.common_name()}
            value={editing.name}
            onChange={(event) => change({ name: event.target.value }, { field: "name" })}
            maxLength={LOADOUT_NAME_LIMIT}
            autoComplete="off"
            error={saving.tried && nameProblem(editing.name)}
          />
          {fields}
          <UnlocksPanel unlocks={editor.unlocks} />
          <NotesGroup content={editing} change={change} />
        </div>
        {isWide && figures}
      </div>
      <SaveBar
        editor={editor}
        onSave={save}
        onFixAll={() => change({ loadout: fixAll(loadout, knowledge.armoury) }, { label: m.loadout_fix_all() })}
      />
      <SaveConflict editor={editor} onClose={onClose} />
    </div>
  );
}

/** The loadout as it stands, with the record it was last saved with. */
function withSavedRecord(loadout: Loadout, saved: Loadout): Loadout {
  const record = getRecord(saved);
  return record ? withRecord(loadout, record) : loadout;
}

function Restored({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 border-l-3 border-accent bg-tint px-4 py-2 text-0">
      <span className="grow">{m.loadout_draft_is_back()}</span>
      <Button size="small" onClick={onDiscard}>
        {m.loadout_discard_them()}
      </Button>
    </div>
  );
}

type EditorHeaderProps = {
  editor: ReturnType<typeof useEditor>;
  opened: Pick<Opened, "game" | "catalogue">;
  onClose: () => void;
  onCompare: (diff: string) => void;
  onShare: (editing: Editing) => void;
};

/** What is being edited, and what can be done with the whole of it. */
function EditorHeader({ editor, opened, onClose, onCompare, onShare }: EditorHeaderProps) {
  const { base, editing, history, layer, step, context } = editor;
  const { randomize, busy, problem } = useRandomize(opened.game, opened.catalogue, context);
  const isNew = base.seenVersion === 0;
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h2 className="min-w-0 grow text-5 break-words">
        {isNew ? m.common_new_loadout() : base.name || m.loadout_unsaved_loadout()}
      </h2>
      <StepButtons history={history} step={step} />
      <Button size="small" busy={busy} onClick={() => randomize(editing.loadout)}>
        {m.loadout_surprise_me()}
      </Button>
      <Button size="small" onClick={() => onCompare(getDiff(editor))}>
        {m.common_compare()}
      </Button>
      <Button
        size="small"
        onClick={() => onShare({ ...editing, loadout: withRecord(editing.loadout, layer) })}
        aria-keyshortcuts="s"
        data-key="s"
      >
        {m.common_share()}
      </Button>
      <Button kind="quiet" onClick={onClose}>
        {m.loadout_all_loadouts()}
      </Button>
      <AlertLine text={problem} className="basis-full" />
    </header>
  );
}

/** What to compare: the saved one with its draft, whichever of the two there is. */
function getDiff({ base, isUnsaved }: EditorHeaderProps["editor"]): string {
  if (base.seenVersion === 0) return "draft";
  return isUnsaved ? `${base.id},draft` : base.id;
}

type Shortcuts = { onSave: () => void; onUndo: () => void; onRedo: () => void };

/** Ctrl or ⌘ with S saves, with Z takes back, with Shift Z or Y goes on again, wherever the focus is but in a dialog. */
const useShortcuts = (shortcuts: Shortcuts): void =>
  useHotkey((event) => {
    const action = getAction(event);
    if (!action || document.querySelector("[role=dialog]")) return;
    event.preventDefault();
    shortcuts[action]();
  });

function getAction(event: KeyboardEvent): keyof Shortcuts | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (key === "s" && !event.shiftKey) return "onSave";
  // Who filters an open list takes back letters, not steps.
  const isFiltering = event.target instanceof Element && event.target.getAttribute("aria-expanded") === "true";
  if (isFiltering) return null;
  if (key === "z") return event.shiftKey ? "onRedo" : "onUndo";
  return key === "y" && !event.metaKey ? "onRedo" : null;
}

/** The slots of whatever the loadout is of. */
function Fields({ loadout, context }: { loadout: Loadout; context: EditorContext }) {
  if (isVehicleLoadout(loadout)) return <VehicleFields loadout={loadout} context={context} />;
  if (loadout.game === "bf4") return <Bf4Fields loadout={loadout} context={context} />;
  return <Bf2042Fields loadout={loadout} context={context} />;
}

/** Every rule the loadout breaks, each with a link to its slot; nothing where the game would accept it. */
function ViolationSummary({ context }: { context: EditorContext }) {
  const { violations } = context;
  if (violations.length === 0) return null;
  return (
    <section aria-labelledby="not-accepted" className="grid gap-2 border-l-3 border-danger bg-surface-1 px-4 py-3">
      <h3 id="not-accepted" className="text-2">
        {m.loadout_what_the_game_would_not_accept()}
      </h3>
      <ul className="grid gap-1 text-0">
        {violations.map((violation) => (
          <li key={JSON.stringify(violation)}>
            <ToSlot violation={violation}>{saying(violation, context)}</ToSlot>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ToSlot({ violation, children }: { violation: Violation; children: string }) {
  const places = getPlaces(violation);
  if (places.length === 0) return <span>{children}</span>;
  return (
    <StepLink
      href={`#${places.at(-1)}`}
      onStep={() => focusPlace(places)}
      className="inline-flex min-h-6 items-center underline hover:text-danger pointer-coarse:min-h-11"
    >
      {children}
    </StepLink>
  );
}

type StepButtonsProps = Pick<ReturnType<typeof useEditor>, "history" | "step">;

const DIM = "aria-disabled:cursor-not-allowed aria-disabled:text-ink-disabled";

/** One step back, one step on, and a polite word on what they did. They keep the focus where there is no step left. */
function StepButtons({ history: { canUndo, canRedo, announcement }, step }: StepButtonsProps) {
  return (
    <div className="flex items-center gap-1">
      <IconButton
        label={m.common_undo()}
        title={m.loadout_undo_ctrl_z()}
        aria-keyshortcuts="Control+Z Meta+Z"
        aria-disabled={!canUndo || undefined}
        onClick={() => step("undo")}
        className={DIM}
      >
        <Undo2 aria-hidden="true" className="size-5" />
      </IconButton>
      <IconButton
        label={m.loadout_redo()}
        title={m.loadout_redo_ctrl_shift_z()}
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z Control+Y"
        aria-disabled={!canRedo || undefined}
        onClick={() => step("redo")}
        className={DIM}
      >
        <Redo2 aria-hidden="true" className="size-5" />
      </IconButton>
      <p role="status" className="sr-only">
        <span key={announcement.times}>{announcement.text}</span>
      </p>
    </div>
  );
}
