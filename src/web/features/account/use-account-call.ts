import { useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useState } from "react";
import { logError } from "#web/data/log.ts";
import { type ChangeAccount, createAccountMutation } from "#web/data/mutation.ts";
import { type PendingAction, perform } from "#web/features/account/reauthentication/pending-action.ts";
import { type AccountError, type Answer, getRefusal, type Refusal } from "./account-errors.ts";

type AccountCall<Input> = {
  busy: boolean;
  /** The last refusal; null while there is none. */
  refusal: Refusal | null;
  /** Answers whether it succeeded. Further runs do nothing while one is under way. */
  run: (input: Input) => Promise<boolean>;
};

/**
 * A call of the account system; `done` runs when it succeeded. `getAction` names the call, so that it can be resumed
 * after a provider's sign-in; `toRefusal` words what it is refused with.
 */
export function useAccountCall<Input, Given extends Answer>(
  send: (input: Input, change: ChangeAccount) => Promise<Given>,
  done: (input: Input, answer: Given) => void | Promise<void>,
  getAction?: (input: Input) => PendingAction,
  toRefusal: (error: AccountError) => Refusal = getRefusal,
): AccountCall<Input> {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const confirmed = useReauthenticate();
  const change = createAccountMutation(useQueryClient());
  const run = async (input: Input) => {
    if (busy) return false;
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await confirmed(() => send(input, change), getAction?.(input));
      if (answer.error) setRefusal(toRefusal(answer.error));
      else await done(input, answer);
      return !answer.error;
    } catch (error) {
      logError("Account call", error);
      setRefusal(getRefusal({}));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, run };
}

/** A call that has a name: after a provider's return it is made all the same. */
export function usePendingAction(action: PendingAction, done: () => void | Promise<void>) {
  const { busy, refusal, run } = useAccountCall(
    (_, change) => perform(action, change),
    done,
    () => action,
  );
  return { busy, refusal, run: () => run(undefined) };
}

/** `action` names the call if it can be resumed after a provider's sign-in. */
type Confirmed = <Given extends Answer>(call: () => Promise<Given>, action?: PendingAction) => Promise<Given>;

/** Without a dialog around it, as on the sign-in page, a call is made as it is. */
export const ReauthenticateContext = createContext<Confirmed>((call) => call());

/** Makes a call; if it requires a fresh session, asks the user to confirm their identity and repeats it. */
const useReauthenticate = (): Confirmed => useContext(ReauthenticateContext);
