import { Popover as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { m } from "#messages";
import { type Trust, TrustMark } from "./trust-mark.tsx";

type SourceBadgeProps = {
  trust: Trust;
  /** The patch or date of the figure. */
  text: string;
  /** The source of the figure, shown in a popover. */
  children: ReactNode;
};

/** The reliability of a figure and its patch; opens a popover with the source. */
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
  /** The button that opens the popover; it must accept a ref. */
  trigger: ReactElement;
  /** The accessible name of the popover. */
  label: string;
  children: ReactNode;
};

/** A small popover beside its button, e.g. with the source of a figure. */
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
