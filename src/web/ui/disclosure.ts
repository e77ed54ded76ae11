import { useRouter } from "@tanstack/react-router";
import { type RefObject, useEffect, useId, useRef, useState } from "react";

type Disclosure = {
  open: boolean;
  close: () => void;
  /** The ref of the element that contains the button and the list. The list closes when the focus or pointer leaves it. */
  frame: RefObject<HTMLDivElement | null>;
  button: { "aria-expanded": boolean; "aria-controls": string; onClick: () => void };
  listId: string;
};

/** The list of a select is portalled out of the frame, so it must not count as outside. */
const SELECT_LIST = '[role="listbox"]';

/**
 * Returns the state and props of a button that opens a list or panel. Escape closes it and focuses the button. It also closes when
 * the focus leaves it and on navigation, unless its content changes the address itself (`writesAddress`).
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
      event.preventDefault();
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
