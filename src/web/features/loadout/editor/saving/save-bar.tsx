import { isVehicleLoadout } from "#domain/loadout/loadout.ts";
import { m } from "#messages";
import { FIGURE_LABELS, formatReading } from "#messages/game/figures.ts";
import { listTouchedIds, useOutbox } from "#web/data/offline/pending.ts";
import { getWatchedSubject } from "#web/features/loadout/editor/figures/figures-pane.tsx";
import { getVerdictIds } from "#web/features/loadout/editor/figures/kill/kill-figures.tsx";
import type { useEditor } from "#web/features/loadout/editor/use-editor.ts";
import { getResponseState, useReload } from "#web/features/loadout/editor/use-weapon-data.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { LoadingFigure, Unknown } from "#web/ui/figures/stat.tsx";
import { useTrayHeight } from "#web/ui/use-tray-height.ts";
import type { DraftState } from "./use-saving.ts";

type SaveBarProps = { editor: ReturnType<typeof useEditor>; onSave: () => void };

export const SAVE_BUTTON_ID = "save-loadout";

/** The sticky bar with the save button and the save status; on narrow windows with the verdict on the chosen gun, too. */
export function SaveBar({ editor, onSave }: SaveBarProps) {
  const { saving, context, draftState, isUnsaved, base } = editor;
  const { violations } = context;
  const { problem } = saving;
  const { pendingMutations, isStored } = useOutbox();
  const isWaiting = pendingMutations.some((each) => listTouchedIds(each).includes(base.id));
  return (
    <div
      ref={useTrayHeight()}
      className="dock z-2 flex items-center gap-3 border border-line-strong bg-surface-1 px-3 py-1.5 lg:px-4 lg:py-3 tall:sticky tall:bottom-(--foot-h)"
    >
      <div className="min-w-0 grow text-00 leading-tight lg:text-0">
        <Headline editor={editor} />
        {violations.length > 0 && (
          <p className="text-danger">{m.loadout_rules_are_broken({ count: violations.length })}</p>
        )}
        {problem && problem.kind !== "changed" && (
          <p role="alert" className="text-danger">
            {problem.kind === "other" ? problem.text : m.loadout_illegal()}
          </p>
        )}
        <p role="status" className="text-ink-2 max-lg:truncate">
          {getStatus({ ...saving, draftState, isUnsaved, isWaiting, isStored, isNew: base.seenVersion === 0 })}
        </p>
      </div>
      <Button
        id={SAVE_BUTTON_ID}
        kind="primary"
        busy={saving.busy}
        title={m.loadout_save_ctrl_s()}
        aria-keyshortcuts="Control+S Meta+S"
        onClick={onSave}
        className="shrink-0"
      >
        {m.common_save()}
      </Button>
    </div>
  );
}

/** The verdict in one line: "353 ms, Shots 5, Magazine 30". */
function Headline({ editor: { editing, context, watch, target } }: Pick<SaveBarProps, "editor">) {
  const { loadout } = editing;
  if (isVehicleLoadout(loadout)) return null;
  const { responses } = context.shown;
  const { weaponId } = loadout[watch.slot];
  const state = weaponId === null ? "unlisted" : getResponseState(weaponId, context.shown, context.armoury);
  if (state === "failed") return <FiguresMissing />;
  const subject = getWatchedSubject(loadout, responses, watch.slot, target);
  const [ttk, shots, magazine] = getVerdictIds(subject).map((id) => formatReading(id, subject));
  const figures = [
    { label: FIGURE_LABELS.ttk, text: ttk },
    { label: m.loadout_shots_short(), text: shots },
    { label: FIGURE_LABELS.magazine, text: magazine },
  ];
  return (
    <dl className="num flex gap-2.5 text-0 font-bold lg:hidden">
      {figures.map(({ label, text }, index) => (
        <div key={label} className={classes("flex items-baseline gap-1", index === 0 ? "shrink-0" : "min-w-0")}>
          <dt className={index === 0 ? "sr-only" : "truncate text-00 font-semibold text-ink-3"}>{label}</dt>
          <dd className="whitespace-nowrap">{state === "loading" ? <LoadingFigure /> : (text ?? <Unknown />)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The place of the verdict if the figures could not be loaded; the pane of the figures names the error. */
function FiguresMissing() {
  const reload = useReload();
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-0 text-danger lg:hidden">
      {m.loadout_figures_not_loaded()}
      <button type="button" onClick={reload} className="link min-h-6 text-accent pointer-coarse:min-h-11">
        {m.common_try_again()}
      </button>
    </p>
  );
}

type Status = {
  busy: boolean;
  done: boolean;
  draftState: DraftState;
  isUnsaved: boolean;
  /** Whether a save is stored in the outbox and not sent yet. */
  isWaiting: boolean;
  /** Whether the outbox is stored on this device. */
  isStored: boolean;
  isNew: boolean;
};

function getStatus({ busy, done, draftState, isUnsaved, isWaiting, isStored, isNew }: Status): string {
  if (busy) return m.common_saving();
  if (isUnsaved && draftState === "saved") return m.loadout_draft_not_saved_yet();
  if (isUnsaved && draftState === "lost") return m.loadout_no_drafts_save_first();
  if (isWaiting) return isStored ? m.loadout_saved_on_this_device() : m.loadout_saved_in_this_tab();
  if (done) return m.loadout_saved_in_your_locker();
  return isNew ? m.loadout_nothing_saved_yet() : m.loadout_no_unsaved_changes();
}
