import { useEffect, useRef, useState } from "react";
import type { RouterOutputs } from "#api";
import { m } from "#messages";
import { DialogForm } from "#web/app/shell/form-dialog.tsx";
import { useSignOut } from "#web/app/shell/session/use-sign-out.ts";
import type { SessionUser } from "#web/data/session/session.ts";
import { download } from "#web/data/stores/download.ts";
import { type DataClient, useTRPCClient } from "#web/data/trpc.ts";
import { toAccountResponse } from "#web/features/account/account-queries.ts";
import { useIsOff } from "#web/features/account/feature.tsx";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { useAccountForm } from "#web/features/account/forms/use-account-form.ts";
import { type PendingAction, perform } from "#web/features/account/reauthentication/pending-action.ts";
import { useAccountCall } from "#web/features/account/use-account-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { ProgressBar } from "#web/ui/figures/progress-bar.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { SharesCard } from "./shares-card.tsx";

/** The tab with the export, the shared links, and the deletion of the account. */
export function DataTab({ user }: { user: SessionUser }) {
  const isOff = useIsOff();
  return (
    <div className="grid gap-5">
      <ExportCard />
      <SharesCard />
      {isOff("deletion") ? (
        <Panel title={m.account_delete_account()}>
          <p className="text-ink-2">{m.account_feature_no_deletion()}</p>
        </Panel>
      ) : (
        <DeleteAccount user={user} />
      )}
    </div>
  );
}

const CONFIRMATION_WORD = m.account_deletion_word();
const DELETION: PendingAction = { action: "delete-account" };

type DeleteAccountProps = { user: SessionUser };

/** Deletes the account after a confirmation by mail; a guest has no mail address and is deleted at once. */
function DeleteAccount({ user }: DeleteAccountProps) {
  const [isOpen, setOpen] = useState(false);
  const [isMailed, setMailed] = useState(false);
  const signOut = useSignOut();
  const title = user.isAnonymous ? m.account_delete_guest_locker() : m.account_delete_account();
  return (
    <Panel title={title}>
      <p className="mb-4 text-ink-2">
        {user.isAnonymous ? m.account_delete_guest_locker_explained() : m.account_delete_account_explained()}
      </p>
      <p role="status" className="mb-4 empty:hidden">
        {isMailed && m.account_deletion_mail_sent_to({ email: user.email })}
      </p>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {title}
      </Button>
      {isOpen && (
        <Dialog
          onClose={() => setOpen(false)}
          title={user.isAnonymous ? m.account_delete_guest_locker_question() : m.account_delete_account_question()}
          description={m.account_deletion_warning()}
        >
          <DeleteForm
            words={title}
            onDone={() => {
              setOpen(false);
              if (user.isAnonymous) return signOut();
              setMailed(true);
            }}
          />
        </Dialog>
      )}
    </Panel>
  );
}

function DeleteForm({ words: action, onDone }: { words: string; onDone: () => void | Promise<void> }) {
  const form = useAccountForm(
    (_, change) => perform(DELETION, change),
    onDone,
    () => DELETION,
  );
  return (
    <div className="grid gap-5">
      <ExportButton />
      <DialogForm action={action} kind="danger" busy={form.busy} input={form.input} onSubmit={form.submit}>
        <FormRefusal refusal={form.refusal} />
        <Field
          label={m.account_type_the_word({ word: CONFIRMATION_WORD })}
          name="word"
          required
          pattern={CONFIRMATION_WORD}
          title={CONFIRMATION_WORD}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </DialogForm>
    </div>
  );
}

/** The card that exports all data of the user as a file. */
function ExportCard() {
  return (
    <Panel title={m.common_export()}>
      <p className="mb-4 text-ink-2">{m.account_export_explained()}</p>
      <ExportButton />
    </Panel>
  );
}

function ExportButton() {
  const client = useTRPCClient();
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const exporting = useAccountCall(
    () => {
      controller.current = new AbortController();
      return toAccountResponse(downloadExport(client, setProgress, controller.current.signal)).finally(() =>
        setProgress(null),
      );
    },
    (_, { data }) => {
      if (data) download(data.content, `fieldlocker-${data.date}.json`, "application/json");
    },
  );
  return (
    <div className="grid justify-items-start gap-3">
      <FormRefusal refusal={exporting.refusal} />
      <Button busy={exporting.busy} onClick={() => exporting.run(undefined)}>
        {m.account_export_everything()}
      </Button>
      {progress && progress.done < progress.total && (
        <div className="grid w-full max-w-96 gap-1">
          <ProgressBar
            label={m.common_export()}
            done={progress.done}
            needed={progress.total}
            text={m.account_export_progress(progress)}
          />
          <p className="text-0 text-ink-2">{m.account_export_progress(progress)}</p>
        </div>
      )}
    </div>
  );
}

type ExportPage = RouterOutputs["account"]["export"];

/** The number of rows that have arrived, and of all rows. */
type ExportProgress = { done: number; total: number };

type ExportFile = { content: Blob; date: string };

/**
 * Fetches all data of the user as a JSON file. Each page becomes a Blob of its own, because the text of a large account would
 * exceed the maximum length of a string.
 */
async function downloadExport(
  { account }: DataClient,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<ExportFile> {
  let page: ExportPage = await account.export.query(undefined, { signal });
  const { about, exportedAt } = page;
  if (!about) throw new TypeError(m.app_site_did_not_answer());
  const { tables, rowCount, ...owner } = about;
  const lists = tables.map((table): [table: typeof table, parts: Blob[]] => [table, []]);
  for (let done = 0; ; page = await account.export.query({ cursor: page.nextCursor }, { signal })) {
    for (const [table, parts] of lists) {
      const rows = page.rows[table] ?? [];
      if (rows.length > 0) parts.push(new Blob([rows.map((row) => JSON.stringify(row)).join(",\n")]));
      done += rows.length;
    }
    onProgress({ done, total: rowCount });
    if (!page.nextCursor) break;
  }
  const head = JSON.stringify({ exportedAt, ...owner }).slice(0, -1);
  const body = lists.flatMap(([table, parts]) => [
    `,\n${JSON.stringify(table)}:[`,
    ...parts.flatMap((part, index) => (index > 0 ? [",\n", part] : [part])),
    "]",
  ]);
  return { content: new Blob([head, ...body, "}"], { type: "application/json" }), date: exportedAt.slice(0, 10) };
}
