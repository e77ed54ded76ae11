import type { ReactNode } from "react";

type StepLinkProps = { href: string; onStep: () => void; className?: string; children: ReactNode };

/** A link within the page: a plain press takes the step here, any other the browser's way. */
export function StepLink({ href, onStep, className, children }: StepLinkProps) {
  return (
    <a
      href={href}
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
