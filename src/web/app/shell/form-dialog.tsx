import type { FormEvent, ReactNode, Ref } from "react";
import type { StoredFormInput } from "#web/data/offline/typed/interrupted-input.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { ErrorLine } from "./error-panel.tsx";

type DialogFormProps = {
  /** The words on the button that submits. */
  action: string;
  kind?: "primary" | "danger";
  busy?: boolean;
  /** Something is missing, which the form names. */
  isDisabled?: boolean;
  /** Why the last submission failed. */
  error?: unknown;
  /** What is typed: it stays until the submission succeeds. */
  input?: StoredFormInput;
  /** The work of the submission; false where something is missing. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  /** Beside the button. */
  beside?: ReactNode;
  ref?: Ref<HTMLFormElement>;
  children: ReactNode;
};

/** The form of a dialog that shows it only at some time. */
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

/** A dialog that is one form. Closing asks before it discards what was typed. */
export const FormDialog = ({ title, description, onClose, ...form }: FormDialogProps) => (
  <Dialog title={title} description={description} input={form.input} onClose={onClose}>
    <DialogForm {...form} />
  </Dialog>
);
