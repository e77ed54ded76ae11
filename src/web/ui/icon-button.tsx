import type { ComponentProps, ReactNode } from "react";
import { classes } from "./class-names.ts";

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label"> & {
  /** The accessible name and the tooltip. */
  label: string;
  children: ReactNode;
};

/** A square button that shows only an icon. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classes(
        "inline-grid size-10 shrink-0 place-items-center rounded-1 text-ink-2 hover:bg-surface-2 hover:text-ink disabled:cursor-not-allowed disabled:text-ink-disabled pointer-coarse:size-11",
        className,
      )}
    >
      {children}
    </button>
  );
}
