import type { ComponentProps } from "react";
import { classes } from "./class-names.ts";
import { LogoMark } from "./logo-mark.tsx";

export type ButtonKind = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "normal" | "small";

const BASE =
  "inline-flex items-center justify-center gap-2 rounded-1 border font-cond font-semibold leading-none whitespace-nowrap select-none transition-colors duration-(--t-fast) aria-disabled:cursor-not-allowed aria-disabled:not-aria-busy:text-ink-disabled aria-busy:[&>span>svg]:hidden disabled:cursor-not-allowed disabled:border-line disabled:bg-surface-2 disabled:text-ink-disabled";

const KINDS: Record<ButtonKind, string> = {
  primary: "border-transparent bg-accent text-on-accent hover:bg-accent-hover",
  secondary: "border-line-strong bg-surface-2 text-ink hover:bg-surface-3",
  quiet: "border-transparent bg-transparent text-accent hover:bg-surface-2 hover:text-accent-hover",
  danger: "border-transparent bg-danger-solid text-on-danger-solid hover:brightness-110",
};

const SIZES: Record<ButtonSize, string> = {
  normal: "min-h-10 px-4 text-1 pointer-coarse:min-h-11",
  small: "min-h-8 px-3 text-0 pointer-coarse:min-h-11",
};

/** Returns the class names of a button, for links that look like one. */
export function getButtonClasses(kind: ButtonKind = "secondary", size: ButtonSize = "normal"): string {
  return classes(BASE, KINDS[kind], SIZES[size]);
}

type ButtonProps = ComponentProps<"button"> & {
  /** Use at most one primary button per view. */
  kind?: ButtonKind;
  size?: ButtonSize;
  /** An action is running: the label stays, a loader replaces the icon, and clicks do nothing. The button keeps the focus. */
  busy?: boolean;
};

export function Button({ kind, size, busy = false, className, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest["aria-disabled"]}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      className={classes(getButtonClasses(kind, size), className)}
    >
      {busy && <LogoMark loading className="size-4" />}
      <span className="inline-flex items-center gap-2">{children}</span>
    </button>
  );
}
