import { useState } from "react";
import { createRoot } from "react-dom/client";
import { m } from "#messages";
import { exportUnsent, getUnsentWork, type Unsent } from "#web/data/offline/typed/unsent.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";

/** Asks what to do with unsent work; resolves to true if the sign-out continues. */
export function askAboutUnsent(unsent: Unsent): Promise<boolean> {
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  return new Promise((resolve) => {
    const answer = (shouldContinue: boolean) => {
      root.unmount();
      container.remove();
      resolve(shouldContinue);
    };
    root.render(<LeaveDialog initial={unsent} onAnswer={answer} />);
  });
}

type LeaveDialogProps = { initial: Unsent; onAnswer: (shouldContinue: boolean) => void };

function LeaveDialog({ initial: first, onAnswer }: LeaveDialogProps) {
  const [unsent, setUnsent] = useState(first);
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState("");
  const send = async () => {
    setBusy(true);
    const remaining = await getUnsentWork().catch(() => unsent);
    setBusy(false);
    if (!remaining) return onAnswer(true);
    setUnsent(remaining);
    setNote(remaining.changes > 0 ? m.app_not_everything_sent() : m.app_all_changes_are_sent());
  };
  const save = async () => {
    setNote((await exportUnsent()) ? m.app_exported() : m.app_no_loadout_to_export());
  };
  return (
    <Dialog
      onClose={() => onAnswer(false)}
      title={m.app_sign_out_with_unsent_changes()}
      description={formatUnsent(unsent)}
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap gap-3">
          {unsent.changes > 0 && (
            <Button kind="primary" busy={busy} onClick={() => void send()}>
              {m.app_send_now()}
            </Button>
          )}
          <Button onClick={() => void save()}>{m.app_export_as_a_file()}</Button>
          <Button kind="danger" onClick={() => onAnswer(true)}>
            {m.app_discard_and_sign_out()}
          </Button>
          <Button kind="quiet" onClick={() => onAnswer(false)}>
            {m.common_cancel()}
          </Button>
        </div>
        <p role="status" className="min-h-6 text-0 text-ink-2">
          {note}
        </p>
      </div>
    </Dialog>
  );
}

function formatUnsent({ changes, drafts }: Unsent): string {
  if (drafts === 0) return m.app_unsent_changes({ changes });
  return changes === 0 ? m.app_unsaved_drafts({ drafts }) : m.app_unsent_changes_and_drafts({ changes, drafts });
}
