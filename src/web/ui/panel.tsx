import type { ComponentProps, ReactNode } from "react";
import { classes } from "./class-names.ts";

type PanelProps = ComponentProps<"section"> & { title?: ReactNode };

/** A locker door: the surface main things lie on. */
export function Panel({ title, className, children, ...rest }: PanelProps) {
  return (
    <section {...rest} className={classes("panel p-5", className)}>
      {title && <h2 className="mb-4 text-4">{title}</h2>}
      {children}
    </section>
  );
}
