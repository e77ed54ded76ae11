import { type FormEvent, type RefCallback, useEffect, useRef } from "react";
import { useKeptFields } from "#web/client/kept-input.ts";
import type { ChangeAccount } from "#web/client/mutation.ts";
import type { Refusal, RefusalField } from "./account-errors.ts";
import type { Answer } from "./confirmed.ts";
import { useAccountCall } from "./use-account-call.ts";
import type { Wanted } from "./wanted.ts";

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
  wantedOf?: (texts: Texts) => Wanted,
  input: string | null = null,
): AccountForm {
  const kept = useKeptFields(input);
  const finish = (texts: Texts, answer: Given) => {
    kept.done();
    return done(texts, answer);
  };
  const { busy, refusal, run } = useAccountCall(send, finish, wantedOf);
  const sent = useRef<HTMLFormElement>(null);

  useEffect(() => {
    const name = refusal?.focus ?? refusal?.field;
    const field = name && sent.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  }, [refusal]);

  return {
    busy,
    refusal,
    ref: kept.ref,
    errorAt: (field) => (refusal?.field === field ? refusal.text : undefined),
    onSubmit: (event) => {
      event.preventDefault();
      sent.current = event.currentTarget;
      void run(textsOf(event.currentTarget));
    },
  };
}

function textsOf(form: HTMLFormElement): Texts {
  const data = new FormData(form);
  return (name) => String(data.get(name) ?? "");
}
