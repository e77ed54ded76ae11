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
  /**
   * Resolves to whether the call succeeded, before the work of `onSuccess`: a screen that this opens must not find the sent
   * input as unsent. Does nothing while a run is pending.
   */
  run: (input: Input) => Promise<boolean>;
};

/**
 * A call of the account system; `onSuccess` runs when it succeeded. `getAction` names the call, so that it can be resumed
 * after a provider's sign-in; `toRefusal` words what it is refused with.
 */
export function useAccountCall<Input, Result extends Answer>(
  send: (input: Input, change: ChangeAccount) => Promise<Result>,
  onSuccess: (input: Input, answer: Result) => void | Promise<void>,
  getAction?: (input: Input) => PendingAction,
  toRefusal: (error: AccountError) => Refusal = getRefusal,
): AccountCall<Input> {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const confirmed = useReauthenticate();
  const change = createAccountMutation(useQueryClient());
  const execute = async (input: Input, resolve: (isSuccess: boolean) => void) => {
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await confirmed(() => send(input, change), getAction?.(input));
      resolve(!answer.error);
      if (answer.error) setRefusal(toRefusal(answer.error));
      else await onSuccess(input, answer);
    } catch (error) {
      logError("Account call", error);
      setRefusal(getRefusal({}));
      resolve(false);
    } finally {
      setBusy(false);
    }
  };
  const run = (input: Input): Promise<boolean> =>
    busy ? Promise.resolve(false) : new Promise((resolve) => void execute(input, resolve));
  return { busy, refusal, run };
}

/** A call that has a name: after a provider's return it is made all the same. */
export function usePendingAction(action: PendingAction, onSuccess: () => void | Promise<void>) {
  const { busy, refusal, run } = useAccountCall(
    (_, change) => perform(action, change),
    onSuccess,
    () => action,
  );
  return { busy, refusal, run: () => run(undefined) };
}

/** `action` names the call if it can be resumed after a provider's sign-in. */
type Confirmed = <Result extends Answer>(call: () => Promise<Result>, action?: PendingAction) => Promise<Result>;

/** Without a dialog around it, as on the sign-in page, a call is made as it is. */
export const ReauthenticateContext = createContext<Confirmed>((call) => call());

/** Makes a call; if it requires a fresh session, asks the user to confirm their identity and repeats it. */
const useReauthenticate = (): Confirmed => useContext(ReauthenticateContext);
