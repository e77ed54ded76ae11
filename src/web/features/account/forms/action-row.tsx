import type { ComponentType, ReactNode } from "react";
import type { Refusal } from "#web/features/account/account-errors.ts";
import { classes } from "#web/ui/class-names.ts";
import { FormRefusal } from "./form-refusal.tsx";

type ActionRowProps = {
  Icon?: ComponentType<{ "aria-hidden": "true"; className: string; strokeWidth: number }>;
  title: ReactNode;
  description: ReactNode;
  /** The buttons of the row. */
  actions: ReactNode;
  /** The refusal of the last action. */
  refusal: Refusal | null;
  className?: string;
  children?: ReactNode;
};

/** A list item with an icon, a title, a description, and buttons. */
export function ActionRow({
  Icon,
  title,
  description,
  actions,
  refusal,
  className = "py-4",
  children,
}: ActionRowProps) {
  return (
    <li className={classes("grid gap-3", className)}>
      <div className="flex gap-4">
        {Icon && <Icon aria-hidden="true" className="size-6 shrink-0 text-ink-3" strokeWidth={1.75} />}
        <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <div className="min-w-0">
            {title}
            <p className="text-0 wrap-anywhere text-ink-2">{description}</p>
          </div>
          <div className="flex flex-wrap gap-2">{actions}</div>
        </div>
      </div>
      {children}
      <FormRefusal refusal={refusal} />
    </li>
  );
}
