import { type ReactNode, useEffect, useRef } from "react";
import type { Refusal } from "#web/features/account/account-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { CircleAlert } from "#web/ui/icons.tsx";

type FormRefusalProps = {
  refusal: Refusal | null;
  /** A link or button beside the message. */
  children?: ReactNode;
};

/** The refusal of a whole form, shown above it and announced. A refusal of a field is shown at the field. */
export function FormRefusal({ refusal, children }: FormRefusalProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusal?.field === "form" && !refusal.focus) box.current?.focus();
  }, [refusal]);
  if (refusal?.field !== "form") return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="flex items-start gap-3 rounded-1 border border-danger bg-surface-1 p-3 text-0"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger" strokeWidth={1.75} />
      <div className="grid gap-1">
        <p>{refusal.text}</p>
        {children}
      </div>
    </div>
  );
}

/** The attributes of all e-mail fields of the account screens. */
export const EMAIL_INPUT = {
  type: "email",
  name: "email",
  autoCapitalize: "none",
  spellCheck: false,
  required: true,
} as const;

type SubmitRowProps = {
  busy: boolean;
  action: string;
  /** The success message of the last submission; false before it. */
  successMessage: string | false;
};

/** The submit button of a form that stays open, with the success message beside it. */
export const SubmitRow = ({ busy, action, successMessage }: SubmitRowProps) => (
  <div className="flex items-center gap-4">
    <Button type="submit" kind="primary" busy={busy}>
      {action}
    </Button>
    <p role="status" className="text-0 text-ok">
      {successMessage}
    </p>
  </div>
);
