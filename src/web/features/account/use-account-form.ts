import { type FormEvent, useEffect, useRef, useState } from "react";
import { logError } from "#web/client/log.ts";
import { type AccountError, type Refusal, type RefusalField, refusalOf } from "./account-errors.ts";

type Answer = { error: AccountError | null };
type Texts = (name: string) => string;

type AccountForm = {
  busy: boolean;
  /** The last refusal; null while there is none. */
  refusal: Refusal | null;
  /** The refusal's text where it belongs to this field. */
  errorAt: (field: RefusalField) => string | undefined;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

/**
 * Sends a form to the account system and keeps what was typed. `send` gets the form's texts by field name; `done` runs
 * when the answer was no refusal.
 */
export function useAccountForm<Given extends Answer>(
  send: (texts: Texts) => Promise<Given>,
  done: (texts: Texts, answer: Given) => void | Promise<void>,
): AccountForm {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const sent = useRef<HTMLFormElement>(null);

  useEffect(() => {
    const name = refusal?.focus ?? refusal?.field;
    const field = name && sent.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  }, [refusal]);

  const submit = async (form: HTMLFormElement) => {
    const texts = textsOf(form);
    sent.current = form;
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await send(texts);
      if (answer.error) setRefusal(refusalOf(answer.error));
      else await done(texts, answer);
    } catch (error) {
      logError("Account form", error);
      setRefusal(refusalOf({}));
    } finally {
      setBusy(false);
    }
  };

  return {
    busy,
    refusal,
    errorAt: (field) => (refusal?.field === field ? refusal.text : undefined),
    onSubmit: (event) => {
      event.preventDefault();
      if (!busy) void submit(event.currentTarget);
    },
  };
}

function textsOf(form: HTMLFormElement): Texts {
  const data = new FormData(form);
  return (name) => String(data.get(name) ?? "");
}
