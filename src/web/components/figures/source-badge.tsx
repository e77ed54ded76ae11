import type { ReactNode } from "react";
import { Popover } from "#web/components/overlays/popover.tsx";
import { type Trust, TrustMark } from "./trust-mark.tsx";

type SourceBadgeProps = {
  trust: Trust;
  /** The patch, or whatever dates the figure. */
  text: string;
  /** Where the figure comes from; shown on request. */
  children: ReactNode;
};

/** How far a figure can be trusted, and of which patch it is. */
export function SourceBadge({ trust, text, children }: SourceBadgeProps) {
  return (
    <Popover
      label="Source"
      trigger={
        <button
          type="button"
          className="inline-flex min-h-6 items-center gap-1.5 rounded-1 px-1 font-cond text-00 font-semibold text-ink-2 underline decoration-dotted hover:text-ink"
        >
          <TrustMark trust={trust} text={text} />
        </button>
      }
    >
      {children}
    </Popover>
  );
}
