import { Toast as Radix } from "radix-ui";
import { m } from "#messages";
import { buttonLook } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { X } from "#web/ui/icons.tsx";
import { dismissToast, type Toast, useToasts } from "./toasts.ts";

const PLAIN_MS = 6_000;
const WITH_ACTION_MS = 10_000;

function getDuration(toast: Toast): number {
  if (toast.tone === "error" || toast.isLasting) return Number.POSITIVE_INFINITY;
  return toast.action ? WITH_ACTION_MS : PLAIN_MS;
}

/** Draws the notices: bottom right, at the top on small screens. Mounted in the browser only. */
export function Toaster() {
  const toasts = useToasts();
  return (
    <Radix.Provider swipeDirection="right">
      {toasts.map((toast) => (
        <Radix.Root
          key={toast.id}
          type="background"
          duration={getDuration(toast)}
          onOpenChange={(open) => !open && dismissToast(toast.id)}
          className={classes(
            "flex items-center gap-3 rounded-1 border-l-4 bg-surface-3 py-2 pr-2 pl-4 text-0 shadow-pop",
            toast.tone === "error" ? "border-danger" : "border-accent",
          )}
        >
          <Radix.Description className="grow py-1">{toast.text}</Radix.Description>
          {toast.action && (
            <Radix.Action
              altText={toast.action.label}
              onClick={toast.action.run}
              className={buttonLook("secondary", "small")}
            >
              {toast.action.label}
            </Radix.Action>
          )}
          <Radix.Close asChild>
            <IconButton label={m.common_close()}>
              <X aria-hidden="true" className="size-4" />
            </IconButton>
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport className="fixed inset-x-4 top-4 z-(--z-toast) grid gap-2 md:top-auto md:right-4 md:bottom-4 md:left-auto md:w-96" />
    </Radix.Provider>
  );
}
