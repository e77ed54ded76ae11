import { Toast as Radix } from "radix-ui";
import { useRef } from "react";
import { m } from "#messages";
import { getButtonClasses } from "#web/ui/button.tsx";
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

/** Removes a toast. If it had the focus, the heading of the view gets it, as what opened the toast may be gone. */
function dismiss(id: Toast["id"]) {
  const hadFocus = document.activeElement?.closest("[data-toasts]") != null;
  dismissToast(id);
  const headings = document.querySelectorAll<HTMLElement>("main :is(h1, h2)[tabindex]");
  if (hadFocus) [...headings].at(-1)?.focus();
}

/** Renders the toasts at the bottom right, on small screens at the top. Not rendered on the server. */
export function Toaster() {
  const toasts = useToasts();
  const isDialogKey = useRef(false);
  // A toast is the topmost layer, so that it would take Escape from a dialog below it.
  const handleEscape = () => {
    isDialogKey.current =
      document.querySelector("[role$='dialog']:has(h2)") !== null && !document.activeElement?.closest("[data-toast]");
  };
  const close = (id: Toast["id"]) => {
    if (!isDialogKey.current) dismiss(id);
    isDialogKey.current = false;
  };
  return (
    <Radix.Provider swipeDirection="right">
      {toasts.map((toast) => (
        <Radix.Root
          key={toast.id}
          data-toast=""
          type="background"
          open
          duration={getDuration(toast)}
          onEscapeKeyDown={handleEscape}
          onOpenChange={(open) => !open && close(toast.id)}
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
              className={getButtonClasses("secondary", "small")}
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
      <Radix.Viewport
        data-toasts
        className="fixed inset-x-4 top-4 z-(--z-toast) grid gap-2 md:top-auto md:right-4 md:bottom-4 md:left-auto md:w-96"
      />
    </Radix.Provider>
  );
}
