import { type ComponentType, useMemo, useRef, useState } from "react";
import { isVehicleLoadout, type Loadout, toContent } from "#domain/loadout/loadout.ts";
import { getRecord, withRecord } from "#domain/loadout/record.ts";
import { fixAll } from "#domain/loadout/rules/fix.ts";
import type { Violation } from "#domain/loadout/rules/violation.ts";
import { m } from "#messages";
import { ViewHeading } from "#web/app/shell/page/view-heading.tsx";
import { hasUnsentInput } from "#web/data/offline/typed/interrupted-input.ts";
import { Bf4Fields } from "#web/features/loadout/editor/fields/games/bf4-fields.tsx";
import { Bf2042Fields } from "#web/features/loadout/editor/fields/games/bf2042-fields.tsx";
import { VehicleFields } from "#web/features/loadout/editor/fields/games/vehicle-fields.tsx";
import { NotesGroup } from "#web/features/loadout/editor/fields/notes-group.tsx";
import { focusElement, listElementIds } from "#web/features/loadout/editor/fields/slot-field.tsx";
import { FiguresChanged } from "#web/features/loadout/editor/figures/figures-layer.tsx";
import { FiguresPane, useWide } from "#web/features/loadout/editor/figures/figures-pane.tsx";
import type { BuildFiguresProps } from "#web/features/loadout/editor/figures/live-figures.tsx";
import { SaveConflict } from "#web/features/loadout/editor/saving/conflict-dialog.tsx";
import { NameDialog, type Naming, useNameProposal } from "#web/features/loadout/editor/saving/name-dialog.tsx";
import { SAVE_BUTTON_ID, SaveBar } from "#web/features/loadout/editor/saving/save-bar.tsx";
import { StepLink } from "#web/features/loadout/step-link.tsx";
import { UnlocksPanel } from "#web/features/loadout/unlocks.tsx";
import { Button } from "#web/ui/button.tsx";
import { AlertLine } from "#web/ui/feedback/alert-line.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ArrowLeft, Pencil, Redo2, Undo2 } from "#web/ui/icons.tsx";
import { useHotkey } from "#web/ui/keyboard.ts";
import { type Editing, getNameProblem } from "./editing.ts";
import { type EditorContext, formatViolation, TargetContext } from "./editor-context.ts";
import { type Opened, useEditor } from "./use-editor.ts";
import { useRandomize } from "./use-randomize.ts";

export type EditorProps = Opened & {
  onClose: () => void;
  /** Opens the comparison with this loadout or its draft. */
  onCompare: (diff: string) => void;
  /** Opens the share dialog for the edited loadout. */
  onShare: (editing: Editing) => void;
  /** The component that draws the charts of a build. */
  Figures: ComponentType<BuildFiguresProps>;
};

