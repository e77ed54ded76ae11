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

/** A list behind a button. Escape gives focus back to the button; leaving or going to a page closes. */
export function useDisclosure(): Disclosure {
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const listId = useId();
  const router = useRouter();

  useEffect(() => {
    if (!open) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      frame.current?.querySelector("button")?.focus();
    };
    const onLeave = ({ target }: Event) => {
      if (target instanceof Node && !frame.current?.contains(target)) setOpen(false);
    };
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("pointerdown", onLeave);
    document.addEventListener("focusin", onLeave);
    const forget = router.subscribe("onBeforeNavigate", () => setOpen(false));
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("pointerdown", onLeave);
      document.removeEventListener("focusin", onLeave);
      forget();
    };
  }, [open, router]);

  return {
    open,
    close: () => setOpen(false),
    frame,
    button: { "aria-expanded": open, "aria-controls": listId, onClick: () => setOpen(!open) },
    listId,
  };
}
