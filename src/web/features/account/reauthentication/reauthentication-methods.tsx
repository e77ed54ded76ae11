import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { type ReactNode, useCallback, useRef, useState } from "react";
import { m } from "#messages";
import type { Session } from "#web/data/session/session.ts";
import { renewSession } from "#web/data/session/session-query.ts";
import { type Answer, hasCode } from "#web/features/account/account-errors.ts";
import { accountsQuery, passkeysQuery } from "#web/features/account/account-queries.ts";
import { useProviders } from "#web/features/account/feature.tsx";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { useAccountForm } from "#web/features/account/forms/use-account-form.ts";
import { knowsPasskeys } from "#web/features/account/passkey.ts";
import { Divider } from "#web/features/account/sign-in/login-screen.tsx";
import { ProviderSignIn } from "#web/features/account/sign-in/provider-buttons.tsx";
import { ReauthenticateContext, useAccountCall } from "#web/features/account/use-account-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { KeyRound } from "#web/ui/icons.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { type PendingAction, storePendingAction } from "./pending-action.ts";

type WayProps = { session: Session; onConfirmed: () => void };
type ConfirmWaysProps = WayProps & { action: PendingAction | undefined };

/** The ways in that this person has, one below the other. */
function ConfirmWays({ session, action, onConfirmed }: ConfirmWaysProps) {
  const userId = session.user.id;
  const { data: accounts, isPending } = useQuery(accountsQuery(userId));
  const { data: passkeys, isPending: isAsking } = useQuery(passkeysQuery(userId));
  const { tab } = useSearch({ from: "/account" });
  const here = tab ? `/account?tab=${tab}` : "/account";
  const isWay = (id: string) => accounts?.some(({ providerId }) => providerId === id) ?? true;
  const providers = useProviders().filter(({ id }) => isWay(id));
  const hasPasskey = knowsPasskeys() && passkeys !== undefined && passkeys.length > 0;
  if (isPending || isAsking) return <Skeleton label={m.account_loading()} rows={2} />;
  return (
    <div className="grid gap-4">
      {hasPasskey && <ByPasskey onConfirmed={onConfirmed} />}
      {hasPasskey && isWay("credential") && <Divider />}
      {isWay("credential") && <ByPassword session={session} onConfirmed={onConfirmed} />}
      {providers.length > 0 && (
        <>
          {(hasPasskey || isWay("credential")) && <Divider />}
          <ProviderSignIn
            providers={providers}
            callbackURL={here}
            errorCallbackURL={here}
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

/** A session that ends with the browser lives a day, any other for weeks. */
const isRemembered = ({ session }: Session): boolean =>
  Date.parse(session.expiresAt) - Date.parse(session.createdAt) > 2 * DAY_MS;

/** Only this person's passkeys are asked for. */
function ByPasskey({ onConfirmed }: Pick<WayProps, "onConfirmed">) {
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

/** The new session takes the place of the old one. */
function ByPassword({ session, onConfirmed }: WayProps) {
  const queryClient = useQueryClient();
  const { email } = session.user;
  const form = useAccountForm(
    async (text, change) => {
      const answer = await change((account) =>
        account.signIn.email({ email, password: text("password"), rememberMe: isRemembered(session) }),
      );
      if (!answer.error) await change((account) => account.revokeSession({ token: session.session.token }));
      return answer;
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
type Question = { answer: (isConfirmed: boolean) => void; action: PendingAction | undefined };

/** Asks who is here to sign in again where a call inside demands it, and makes the call once more. */
export function ConfirmIdentity({ session, children }: ConfirmIdentityProps) {
  const [question, setQuestion] = useState<Question | null>(null);
  // Calls at the same time share one question.
  const asking = useRef<Promise<boolean>>(null);
  const confirmed = useCallback(async <Result extends Answer>(call: () => Promise<Result>, action?: PendingAction) => {
    const first = await call();
    if (!first.error || !hasCode(first.error, "SESSION_NOT_FRESH")) return first;
    asking.current ??= new Promise<boolean>((answer) => setQuestion({ answer, action })).finally(() => {
      asking.current = null;
      setQuestion(null);
    });
    return (await asking.current) ? call() : first;
  }, []);
  return (
    <ReauthenticateContext value={confirmed}>
      {children}
      {question && (
        <Dialog
          onClose={() => question.answer(false)}
          title={m.account_confirm_its_you()}
          description={m.account_confirm_its_you_explained({ email: session.user.email })}
        >
          <ConfirmWays session={session} action={question.action} onConfirmed={() => question.answer(true)} />
        </Dialog>
      )}
    </ReauthenticateContext>
  );
}
