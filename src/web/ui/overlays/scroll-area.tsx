import { ScrollArea as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { classes } from "#web/ui/class-names.ts";
import { useHydrated } from "#web/ui/environment.ts";

type ScrollAreaProps = { label: string; className?: string; children: ReactNode };

const BAR = "flex touch-none p-0.5 select-none data-[orientation=horizontal]:h-2.5 data-[orientation=vertical]:w-2.5";
const THUMB = "relative flex-1 rounded-full bg-line-strong";

/** A region that scrolls in both directions; focusable, with an accessible name. */
export function ScrollArea({ label, className, children }: ScrollAreaProps) {
  const hydrated = useHydrated();
  // Radix sets style attributes, which the CSP of a prerendered page forbids.
  if (!hydrated) return <div className={classes("overflow-auto", className)}>{children}</div>;
  return (
    <Radix.Root className={classes("overflow-hidden", className)}>
      <Radix.Viewport role="region" aria-label={label} tabIndex={0} className="size-full max-h-[inherit]">
        {children}
      </Radix.Viewport>
      <Radix.Scrollbar orientation="vertical" className={BAR}>
        <Radix.Thumb className={THUMB} />
      </Radix.Scrollbar>
      <Radix.Scrollbar orientation="horizontal" className={`${BAR} flex-col`}>
        <Radix.Thumb className={THUMB} />
      </Radix.Scrollbar>
      <Radix.Corner />
    </Radix.Root>
  );
}
