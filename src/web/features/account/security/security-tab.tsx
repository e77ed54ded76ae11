import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "#messages";
import { QueryFallback } from "#web/app/shell/query-list.tsx";
import { getLocal, setLocal } from "#web/data/local-storage.ts";
import { mutate } from "#web/data/mutation.ts";
import type { SessionUser } from "#web/data/session/session.ts";
import { renewSession } from "#web/data/session/session-query.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { toAccountResponse } from "#web/features/account/account-queries.ts";
import { Feature } from "#web/features/account/feature.tsx";
import { EMAIL_INPUT, FormRefusal, SubmitRow } from "#web/features/account/forms/form-refusal.tsx";
import { NewPasswordField } from "#web/features/account/forms/new-password-field.tsx";
import { type Texts, useAccountForm } from "#web/features/account/forms/use-account-form.ts";
import { type PendingAction, perform } from "#web/features/account/reauthentication/pending-action.ts";
import { ResendLink } from "#web/features/account/verification/resend-link.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { MarkupText } from "#web/ui/markup-text.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { PasskeysCard } from "./passkey-row.tsx";

/** The tab with the cards for the password, the e-mail address and the passkeys. */
export function SecurityTab({ user }: { user: SessionUser }) {
  return (
    <div className="grid gap-5">
      <Panel title={m.account_password()}>
        <Feature needs={["passwords"]} off={m.account_feature_no_passwords()}>
          <PasswordCard user={user} />
        </Feature>
      </Panel>
      <Panel title={m.account_e_mail()}>
        <Feature needs={["change-email"]} off={m.account_feature_no_e_mail_change({ email: user.email })}>
          <EmailForm user={user} />
        </Feature>
      </Panel>
      <PasskeysCard user={user} />
    </div>
  );
}

function PasswordCard({ user }: { user: SessionUser }) {
  const query = useQuery(useTRPC().account.overview.queryOptions());
  if (!query.data) return <QueryFallback query={query} loading={m.account_loading()} rows={3} errorClassName="" />;
  return query.data.hasPassword ? <PasswordForm user={user} /> : <SetPasswordForm user={user} />;
}

/** Changes the password, and optionally signs out other devices. */
function PasswordForm({ user }: { user: SessionUser }) {
  const queryClient = useQueryClient();
  // A new key clears the fields after a change.
  const [changeCount, setChangeCount] = useState(0);
  const form = useAccountForm(
    (text, change) =>
      change((account) =>
        account.changePassword({
          currentPassword: text("current-password"),
          newPassword: text("password"),
          revokeOtherSessions: text("revoke") === "on",
        }),
      ),
    async () => {
      await renewSession(queryClient);
      setChangeCount((count) => count + 1);
    },
    undefined,
    "password",
  );
  return (
    <form key={changeCount} ref={form.ref} method="post" onSubmit={form.onSubmit} className="grid gap-4">
      <FormRefusal refusal={form.refusal} />
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly className="hidden" />
      <PasswordField
        label={m.account_current_password()}
        name="current-password"
        autoComplete="current-password"
        required
        error={form.errorAt("current-password")}
      />
      <NewPasswordField label={m.common_new_password()} error={form.errorAt("password")} />
      <label className="flex min-h-6 items-center gap-2 text-0">
        <input type="checkbox" name="revoke" defaultChecked className="size-6 accent-accent" />
        {m.account_sign_out_other_devices()}
      </label>
      <SubmitRow
        busy={form.busy}
        action={m.account_change_password()}
        successMessage={changeCount > 0 && m.account_password_changed()}
      />
    </form>
  );
}

/** Sets a first password for a user who signs in with a provider or a passkey. */
function SetPasswordForm({ user }: { user: SessionUser }) {
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const form = useAccountForm(
    (text) =>
      toAccountResponse(
        mutate(queryClient, trpc.account.setPassword.mutationOptions(), { newPassword: text("password") }),
      ),
    () => queryClient.invalidateQueries(trpc.account.overview.queryFilter()),
  );
  return (
    <form method="post" onSubmit={form.onSubmit} className="grid gap-4">
      <p className="text-0 text-ink-2">{m.account_no_password_yet()}</p>
      <FormRefusal refusal={form.refusal} />
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly className="hidden" />
      <NewPasswordField label={m.common_new_password()} error={form.errorAt("password")} />
      <Button type="submit" kind="primary" busy={form.busy} className="justify-self-start">
        {m.account_set_a_password()}
      </Button>
    </form>
  );
}

const getChangeEmailAction = (text: Texts): PendingAction => ({ action: "change-email", argument: text("email") });

/** Changes the e-mail address: confirmed by a mail to the old address, then verified by a mail to the new one. */
function EmailForm({ user }: { user: SessionUser }) {
  const queryClient = useQueryClient();
  const [pending, setPending] = useState(() => getPendingEmail(user));
  const form = useAccountForm(
    (text, change) => perform(getChangeEmailAction(text), change),
    async (text) => {
      // An unverified address is changed at once.
      if (user.emailVerified) storePendingEmail(user, text("email"));
      setPending(getPendingEmail(user));
      await renewSession(queryClient);
    },
    getChangeEmailAction,
    "email",
  );
  return (
    <form ref={form.ref} method="post" onSubmit={form.onSubmit} className="grid gap-4">
      <FormRefusal refusal={form.refusal} />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="min-w-0 break-words">{user.email}</b>
        <Badge>{user.emailVerified ? m.account_verified() : m.account_pending()}</Badge>
      </p>
      <div role="status" className="grid gap-1 text-0 text-ink-2 empty:hidden">
        {pending && pending !== user.email && <PendingChange from={user.email} to={pending} />}
        {!user.emailVerified && <Unverified email={user.email} />}
      </div>
      <Field
        // A new key clears the field after the change was requested or is complete.
        key={`${user.email} ${pending}`}
        label={m.account_new_e_mail()}
        hint={m.account_e_mail_change_explained()}
        {...EMAIL_INPUT}
        autoComplete="email"
        error={form.errorAt("email")}
      />
      <Button type="submit" busy={form.busy} className="justify-self-start">
        {m.account_change_e_mail()}
      </Button>
    </form>
  );
}

function PendingChange({ from, to }: { from: string; to: string }) {
  return (
    <p>
      <MarkupText message={m.account_e_mail_change_pending} inputs={{ newEmail: to, email: from }} />
    </p>
  );
}

function Unverified({ email }: { email: string }) {
  return (
    <>
      <p>{m.account_e_mail_not_verified({ email })}</p>
      <ResendLink email={email} />
    </>
  );
}

// The new address of a pending change, until the mailed link expires. The server stores it only in the link.
const PENDING_EMAIL_KEY = "pending-email";
const LINK_LIFE_MS = 60 * 60 * 1000;

type Person = { id: string; email: string };

/** Returns the new address of the user's pending change; null if there is none. */
export function getPendingEmail({ id, email }: Person, now = Date.now()): string | null {
  const [userId, pending, requestedAt] = (getLocal(PENDING_EMAIL_KEY) ?? "").split(" ");
  if (userId !== id || !pending || pending === email) return null;
  return now - Number(requestedAt) < LINK_LIFE_MS ? pending : null;
}

export function storePendingEmail({ id }: Pick<Person, "id">, pending: string, now = Date.now()): void {
  setLocal(PENDING_EMAIL_KEY, [id, pending.toLowerCase(), now].join(" "));
}