/** The editor: the slots of a loadout and its figures. Unsaved changes are stored as a draft on this device. */
export function Editor({ onClose, onCompare, onShare, Figures, ...input }: EditorProps) {
  const editor = useEditor(input);
  const { base, editing, knowledge: weaponData, saving, change, context, target, watch, onWatch } = editor;
  const { loadout } = editing;
  const form = useRef<HTMLDivElement>(null);
  const isWide = useWide();
  const proposal = useNameProposal(editing.name, loadout, weaponData.armoury);
  const createNaming = (purpose: Naming["purpose"], content = toContent(editing)) => ({ purpose, content });
  const getNameKey = (purpose: Naming["purpose"]) => `name-to-${purpose}:${editor.key}`;
  const [naming, setNaming] = useState<Naming | null>(() => {
    const interrupted = NAMING_PURPOSES.find((purpose) => hasUnsentInput(getNameKey(purpose)));
    return interrupted ? createNaming(interrupted) : null;
  });
  const fields = useMemo(() => <Fields loadout={loadout} context={context} />, [loadout, context]);
  const save = async (content = toContent(editing)) => {
    if (context.violations.length === 0 && getNameProblem(content.name))
      return setNaming(createNaming("save", content));
    await editor.saveAs({ ...editing, ...content });
    form.current?.querySelector<HTMLElement>("[data-invalid]")?.focus();
  };
  useShortcuts({ onSave: () => save(), onUndo: () => editor.step("undo"), onRedo: () => editor.step("redo") });
  const figures = (
    <FiguresPane {...{ loadout, weaponData, isWide, Figures, watch, onWatch }} catalogue={input.catalogue}>
      <Actions {...{ editor, input, onCompare, onShare }} />
    </FiguresPane>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:gap-5">
      <EditorHeader editor={editor} onClose={onClose} onRename={() => setNaming(createNaming("rename"))} />
      {!isWide && figures}
      {editor.isRestored && <RestoredDraft onDiscard={() => editor.begin(base, m.loadout_discarded_changes())} />}
      {base.seenVersion > 0 && (
        <FiguresChanged loadout={withSavedRecord(loadout, base.loadout)} base={weaponData}>
          <Button size="small" busy={saving.busy} onClick={() => save()}>
            {m.loadout_save_with_these_figures()}
          </Button>
        </FiguresChanged>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_27rem]">
        <div ref={form} className="grid min-w-0 gap-5">
          <ViolationSummary
            context={context}
            onFixAll={() => change({ loadout: fixAll(loadout, weaponData.armoury) }, { label: m.loadout_fix_all() })}
          />
          <TargetContext value={target}>{fields}</TargetContext>
          <UnlocksPanel unlocks={editor.unlocks} />
          <NotesGroup content={editing} change={change} />
        </div>
        {isWide && figures}
      </div>
      <SaveBar editor={editor} onSave={() => save()} />
      <SaveConflict editor={editor} onClose={onClose} />
      {naming && (
        <NameDialog
          naming={naming}
          proposal={proposal}
          formKey={getNameKey(naming.purpose)}
          onName={(name) => (naming.purpose === "save" ? save({ ...naming.content, name }) : change({ name }))}
          onClose={() => setNaming(null)}
        />
      )}
    </div>
  );
}

const NAMING_PURPOSES = ["save", "rename"] as const satisfies readonly Naming["purpose"][];

/** Returns the edited loadout with the record it was last saved with. */
function withSavedRecord(loadout: Loadout, saved: Loadout): Loadout {
  const record = getRecord(saved);
  return record ? withRecord(loadout, record) : loadout;
}

function RestoredDraft({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 border-l-3 border-accent bg-tint px-4 py-2 text-0">
      <span className="grow">{m.loadout_draft_is_back()}</span>
      <Button size="small" onClick={onDiscard}>
        {m.loadout_discard_them()}
      </Button>
    </div>
  );
}

type EditorHeaderProps = { editor: ReturnType<typeof useEditor>; onClose: () => void; onRename: () => void };

/** The name of the edited loadout, and the steps of its history. */
function EditorHeader({ editor, onClose, onRename }: EditorHeaderProps) {
  const { base, editing, history, step } = editor;
  const isNew = base.seenVersion === 0;
  return (
    <header className="flex flex-wrap items-center gap-x-1 sm:gap-x-3">
      <div className="flex min-w-0 grow basis-28 items-center">
        <ViewHeading className="line-clamp-2 min-w-0 text-4 [overflow-wrap:anywhere] sm:text-5">
          {editing.name.trim() || (isNew ? m.common_new_loadout() : m.loadout_unsaved_loadout())}
        </ViewHeading>
        <IconButton label={m.loadout_rename_loadout()} aria-haspopup="dialog" onClick={onRename}>
          <Pencil aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
      <StepButtons history={history} step={step} />
      <Button kind="quiet" size="small" onClick={onClose} className="shrink-0">
        <ArrowLeft aria-hidden="true" className="size-5 sm:hidden" />
        <span className="max-sm:sr-only">{m.loadout_all_loadouts()}</span>
      </Button>
    </header>
  );
}

type ActionsProps = Pick<EditorProps, "onCompare" | "onShare"> & {
  editor: ReturnType<typeof useEditor>;
  input: Pick<Opened, "game" | "catalogue">;
};

/** The actions on the edited loadout as a whole. */
function Actions({ editor, input, onCompare, onShare }: ActionsProps) {
  const { editing, layer, context } = editor;
  const { randomize, busy, problem } = useRandomize(input.game, input.catalogue, context);
  return (
    <>
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
      <AlertLine text={problem} className="basis-full" />
    </>
  );
}

/** Returns the loadouts to compare: the saved loadout, its draft, or both. */
function getDiff({ base, isUnsaved }: ActionsProps["editor"]): string {
  if (base.seenVersion === 0) return "draft";
  return isUnsaved ? `${base.id},draft` : base.id;
}

type Shortcuts = { onSave: () => void; onUndo: () => void; onRedo: () => void };

/** Handles Ctrl+S (save), Ctrl+Z (undo), and Ctrl+Shift+Z and Ctrl+Y (redo), also with ⌘, except in a dialog. */
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
  // In the filter of an open list, the browser's own undo of typing applies.
  const isFiltering = event.target instanceof Element && event.target.getAttribute("aria-expanded") === "true";
  if (isFiltering) return null;
  if (key === "z") return event.shiftKey ? "onRedo" : "onUndo";
  return key === "y" && !event.metaKey ? "onRedo" : null;
}

/** The slots of a soldier of either game, or of a vehicle. */
function Fields({ loadout, context }: { loadout: Loadout; context: EditorContext }) {
  if (isVehicleLoadout(loadout)) return <VehicleFields loadout={loadout} context={context} />;
  if (loadout.game === "bf4") return <Bf4Fields loadout={loadout} context={context} />;
  return <Bf2042Fields loadout={loadout} context={context} />;
}

/** The rules that the loadout breaks, each with a link to its slot; renders nothing for a legal loadout. */
function ViolationSummary({ context, onFixAll }: { context: EditorContext; onFixAll: () => void }) {
  const { violations } = context;
  if (violations.length === 0) return null;
  return (
    <section aria-labelledby="not-accepted" className="grid gap-2 border-l-3 border-danger bg-surface-1 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3">
        <h3 id="not-accepted" className="text-2">
          {m.loadout_what_the_game_would_not_accept()}
        </h3>
        <Button
          kind="quiet"
          size="small"
          onClick={() => {
            onFixAll();
            // The button disappears with the violations.
            document.getElementById(SAVE_BUTTON_ID)?.focus();
          }}
        >
          {m.loadout_fix_all()}
        </Button>
      </div>
      <ul className="grid gap-1 text-0">
        {violations.map((violation) => (
          <li key={JSON.stringify(violation)}>
            <SlotLink violation={violation}>{formatViolation(violation, context)}</SlotLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SlotLink({ violation, children }: { violation: Violation; children: string }) {
  const elementIds = listElementIds(violation);
  if (elementIds.length === 0) return <span>{children}</span>;
  return (
    <StepLink
      href={`#${elementIds.at(-1)}`}
      onStep={() => focusElement(elementIds)}
      className="inline-flex min-h-6 items-center underline hover:text-danger pointer-coarse:min-h-11"
    >
      {children}
    </StepLink>
  );
}

type StepButtonsProps = Pick<ReturnType<typeof useEditor>, "history" | "step">;

const DIM = "aria-disabled:cursor-not-allowed aria-disabled:text-ink-disabled";

/** The undo and redo buttons, with an announcement for screen readers. They remain focusable if there is no step. */
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
