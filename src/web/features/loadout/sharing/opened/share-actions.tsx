import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { GameId } from "#domain/game.ts";
import { REPORT_LIMIT, type REPORT_REASONS, type SharedLoadout } from "#domain/loadout/sharing/share.ts";
import { m } from "#messages";
import { DialogForm } from "#web/app/shell/form-dialog.tsx";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { listDrafts, storeDraft } from "#web/data/offline/typed/drafts.ts";
import { readTexts, useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import { getErrorText } from "#web/data/problem.ts";
import { useWithSession, WITH_SESSION } from "#web/data/session/ensure-session.ts";
import { useSession } from "#web/data/session/session.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { areLetterShortcutsEnabled, isTyping } from "#web/data/stores/shortcuts.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { DRAFT_VERSION, findOtherDraft, getDraftKey, readEditing } from "#web/features/loadout/editor/editing.ts";
import { getShareUrl, type ShareKey } from "#web/features/loadout/sharing/link-result.tsx";
import { OwnLoadouts } from "#web/features/loadout/sharing/own-loadouts.tsx";
import { Button } from "#web/ui/button.tsx";
import { AlertLine } from "#web/ui/feedback/alert-line.tsx";
import { TextArea } from "#web/ui/fields/field.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { copyLink } from "#web/ui/fields/use-copy.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Ellipsis } from "#web/ui/icons.tsx";
import { useHotkey } from "#web/ui/keyboard.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { CancelButton, Dialog } from "#web/ui/overlays/dialog.tsx";
import { Menu } from "#web/ui/overlays/menu.tsx";
import { showToast } from "#web/ui/overlays/toasts.ts";

type ShareActionsProps = { linkedLoadout: LinkedLoadout; isLegal: boolean };

/** The actions on a shared loadout. */
export function ShareActions({ linkedLoadout, isLegal }: ShareActionsProps) {
  const { shareKey, loadout } = linkedLoadout;
  const saving = useSaveCopy(linkedLoadout);
  const editing = useEditCopy(linkedLoadout);
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<"compare" | "report" | null>(null);
  const navigateTo = (search: { edit: string } | { diff: string }) =>
    navigate({ to: gamePath[loadout.game], search: { tab: "loadouts", ...search } });
  const save = async () => {
    const id = await saving.save();
    if (id === null) return;
    showToast(m.loadout_saved_to_your_locker(), {
      action: { label: m.common_open(), run: () => void navigateTo({ edit: id }) },
    });
  };
  useHotkey((event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key === "e" && !ctrlKey && !metaKey && !altKey && !isTyping(event) && areLetterShortcutsEnabled())
      editing.begin();
  });
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2 md:gap-3">
        {isLegal && (
          <>
            <Button kind="primary" busy={saving.busy} onClick={save}>
              {m.loadout_save_a_copy()}
            </Button>
            <Button onClick={() => setDialog("compare")} aria-keyshortcuts="c" data-key="c" className="max-sm:px-3">
              {m.loadout_compare_with_mine()}
            </Button>
          </>
        )}
        <Menu
          trigger={
            <IconButton label={m.loadout_more_actions()} className="border border-line-strong">
              <Ellipsis aria-hidden="true" className="size-5" />
            </IconButton>
          }
          items={[
            { label: m.loadout_edit_a_copy(), onSelect: editing.begin },
            { label: m.common_copy_link(), onSelect: () => void copyLink(getShareUrl(loadout.game, shareKey)) },
            ...(shareKey.name === "s" ? [{ label: m.loadout_report(), onSelect: () => setDialog("report") }] : []),
          ]}
        />
      </div>
      <AlertLine text={saving.problem ?? editing.problem} />
      {dialog === "compare" && (
        <CompareDialog
          game={loadout.game}
          onCompare={(ownId) => void navigateTo({ diff: `${ownId},${shareKey.name}:${shareKey.value}` })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === "report" && <ReportDialog id={shareKey.value} onClose={() => setDialog(null)} />}
      {editing.isAsking && (
        <ConfirmDialog
          title={m.loadout_replace_your_unsaved_loadout()}
          description={m.loadout_replace_unsaved_explained()}
          action={m.loadout_replace_it()}
          onConfirm={editing.replace}
          onClose={editing.cancel}
        />
      )}
    </div>
  );
}

/** Opens the editor with an unsaved copy; asks before it replaces an existing draft. */
function useEditCopy({ name, loadout, note }: LinkedLoadout) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const key = getDraftKey(loadout.game, { edit: "new" });
  const replace = () => {
    const copy = readEditing({ id: newId(), name, note, loadout, seenVersion: 0 });
    if (!copy || !storeDraft(key, DRAFT_VERSION, copy)) {
      setProblem(m.loadout_no_drafts_save_a_copy());
      return;
    }
    void navigate({ to: gamePath[loadout.game], search: { tab: "loadouts", edit: "new" } });
  };
  return {
    isAsking,
    problem,
    replace,
    begin: () => (listDrafts(key).length > 0 ? setAsking(true) : replace()),
    cancel: () => setAsking(false),
  };
}

