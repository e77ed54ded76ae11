import { useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useState } from "react";
import { logError } from "#web/data/log.ts";
import { type ChangeAccount, createAccountMutation } from "#web/data/mutation.ts";
import { type PendingAction, perform } from "#web/features/account/reauthentication/pending-action.ts";
import { type AccountError, type AccountResponse, getRefusal, type Refusal } from "./account-errors.ts";

type AccountCall<Input> = {
  busy: boolean;
  /** The last refusal; null if there is none. */
  refusal: Refusal | null;
  /**
   * Resolves to whether the call has succeeded, before `onSuccess` runs, so that a screen that `onSuccess` opens does not find the
   * sent input as unsent. Resolves to false while another run is pending.
   */
  run: (input: Input) => Promise<boolean>;
};

/**
 * Returns a call of the account system; `onSuccess` runs after it has succeeded. `getAction` returns the name of the call, so that
 * it can be resumed after a provider's sign-in; `toRefusal` converts an error to a refusal.
 */
export function useAccountCall<Input, Result extends AccountResponse>(
  send: (input: Input, change: ChangeAccount) => Promise<Result>,
  onSuccess: (input: Input, response: Result) => void | Promise<void>,
  getAction?: (input: Input) => PendingAction,
  toRefusal: (error: AccountError) => Refusal = getRefusal,
): AccountCall<Input> {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const reauthenticate = useReauthenticate();
  const change = createAccountMutation(useQueryClient());
  const execute = async (input: Input, resolve: (isSuccess: boolean) => void) => {
    setBusy(true);
    setRefusal(null);
    try {
      const response = await reauthenticate(() => send(input, change), getAction?.(input));
      resolve(!response.error);
      if (response.error) setRefusal(toRefusal(response.error));
      else await onSuccess(input, response);
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

/** Returns a call of a named action, which can be resumed after a provider's sign-in. */
export function usePendingAction(action: PendingAction, onSuccess: () => void | Promise<void>) {
  const { busy, refusal, run } = useAccountCall(
    (_, change) => perform(action, change),
    onSuccess,
    () => action,
  );
  return { busy, refusal, run: () => run(undefined) };
}

/** `action` is the name of the call if it can be resumed after a provider's sign-in. */
type Reauthenticate = <Result extends AccountResponse>(
  call: () => Promise<Result>,
  action?: PendingAction,
) => Promise<Result>;

/** By default, as on the sign-in page, a call runs without reauthentication. */
export const ReauthenticateContext = createContext<Reauthenticate>((call) => call());

/** Returns a function that runs a call; if it requires a fresh session, the user confirms their identity and it is repeated. */
const useReauthenticate = (): Reauthenticate => useContext(ReauthenticateContext);
