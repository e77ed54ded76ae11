import { type ReactNode, Suspense } from "react";
import { m } from "#messages";
import { Button } from "./button.tsx";
import { classes } from "./class-names.ts";
import { useDisclosure } from "./disclosure.ts";
import { Skeleton } from "./feedback/skeleton.tsx";
import { ChevronDown } from "./icons.tsx";

type DisclosurePanelProps = {
  /** The content of the button. */
  label: ReactNode;
  /** The name of the panel. */
  legend: string;
  /** Stands beside the button that closes the sheet of a phone. */
  footer?: ReactNode;
  /** The edge of the button at which the panel stands; default: the left one. */
  align?: "left" | "right";
  children: ReactNode;
};

/** A button and the panel of fields it opens: below the button, on a phone a sheet from the bottom. */
export function DisclosurePanel({ label, legend, footer, align = "left", children }: DisclosurePanelProps) {
  const { open, close, frame, button, listId } = useDisclosure({ writesAddress: true });
  return (
    <div ref={frame} className="md:relative">
      <Button {...button}>
        {label}
        <ChevronDown aria-hidden="true" className="size-4" />
      </Button>
      {open && (
        <>
          <div aria-hidden="true" className="fixed inset-0 z-(--z-drawer) bg-[rgb(0_0_0/0.55)] md:hidden" />
          <fieldset
            id={listId}
            className={classes(
              "fixed inset-x-0 bottom-0 z-(--z-dialog) flex max-h-[80dvh] flex-col border-t border-line-strong bg-surface-1 shadow-pop md:absolute md:inset-x-auto md:top-full md:bottom-auto md:mt-1 md:max-h-[calc(100dvh-var(--bar-h)-13rem)] md:w-80 md:rounded-1 md:border",
              align === "left" ? "md:left-0" : "md:right-0",
            )}
          >
            <legend className="sr-only">{legend}</legend>
            <div className="grid min-h-0 gap-4 overflow-y-auto p-4">
              <Suspense fallback={<Skeleton label={m.app_loading_fields()} rows={4} />}>{children}</Suspense>
            </div>
            <div className="flex items-center justify-between gap-4 border-t border-line p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:hidden">
              {footer}
              <Button kind="primary" onClick={close} className="ml-auto">
                {m.common_done()}
              </Button>
            </div>
          </fieldset>
        </>
      )}
    </div>
  );
}
