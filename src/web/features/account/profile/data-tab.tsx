import { useState } from "react";
import { useLeave } from "#web/app/shell/session/use-leave.ts";
import { Field } from "#web/components/fields/field.tsx";
import { Dialog } from "#web/components/overlays/dialog.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Panel } from "#web/components/ui/panel.tsx";
import type { SessionUser } from "#web/data/session/session.ts";
import { useIsOff } from "#web/features/account/feature.tsx";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { useAccountForm } from "#web/features/account/forms/use-account-form.ts";
import { type PendingAction, perform } from "#web/features/account/reauthentication/pending-action.ts";
import { ExportButton, ExportCard } from "./export-card.tsx";
import { SharesCard } from "./shares-card.tsx";

/** Taking everything along, what is public, and leaving for good. */
export function DataTab({ user }: { user: SessionUser }) {
  const isOff = useIsOff();
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <ExportCard />
      <SharesCard />
      {isOff("deletion") ? (
        <Panel title="Delete account">
          <p className="text-ink-2">Accounts cannot be deleted here by yourself. Ask the people who run this site.</p>
        </Panel>
      ) : (
        <DeleteAccount user={user} />
      )}
    </div>
  );
}

const WORD = "delete";
const DELETION: PendingAction = { action: "delete-account" };

type DeleteAccountProps = { user: SessionUser };

/** The end of an account, confirmed by a mail. A guest has no mail and is gone at once. */
function DeleteAccount({ user }: DeleteAccountProps) {
  const [asking, setAsking] = useState(false);
  const [mailed, setMailed] = useState(false);
  const leave = useLeave();
  const words = user.isAnonymous ? "Delete guest locker" : "Delete account";
  return (
    <Panel title={words}>
      <p className="mb-4 text-ink-2">
        {user.isAnonymous
          ? "Your loadouts in this browser are deleted at once, for good."
          : "Your account, your sessions and every loadout are deleted for good, once you confirm by mail."}
      </p>
      <p role="status" className="mb-4 empty:hidden">
        {mailed &&
          `Check your mail: open the link we sent to ${user.email} in this browser within a day. Until then nothing is deleted.`}
      </p>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {words}
      </Button>
      {asking && (
        <Dialog
          open
          onOpenChange={setAsking}
          title={`${words}?`}
          description="This cannot be undone. Export everything first if you may want it again."
        >
          <DeleteForm
            words={words}
            onDone={() => {
              setAsking(false);
              if (user.isAnonymous) return leave();
              setMailed(true);
            }}
          />
        </Dialog>
      )}
    </Panel>
  );
}

function DeleteForm({ words, onDone }: { words: string; onDone: () => void | Promise<void> }) {
  const form = useAccountForm(
    (_, change) => perform(DELETION, change),
    onDone,
    () => DELETION,
  );
  return (
    <div className="grid gap-5">
      <ExportButton />
      <form method="post" onSubmit={form.onSubmit} className="grid gap-4">
        <FormRefusal refusal={form.refusal} />
        <Field
          label={`Type the word ${WORD}`}
          name="word"
          required
          pattern={WORD}
          title={WORD}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" kind="danger" busy={form.busy} className="justify-self-start">
          {words}
        </Button>
      </form>
    </div>
  );
}