type CompareDialogProps = {
  game: GameId;
  /** Called with the id of one of the user's loadouts, or "draft". */
  onCompare: (ownId: string) => void;
  onClose: () => void;
};

/** The dialog to choose the user's loadout to compare with. */
function CompareDialog({ game, onCompare, onClose }: CompareDialogProps) {
  const session = useSession();
  const hasOwnDraft = findOtherDraft(game, null) !== null;
  return (
    <Dialog onClose={onClose} title={m.loadout_compare_with_mine()} description={m.loadout_choose_one_to_compare()}>
      <div className="grid gap-4">
        {hasOwnDraft && <Button onClick={() => onCompare("draft")}>{m.loadout_the_draft_on_this_device()}</Button>}
        {session === null && !hasOwnDraft && <p>{m.loadout_nothing_to_compare_yet()}</p>}
        {session && <OwnLoadouts game={game} onChoose={({ id }) => onCompare(id)} />}
      </div>
    </Dialog>
  );
}

type Reason = (typeof REPORT_REASONS)[number];

const REASONS: readonly { value: Reason; label: string }[] = [
  { value: "insulting", label: m.loadout_it_insults_or_threatens_someone() },
  { value: "personal", label: m.loadout_it_contains_personal_data() },
  { value: "spam", label: m.loadout_it_is_an_advertisement() },
  { value: "other", label: m.loadout_something_else() },
];

const NEW_REPORT: { reason: Reason; text: string } = { reason: "insulting", text: "" };

/** The dialog to report a shared loadout to the operator. */
function ReportDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const input = useInterruptedInput(`report:${id}`, NEW_REPORT, readTexts(["reason", "text"]));
  const { text } = input.value;
  const reason = REASONS.find(({ value }) => value === input.value.reason)?.value ?? NEW_REPORT.reason;
  const report = useMutation(useTRPC().share.report.mutationOptions());
  return (
    <Dialog
      onClose={onClose}
      title={m.loadout_report_this_loadout()}
      description={m.loadout_report_explained()}
      input={input}
    >
      {report.isSuccess ? (
        <div className="grid justify-items-start gap-4">
          <p role="status">{m.loadout_report_received()}</p>
          <Button onClick={onClose}>{m.common_close()}</Button>
        </div>
      ) : (
        <DialogForm
          action={m.loadout_send_the_report()}
          busy={report.isPending}
          error={report.error}
          input={input}
          onSubmit={() => report.mutateAsync({ id, reason, text })}
          beside={<CancelButton />}
        >
          <NativeSelect
            label={m.loadout_what_is_wrong_with_it()}
            value={reason}
            choices={REASONS}
            onChange={(next) => input.set({ reason: next, text })}
          />
          <TextArea
            label={m.loadout_anything_to_add_optional()}
            hint={m.loadout_up_to_characters({ limit: REPORT_LIMIT })}
            rows={4}
            maxLength={REPORT_LIMIT}
            value={text}
            onChange={(next) => input.set({ reason, text: next })}
          />
        </DialogForm>
      )}
    </Dialog>
  );
}

export type LinkedLoadout = SharedLoadout & {
  /** Null for a share code, which has no date. */
  createdAt: string | null;
  shareKey: ShareKey;
};

type SaveCopy = {
  busy: boolean;
  problem: string | null;
  /** Saves the copy and returns its id; null if saving failed. Repeated calls have no effect. */
  save: () => Promise<string | null>;
};

/** Saves a shared loadout to the user's locker, at most once per visit. A visitor without a session becomes a guest. */
function useSaveCopy({ name, loadout, note }: LinkedLoadout): SaveCopy {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const withSession = useWithSession();
  const send = useMutation(trpc.loadout.save.mutationOptions(WITH_SESSION));
  const [id] = useState(newId);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await withSession(() => send.mutateAsync({ id, name, note: note ?? "", loadout, seenVersion: 0 }));
      void queryClient.invalidateQueries(trpc.loadout.pathFilter());
      return id;
    } catch (error) {
      setProblem(getErrorText(error));
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, save };
}
