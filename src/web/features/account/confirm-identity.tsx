import { type ReactNode, useCallback, useRef, useState } from "react";
import type { Session } from "#web/client/session.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { asksForFreshSession } from "./account-errors.ts";
import { ConfirmWays } from "./confirm-ways.tsx";
import { type Answer, ConfirmedContext } from "./confirmed.ts";

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
          <ConfirmWays session={session} onConfirmed={() => answer(true)} />
        </Dialog>
      )}
    </ConfirmedContext>
  );
}
