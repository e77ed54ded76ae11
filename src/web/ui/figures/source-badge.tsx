import { Popover as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { m } from "#messages";
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
      label={m.common_source()}
      trigger={
        <button
          type="button"
          className="inline-flex min-h-6 items-center gap-1.5 rounded-1 px-1 text-left font-cond text-00 font-semibold text-ink-2 underline decoration-dotted hover:text-ink"
        >
          <TrustMark trust={trust} text={text} />
        </button>
      }
    >
      {children}
    </Popover>
  );
}

type PopoverProps = {
  /** The button that opens it; it must take a ref. */
  trigger: ReactElement;
  /** Names the content for screen readers. */
  label: string;
  children: ReactNode;
};

/** A small note beside its button, e.g. where a figure comes from. */
function Popover({ trigger, label, children }: PopoverProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          sideOffset={6}
          collisionPadding={12}
          className="z-(--z-pop) w-[min(22rem,calc(100vw-1.5rem))] rounded-1 border border-line-strong bg-surface-1 p-4 text-0 shadow-pop"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
