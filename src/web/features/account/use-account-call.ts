import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { logError } from "#web/client/log.ts";
import { type ChangeAccount, changeAccountWith } from "#web/client/mutation.ts";
import { type Refusal, refusalOf } from "./account-errors.ts";
import { type Answer, useConfirmed } from "./confirmed.ts";
import type { Wanted } from "./wanted.ts";

type AccountCall<Input> = {
  busy: boolean;
  /** The last refusal; null while there is none. */
  refusal: Refusal | null;
  /** Further runs do nothing while one is under way. */
  run: (input: Input) => Promise<void>;
};

/**
 * A call of the account system that an action makes; `done` runs when the answer was no refusal. `wantedOf` names the
 * call, for whoever confirms by a provider in between.
 */
export function useAccountCall<Input, Given extends Answer>(
  send: (input: Input, change: ChangeAccount) => Promise<Given>,
  done: (input: Input, answer: Given) => void | Promise<void>,
  wantedOf?: (input: Input) => Wanted,
): AccountCall<Input> {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const confirmed = useConfirmed();
  const change = changeAccountWith(useQueryClient());
  const run = async (input: Input) => {
    if (busy) return;
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await confirmed(() => send(input, change), wantedOf?.(input));
      if (answer.error) setRefusal(refusalOf(answer.error));
      else await done(input, answer);
    } catch (error) {
      logError("Account call", error);
      setRefusal(refusalOf({}));
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, run };
}
