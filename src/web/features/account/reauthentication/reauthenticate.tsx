import { type ReactNode, useCallback, useRef, useState } from "react";
import { Dialog } from "#web/components/overlays/dialog.tsx";
import type { Session } from "#web/data/session/session.ts";
import { asksForFreshSession } from "#web/features/account/account-errors.ts";
import type { PendingAction } from "./pending-action.ts";
import { ConfirmWays } from "./reauthentication-methods.tsx";
import { type Answer, ReauthenticateContext } from "./use-reauthenticate.ts";

type ConfirmIdentityProps = { session: Session; children: ReactNode };
type Question = { answer: (isConfirmed: boolean) => void; action: PendingAction | undefined };

/** Asks who is here to sign in again where a call inside demands it, and makes the call once more. */
export function ConfirmIdentity({ session, children }: ConfirmIdentityProps) {
  const [question, setQuestion] = useState<Question | null>(null);
  // Calls at the same time share one question.
  const asking = useRef<Promise<boolean>>(null);
  const confirmed = useCallback(async <Given extends Answer>(call: () => Promise<Given>, action?: PendingAction) => {
    const first = await call();
    if (!first.error || !asksForFreshSession(first.error)) return first;
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
          open
          onOpenChange={(open) => !open && question.answer(false)}
          title="Confirm it's you"
          description={`This needs a sign-in of the last ten minutes. Sign in once more as ${session.user.email}.`}
        >
          <ConfirmWays session={session} action={question.action} onConfirmed={() => question.answer(true)} />
        </Dialog>
      )}
    </ReauthenticateContext>
  );
}
