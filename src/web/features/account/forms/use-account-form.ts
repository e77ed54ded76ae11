import { type FormEvent, type RefCallback, useEffect, useRef } from "react";
import { INTERRUPTED } from "#web/data/local-storage.ts";
import type { ChangeAccount } from "#web/data/mutation.ts";
import { type InputPlace, type Sending, useInterruptedFields } from "#web/data/offline/typed/interrupted-input.ts";
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
  /** The same for the form of a dialog, which stores its input by itself. */
  submit: (event: FormEvent<HTMLFormElement>) => Promise<boolean>;
  /** For the form whose input is stored, and for the dialog around it. */
  ref: RefCallback<HTMLFormElement>;
  input: Sending;
};

/**
 * Sends a form to the account system and keeps what was typed. `send` gets the form's texts by field name; `done` runs
 * when the answer was no refusal. What is typed into the form named `formKey` survives a reload of the page and, unless its
 * `place` is the tab, until it is sent or discarded; passwords do not.
 */
export function useAccountForm<Given extends Answer>(
  send: (texts: Texts, change: ChangeAccount) => Promise<Given>,
  done: (texts: Texts, answer: Given) => void | Promise<void>,
  getAction?: (texts: Texts) => PendingAction,
  formKey: string | null = null,
  place: InputPlace = "draft",
): AccountForm {
  const stored = useInterruptedFields(formKey, place);
  const { busy, refusal, run } = useAccountCall(send, done, getAction);
  const sent = useRef<HTMLFormElement>(null);

  useEffect(() => {
    const name = refusal?.focus ?? refusal?.field;
    const field = name && sent.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  }, [refusal]);

  const submit = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    sent.current = currentTarget;
    return run(getTexts(currentTarget));
  };

  return {
    busy,
    refusal,
    submit,
    ref: stored.ref,
    input: stored,
    errorAt: (field) => (refusal?.field === field ? refusal.text : undefined),
    onSubmit: (event) => {
      event.preventDefault();
      stored.send(submit(event));
    },
  };
}

/** Takes the token of a mailed link out of the address bar. Until it is used, a reload of the page still gets it. */
export function useAddressWithoutToken(path: string, isUsed: boolean): void {
  useEffect(() => {
    if (isUsed) return;
    const { href } = location;
    const replace = (address: string) => history.replaceState(history.state, "", address);
    const bringBack = () => replace(href);
    replace(path);
    window.addEventListener(INTERRUPTED, bringBack);
    return () => window.removeEventListener(INTERRUPTED, bringBack);
  }, [path, isUsed]);
}

function getTexts(form: HTMLFormElement): Texts {
  const data = new FormData(form);
  return (name) => String(data.get(name) ?? "");
}
