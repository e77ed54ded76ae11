import { useAccountCall } from "#web/features/account/use-account-call.ts";
import { type PendingAction, perform } from "./pending-action.ts";

/** A call that has a name: after a provider's return it is made all the same. */
export function usePendingAction(action: PendingAction, done: () => void | Promise<void>) {
  const { busy, refusal, run } = useAccountCall(
    (_, change) => perform(action, change),
    done,
    () => action,
  );
  return { busy, refusal, run: () => run(undefined) };
}
