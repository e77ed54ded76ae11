import { useRouter } from "@tanstack/react-router";
import { type RefObject, useEffect, useId, useRef, useState } from "react";

type Disclosure = {
  open: boolean;
  close: () => void;
  /** Around button and list: leaving it closes the list. */
  frame: RefObject<HTMLDivElement | null>;
  button: { "aria-expanded": boolean; "aria-controls": string; onClick: () => void };
  listId: string;
};

/** The list of a select lies outside every frame; choosing in it does not leave the frame. */
const SELECT_LIST = '[role="listbox"]';

/**
 * A list or panel behind a button. Escape gives focus back to the button; leaving it closes, and so does going to a page,
 * unless what it holds changes the address itself.
 */
export function useDisclosure({ writesAddress = false } = {}): Disclosure {
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const listId = useId();
  const router = useRouter();

  useEffect(() => {
    if (!open) return;
    const ended = new AbortController();
    const { signal } = ended;
    const close = () => setOpen(false);
    const onLeave = ({ target }: Event) => {
      if (!(target instanceof Element) || target === document.documentElement) return;
      if (!frame.current?.contains(target) && !target.closest(SELECT_LIST)) close();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      close();
      frame.current?.querySelector("button")?.focus();
    };
    document.addEventListener("keydown", onKeyDown, { signal });
    document.addEventListener("pointerdown", onLeave, { signal });
    document.addEventListener("focusin", onLeave, { signal });
    if (!writesAddress) signal.addEventListener("abort", router.subscribe("onBeforeNavigate", close));
    return () => ended.abort();
  }, [open, router, writesAddress]);

  return {
    open,
    close: () => setOpen(false),
    frame,
    button: { "aria-expanded": open, "aria-controls": listId, onClick: () => setOpen(!open) },
    listId,
  };
}
