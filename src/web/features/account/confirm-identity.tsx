import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useRef, useState } from "react";
import type { Session } from "#web/client/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { asksForFreshSession } from "./account-errors.ts";
import { renewSession } from "./after-sign-in.ts";
import { authClient } from "./auth-client.ts";
import { type Answer, ConfirmedContext } from "./confirmed.ts";
import { FormRefusal } from "./form-refusal.tsx";
import { useAccountForm } from "./use-account-form.ts";

type ConfirmIdentityProps = { session: Session; children: ReactNode };

/** Asks who is here to sign in again where a call inside demands it, and makes the call once more. */
export function ConfirmIdentity({ session, children }: ConfirmIdentityProps) {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null);
  // Calls at the same time share one question.
  const asking = useRef<Promise<boolean>>(null);
  const confirmed = useCallback(async <Given extends Answer>(call: () => Promise<Given>): Promise<Given> => {
    const first = await call();
    if (!first.error || !asksForFreshSession(first.error)) return first;
    asking.current ??= new Promise<boolean>((resolve) => setAnswer(() => resolve)).finally(() => {
      asking.current = null;
      setAnswer(null);
    });
    return (await asking.current) ? call() : first;
  }, []);
  return (
    <ConfirmedContext value={confirmed}>
      {children}
      {answer && (
        <Dialog
          open
          onOpenChange={(open) => !open && answer(false)}
          title="Confirm it's you"
          description={`This needs a sign-in of the last ten minutes. Sign in once more as ${session.user.email}.`}
        >
          <ByPassword session={session} onConfirmed={() => answer(true)} />
        </Dialog>
      )}
    </ConfirmedContext>
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** A session that ends with the browser lives a day at most. */
const isRemembered = ({ session }: Session): boolean =>
  Date.parse(session.expiresAt) - Date.parse(session.createdAt) > DAY_MS;

/** The new session takes the place of the old one. */
function ByPassword({ session, onConfirmed }: { session: Session; onConfirmed: () => void }) {
  const queryClient = useQueryClient();
  const { email } = session.user;
  const form = useAccountForm(
    (text) => authClient.signIn.email({ email, password: text("password"), rememberMe: isRemembered(session) }),
    async () => {
      await authClient.revokeSession({ token: session.session.token });
      await renewSession(queryClient);
      onConfirmed();
    },
  );
  return (
    <form method="post" onSubmit={form.onSubmit} className="grid gap-4">
      <FormRefusal refusal={form.refusal} />
      <input type="text" name="username" autoComplete="username" value={email} readOnly className="hidden" />
      <PasswordField label="Your password" name="password" autoComplete="current-password" required />
      <Button type="submit" kind="primary" busy={form.busy} className="justify-self-start">
        Confirm
      </Button>
    </form>
  );
}
