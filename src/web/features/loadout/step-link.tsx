import type { KeyboardEvent, ReactNode } from "react";
import { classes } from "#web/ui/class-names.ts";

type StepLinkProps = {
  href: string;
  onStep: () => void;
  /** Keys that act while the link has focus, for screen readers. */
  keys?: readonly string[];
  onKeyDown?: (event: KeyboardEvent) => void;
  className?: string;
  children: ReactNode;
};

/** A link within the page: a plain press takes the step here, any other the browser's way. */
export function StepLink({ href, onStep, keys = [], onKeyDown, className, children }: StepLinkProps) {
  return (
    <a
      href={href}
      aria-keyshortcuts={classes(...keys) || undefined}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onStep();
      }}
      className={className}
    >
      {children}
    </a>
  );
}
