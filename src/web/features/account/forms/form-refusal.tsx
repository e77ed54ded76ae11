import { type ReactNode, useEffect, useRef } from "react";
import type { Refusal } from "#web/features/account/account-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { CircleAlert } from "#web/ui/icons.tsx";

type FormRefusalProps = {
  refusal: Refusal | null;
  /** The way out the refusal offers. */
  children?: ReactNode;
};

/** Why the form as a whole was refused: above it and announced. What belongs to a field stands there. */
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

/** What every e-mail field of the account screens is. */
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
  /** What was done last; false before that. */
  done: string | false;
};

/** The button of a form that stays, and beside it that it was done. */
export const SubmitRow = ({ busy, action, done }: SubmitRowProps) => (
  <div className="flex items-center gap-4">
    <Button type="submit" kind="primary" busy={busy}>
      {action}
    </Button>
    <p role="status" className="text-0 text-ok">
      {done}
    </p>
  </div>
);
