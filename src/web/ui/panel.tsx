import type { ComponentProps, ReactNode } from "react";
import { classes } from "./class-names.ts";

type PanelProps = ComponentProps<"section"> & { title?: ReactNode };

/** The panel that contains a section of a screen. */
export function Panel({ title, className, children, ...rest }: PanelProps) {
  return (
    <section {...rest} className={classes("panel p-5", className)}>
      {title && <h2 className="mb-4 text-4">{title}</h2>}
      {children}
    </section>
  );
}
