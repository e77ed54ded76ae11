import { type FormEvent, type RefCallback, useEffect, useRef } from "react";
import { useInterruptedFields } from "#web/data/interrupted-input.ts";
import type { ChangeAccount } from "#web/data/mutation.ts";
import type { Answer, Refusal, RefusalField } from "#web/features/account/account-errors.ts";
import type { PendingAction } from "#web/features/account/reauthentication/pending-action.ts";
import { useAccountCall } from "#web/features/account/use-account-call.ts";

export type Texts = (name: string) => string;

type AccountForm = {
  busy: boolean;
  /** The last refusal; null while there is none. */
  refusal: Refusal | null;
  /** The refusal's text where it belongs to this field. */
  errorAt: (field: RefusalField) => string | undefined;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** For the form whose input a sign-in may interrupt. */
  ref: RefCallback<HTMLFormElement>;
};

/**
 * Sends a form to the account system and keeps what was typed. `send` gets the form's texts by field name; `done` runs
 * when the answer was no refusal. What is typed into the form named `input` survives a sign-in that interrupts it, except
 * for passwords.
 */
export function useAccountForm<Given extends Answer>(
  send: (texts: Texts, change: ChangeAccount) => Promise<Given>,
  done: (texts: Texts, answer: Given) => void | Promise<void>,
  getAction?: (texts: Texts) => PendingAction,
  input: string | null = null,
): AccountForm {
  const stored = useInterruptedFields(input);
  const finish = (texts: Texts, answer: Given) => {
    stored.done();
    return done(texts, answer);
  };
  const { busy, refusal, run } = useAccountCall(send, finish, getAction);
  const sent = useRef<HTMLFormElement>(null);

  useEffect(() => {
    const name = refusal?.focus ?? refusal?.field;
    const field = name && sent.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  }, [refusal]);

  return {
    busy,
    refusal,
    ref: stored.ref,
    errorAt: (field) => (refusal?.field === field ? refusal.text : undefined),
    onSubmit: (event) => {
      event.preventDefault();
      sent.current = event.currentTarget;
      void run(getTexts(event.currentTarget));
    },
  };
}

function getTexts(form: HTMLFormElement): Texts {
  const data = new FormData(form);
  return (name) => String(data.get(name) ?? "");
}
