import type { KeyboardEvent, ReactNode } from "react";
import { classes } from "#web/ui/class-names.ts";

type StepLinkProps = {
  href: string;
  onStep: () => void;
  /** The keyboard shortcuts of the focused link, for screen readers. */
  keys?: readonly string[];
  onKeyDown?: (event: KeyboardEvent) => void;
  className?: string;
  children: ReactNode;
};

/** A link that calls `onStep`; a click with a modifier key opens it like any link. */
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
