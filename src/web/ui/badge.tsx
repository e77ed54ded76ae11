import type { ReactNode } from "react";
import { classes } from "./class-names.ts";

type BadgeProps = { className?: string; children: ReactNode };

/** A small label in the style of label tape, for classes, patches and roles. */
export function Badge({ className, children }: BadgeProps) {
  return <span className={classes("tape", className)}>{children}</span>;
}
