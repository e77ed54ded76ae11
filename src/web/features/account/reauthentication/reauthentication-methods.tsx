import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { type ReactNode, useCallback, useRef, useState } from "react";
import { m } from "#messages";
import type { Session } from "#web/data/session/session.ts";
import { renewSession } from "#web/data/session/session-query.ts";
import { type AccountResponse, hasCode } from "#web/features/account/account-errors.ts";
import { accountsQuery, passkeysQuery } from "#web/features/account/account-queries.ts";
import { useProviders } from "#web/features/account/feature.tsx";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { useAccountForm } from "#web/features/account/forms/use-account-form.ts";
import { supportsPasskeys } from "#web/features/account/passkey.ts";
import { Divider } from "#web/features/account/sign-in/login-screen.tsx";
import { ProviderSignIn } from "#web/features/account/sign-in/provider-buttons.tsx";
import { ReauthenticateContext, useAccountCall } from "#web/features/account/use-account-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { KeyRound } from "#web/ui/icons.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { type PendingAction, storePendingAction } from "./pending-action.ts";

type MethodProps = { session: Session; onConfirmed: () => void };
type ReauthenticationMethodsProps = MethodProps & { action: PendingAction | undefined };

/** The user's sign-in methods, for confirming their identity. */
function ReauthenticationMethods({ session, action, onConfirmed }: ReauthenticationMethodsProps) {
  const userId = session.user.id;
  const { data: accounts, isPending } = useQuery(accountsQuery(userId));
  const { data: passkeys, isPending: isPasskeysPending } = useQuery(passkeysQuery(userId));
  const { tab } = useSearch({ from: "/account" });
  const callbackPath = tab ? `/account?tab=${tab}` : "/account";
  const hasMethod = (id: string) => accounts?.some(({ providerId }) => providerId === id) ?? true;
  const providers = useProviders().filter(({ id }) => hasMethod(id));
  const hasPasskey = supportsPasskeys() && passkeys !== undefined && passkeys.length > 0;
  if (isPending || isPasskeysPending) return <Skeleton label={m.account_loading()} rows={2} />;
  return (
    <div className="grid gap-4">
      {hasPasskey && <PasskeyMethod onConfirmed={onConfirmed} />}
      {hasPasskey && hasMethod("credential") && <Divider />}
      {hasMethod("credential") && <PasswordMethod session={session} onConfirmed={onConfirmed} />}
      {providers.length > 0 && (
        <>
          {(hasPasskey || hasMethod("credential")) && <Divider />}
          <ProviderSignIn
            providers={providers}
            callbackURL={callbackPath}
            errorCallbackURL={callbackPath}
            onLeave={() => action && storePendingAction(userId, action)}
          />
          <p className="text-0 text-ink-2">
            {action ? m.account_you_return_and_it_is_done() : m.account_you_return_and_repeat_it()}
          </p>
        </>
      )}
    </div>
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether "remember me" was set: such a session lasts for weeks, otherwise a day. */
const isRemembered = ({ session }: Session): boolean =>
  Date.parse(session.expiresAt) - Date.parse(session.createdAt) > 2 * DAY_MS;

/** Confirms with a passkey; only the user's own passkeys are accepted. */
function PasskeyMethod({ onConfirmed }: Pick<MethodProps, "onConfirmed">) {
  const queryClient = useQueryClient();
  const signIn = useAccountCall(
    (_, change) => change((account) => account.signIn.passkey()),
    async () => {
      await renewSession(queryClient);
      onConfirmed();
    },
  );
  return (
    <div className="grid gap-3">
      <FormRefusal refusal={signIn.refusal} />
      <Button busy={signIn.busy} onClick={() => signIn.run(undefined)}>
        <KeyRound aria-hidden="true" className="size-5" strokeWidth={1.75} />
        {m.account_confirm_with_a_passkey()}
      </Button>
    </div>
  );
}

/** Confirms with the password. The new session replaces the old one. */
function PasswordMethod({ session, onConfirmed }: MethodProps) {
  const queryClient = useQueryClient();
  const { email } = session.user;
  const form = useAccountForm(
    async (text, change) => {
      const response = await change((account) =>
        account.signIn.email({ email, password: text("password"), rememberMe: isRemembered(session) }),
      );
      if (!response.error) await change((account) => account.revokeSession({ token: session.session.token }));
      return response;
    },
    async () => {
      await renewSession(queryClient);
      onConfirmed();
    },
  );
  return (
    <form method="post" onSubmit={form.onSubmit} className="grid gap-4">
      <FormRefusal refusal={form.refusal} />
      <input type="text" name="username" autoComplete="username" value={email} readOnly className="hidden" />
      <PasswordField label={m.account_your_password()} name="password" autoComplete="current-password" required />
      <Button type="submit" kind="primary" busy={form.busy}>
        {m.account_confirm()}
      </Button>
    </form>
  );
}

type ConfirmIdentityProps = { session: Session; children: ReactNode };
type Question = { resolve: (isConfirmed: boolean) => void; action: PendingAction | undefined };

/** If a call inside requires a fresh session, asks the user to sign in again and repeats the call. */
export function ConfirmIdentity({ session, children }: ConfirmIdentityProps) {
  const [question, setQuestion] = useState<Question | null>(null);
  // Simultaneous calls share one question.
  const pendingQuestion = useRef<Promise<boolean>>(null);
  const reauthenticate = useCallback(
    async <Result extends AccountResponse>(call: () => Promise<Result>, action?: PendingAction) => {
      const first = await call();
      if (!first.error || !hasCode(first.error, "SESSION_NOT_FRESH")) return first;
      pendingQuestion.current ??= new Promise<boolean>((resolve) => setQuestion({ resolve, action })).finally(() => {
        pendingQuestion.current = null;
        setQuestion(null);
      });
      return (await pendingQuestion.current) ? call() : first;
    },
    [],
  );
  return (
    <ReauthenticateContext value={reauthenticate}>
      {children}
      {question && (
        <Dialog
          onClose={() => question.resolve(false)}
          title={m.account_confirm_its_you()}
          description={m.account_confirm_its_you_explained({ email: session.user.email })}
        >
          <ReauthenticationMethods
            session={session}
            action={question.action}
            onConfirmed={() => question.resolve(true)}
          />
        </Dialog>
      )}
    </ReauthenticateContext>
  );
}
