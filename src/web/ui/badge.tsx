import type { ReactNode } from "react";
import { classes } from "./class-names.ts";

type TapeProps = { className?: string; children: ReactNode };

/** A strip of label tape: classes, patches, roles. */
export function Badge({ className, children }: TapeProps) {
  return <span className={classes("tape", className)}>{children}</span>;
}
