import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { logError } from "#web/data/log.ts";
import { type ChangeAccount, createAccountMutation } from "#web/data/mutation.ts";
import type { PendingAction } from "#web/features/account/reauthentication/pending-action.ts";
import { type Answer, useReauthenticate } from "#web/features/account/reauthentication/use-reauthenticate.ts";
import { getRefusal, type Refusal } from "./account-errors.ts";

type AccountCall<Input> = {
  busy: boolean;
  /** The last refusal; null while there is none. */
  refusal: Refusal | null;
  /** Further runs do nothing while one is under way. */
  run: (input: Input) => Promise<void>;
};

/**
 * A call of the account system; `done` runs when it succeeded. `getAction` names the call, so that it can be resumed
 * after a provider's sign-in.
 */
export function useAccountCall<Input, Given extends Answer>(
  send: (input: Input, change: ChangeAccount) => Promise<Given>,
  done: (input: Input, answer: Given) => void | Promise<void>,
  getAction?: (input: Input) => PendingAction,
): AccountCall<Input> {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const confirmed = useReauthenticate();
  const change = createAccountMutation(useQueryClient());
  const run = async (input: Input) => {
    if (busy) return;
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await confirmed(() => send(input, change), getAction?.(input));
      if (answer.error) setRefusal(getRefusal(answer.error));
      else await done(input, answer);
    } catch (error) {
      logError("Account call", error);
      setRefusal(getRefusal({}));
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, run };
}
