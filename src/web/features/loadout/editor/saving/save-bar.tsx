import { useRef } from "react";
import { m } from "#messages";
import { listTouchedIds, useOutbox } from "#web/data/offline/pending.ts";
import type { useEditor } from "#web/features/loadout/editor/use-editor.ts";
import { Button } from "#web/ui/button.tsx";
import type { DraftState } from "./use-saving.ts";

type SaveBarProps = { editor: ReturnType<typeof useEditor>; onSave: () => void; onFixAll: () => void };

/** What stands between the loadout and the locker, and the way there; always in reach. */
export function SaveBar({ editor, onSave, onFixAll }: SaveBarProps) {
  const { saving, context, draftState, isUnsaved, base } = editor;
  const { violations } = context;
  const { problem } = saving;
  const { pendingMutations, isStored } = useOutbox();
  const isWaiting = pendingMutations.some((one) => listTouchedIds(one).includes(base.id));
  const saveButton = useRef<HTMLButtonElement>(null);
  return (
    <div className="sticky bottom-(--foot-h) z-2 flex items-center gap-4 border border-line-strong bg-surface-1 px-4 py-3">
      <div className="min-w-0 grow text-0">
        {violations.length > 0 && (
          <p className="flex flex-wrap items-center gap-x-3 text-danger">
            {m.loadout_rules_are_broken({ count: violations.length })}
            <Button
              kind="quiet"
              size="small"
              onClick={() => {
                onFixAll();
                saveButton.current?.focus();
              }}
            >
              {m.loadout_fix_all()}
            </Button>
          </p>
        )}
        {problem && problem.kind !== "changed" && (
          <p role="alert" className="text-danger">
            {problem.kind === "other" ? problem.text : m.loadout_illegal()}
          </p>
        )}
        <p role="status" className="text-ink-2">
          {getStatus({ ...saving, draftState, isUnsaved, isWaiting, isStored, isNew: base.seenVersion === 0 })}
        </p>
      </div>
      <Button
        ref={saveButton}
        kind="primary"
        busy={saving.busy}
        title={m.loadout_save_ctrl_s()}
        aria-keyshortcuts="Control+S Meta+S"
        onClick={onSave}
      >
        {m.common_save()}
      </Button>
    </div>
  );
}

type Status = {
  busy: boolean;
  done: boolean;
  draftState: DraftState;
  isUnsaved: boolean;
  /** Saved here, and not sent yet. */
  isWaiting: boolean;
  /** What waits is stored on this device. */
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
