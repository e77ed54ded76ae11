import { useState } from "react";
import { createRoot } from "react-dom/client";
import { Dialog } from "#web/components/overlays/dialog.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { exportUnsent, type Unsent, unsentWork } from "#web/data/session/unsent.ts";

/** Asks what becomes of unsent work; true when the sign-out goes on. */
export function askAboutUnsent(unsent: Unsent): Promise<boolean> {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  return new Promise((resolve) => {
    const answer = (goesOn: boolean) => {
      root.unmount();
      place.remove();
      resolve(goesOn);
    };
    root.render(<LeaveDialog first={unsent} onAnswer={answer} />);
  });
}

type LeaveDialogProps = { first: Unsent; onAnswer: (goesOn: boolean) => void };

function LeaveDialog({ first, onAnswer }: LeaveDialogProps) {
  const [unsent, setUnsent] = useState(first);
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState("");
  const send = async () => {
    setBusy(true);
    const left = await unsentWork().catch(() => unsent);
    setBusy(false);
    if (!left) return onAnswer(true);
    setUnsent(left);
    setNote(
      left.changes > 0 ? "Not everything could be sent. Try again later, or export it." : "All changes are sent.",
    );
  };
  const save = async () => {
    setNote((await exportUnsent()) ? "Exported. Import the file in a locker to get it back." : "No loadout to export.");
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onAnswer(false)}
      title="Sign out with unsent changes?"
      description={`${formatUnsent(unsent)} Signing out deletes all your data on this device.`}
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap gap-3">
          {unsent.changes > 0 && (
            <Button kind="primary" busy={busy} onClick={() => void send()}>
              Send now
            </Button>
          )}
          <Button onClick={() => void save()}>Export as a file</Button>
          <Button kind="danger" onClick={() => onAnswer(true)}>
            Discard and sign out
          </Button>
          <Button kind="quiet" onClick={() => onAnswer(false)}>
            Cancel
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
  const parts = [
    changes > 0 && (changes === 1 ? "1 unsent change" : `${changes} unsent changes`),
    drafts > 0 && (drafts === 1 ? "1 unsaved draft" : `${drafts} unsaved drafts`),
  ].filter(Boolean);
  return `This device has ${parts.join(" and ")}.`;
}
