import { Popover as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

type PopoverProps = {
  /** The button that opens it; it must take a ref. */
  trigger: ReactElement;
  /** Names the content for screen readers. */
  label: string;
  children: ReactNode;
};

/** A small note beside its button, e.g. where a figure comes from. */
export function Popover({ trigger, label, children }: PopoverProps) {
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
