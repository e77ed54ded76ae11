import { type ReactNode, useCallback, useRef, useState } from "react";
import type { Session } from "#web/client/session.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { asksForFreshSession } from "./account-errors.ts";
import { ConfirmWays } from "./confirm-ways.tsx";
import { type Answer, ConfirmedContext } from "./confirmed.ts";
import type { Wanted } from "./wanted.ts";

type ConfirmIdentityProps = { session: Session; children: ReactNode };
type Question = { answer: (isConfirmed: boolean) => void; wanted: Wanted | undefined };

/** Asks who is here to sign in again where a call inside demands it, and makes the call once more. */
export function ConfirmIdentity({ session, children }: ConfirmIdentityProps) {
  const [question, setQuestion] = useState<Question | null>(null);
  // Calls at the same time share one question.
  const asking = useRef<Promise<boolean>>(null);
  const confirmed = useCallback(async <Given extends Answer>(call: () => Promise<Given>, wanted?: Wanted) => {
    const first = await call();
    if (!first.error || !asksForFreshSession(first.error)) return first;
    asking.current ??= new Promise<boolean>((answer) => setQuestion({ answer, wanted })).finally(() => {
      asking.current = null;
      setQuestion(null);
    });
    return (await asking.current) ? call() : first;
  }, []);
  return (
    <ConfirmedContext value={confirmed}>
      {children}
      {question && (
        <Dialog
          open
          onOpenChange={(open) => !open && question.answer(false)}
          title="Confirm it's you"
          description={`This needs a sign-in of the last ten minutes. Sign in once more as ${session.user.email}.`}
        >
          <ConfirmWays session={session} wanted={question.wanted} onConfirmed={() => question.answer(true)} />
        </Dialog>
      )}
    </ConfirmedContext>
  );
}
