import { type FormEvent, type RefCallback, useEffect, useRef } from "react";
import { INTERRUPTED_EVENT } from "#web/data/local-storage.ts";
import type { ChangeAccount } from "#web/data/mutation.ts";
import {
  type InputPlace,
  type StoredFormInput,
  useInterruptedFields,
} from "#web/data/offline/typed/interrupted-input.ts";
import type { AccountResponse, Refusal, RefusalField } from "#web/features/account/account-errors.ts";
import type { PendingAction } from "#web/features/account/reauthentication/pending-action.ts";
import { useAccountCall } from "#web/features/account/use-account-call.ts";

export type Texts = (name: string) => string;

type AccountForm = {
  busy: boolean;
  /** The last refusal; null while there is none. */
  refusal: Refusal | null;
  /** Returns the refusal's message if it belongs to this field. */
  errorAt: (field: RefusalField) => string | undefined;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Like `onSubmit`, for a dialog that stores its own input; resolves to whether the call has succeeded. */
  submit: (event: FormEvent<HTMLFormElement>) => Promise<boolean>;
  /** The ref of the form, so that its input is stored. */
  ref: RefCallback<HTMLFormElement>;
  input: StoredFormInput;
};

/**
 * Submits a form to the account system. `send` gets the form's texts by field name; `onSuccess` runs after the call has
 * succeeded. The input of the form `formKey`, except passwords, survives a reload; with `place: "draft"` it is stored until it
 * is submitted or discarded.
 */
export function useAccountForm<Result extends AccountResponse>(
  send: (texts: Texts, change: ChangeAccount) => Promise<Result>,
  onSuccess: (texts: Texts, response: Result) => void | Promise<void>,
  getAction?: (texts: Texts) => PendingAction,
  formKey: string | null = null,
  place: InputPlace = "draft",
): AccountForm {
  const stored = useInterruptedFields(formKey, place);
  const { busy, refusal, run } = useAccountCall(send, onSuccess, getAction);
  const submittedForm = useRef<HTMLFormElement>(null);

  useEffect(() => {
    const name = refusal?.focus ?? refusal?.field;
    const field = name && submittedForm.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  }, [refusal]);

  const submit = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    submittedForm.current = currentTarget;
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

/** Removes the token of a mailed link from the URL. Until it is used, a reload by the app itself restores it. */
export function useHiddenUrlToken(path: string, isUsed: boolean): void {
  useEffect(() => {
    if (isUsed) return;
    const { href } = location;
    const replace = (address: string) => history.replaceState(history.state, "", address);
    const restoreUrl = () => replace(href);
    replace(path);
    window.addEventListener(INTERRUPTED_EVENT, restoreUrl);
    return () => window.removeEventListener(INTERRUPTED_EVENT, restoreUrl);
  }, [path, isUsed]);
}

function getTexts(form: HTMLFormElement): Texts {
  const data = new FormData(form);
  return (name) => String(data.get(name) ?? "");
}
