import type { FormEvent, ReactNode, Ref } from "react";
import type { StoredFormInput } from "#web/data/offline/typed/interrupted-input.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { ErrorLine } from "./error-panel.tsx";

type DialogFormProps = {
  /** The label of the submit button. */
  action: string;
  kind?: "primary" | "danger";
  busy?: boolean;
  /** A required field is empty or invalid; the form shows which. */
  isDisabled?: boolean;
  /** The error of the last submission. */
  error?: unknown;
  /** The stored form input; it stays until the submission succeeds. */
  input?: StoredFormInput;
  /** Submits the form; returns false if a required field is missing. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  /** Content beside the submit button. */
  beside?: ReactNode;
  ref?: Ref<HTMLFormElement>;
  children: ReactNode;
};

/** The form of a dialog that shows a form only in some of its states. */
export function DialogForm({
  action,
  kind = "primary",
  busy = false,
  isDisabled = false,
  error = null,
  input,
  onSubmit,
  beside,
  ref,
  children,
}: DialogFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const work = onSubmit(event);
    input?.send(work);
  };
  return (
    <form ref={ref} method="post" onSubmit={submit} className="grid gap-4">
      {children}
      <ErrorLine error={error} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" kind={kind} busy={busy} aria-disabled={isDisabled || undefined}>
          {action}
        </Button>
        {beside}
      </div>
    </form>
  );
}

type FormDialogProps = DialogFormProps & { title: string; description?: ReactNode; onClose: () => void };

/** A dialog that contains one form. Closing it asks for confirmation before it discards input. */
export const FormDialog = ({ title, description, onClose, ...form }: FormDialogProps) => (
  <Dialog title={title} description={description} input={form.input} onClose={onClose}>
    <DialogForm {...form} />
  </Dialog>
);
