import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { classes } from "./class-names.ts";

type ScrollFrameProps = {
  /** The accessible name of the region while its content overflows. */
  label: string;
  className?: string;
  /** The first column is sticky, so only the right edge fades. */
  hasStickyStart?: boolean;
  /** The value of `data-view`: how the rows of a figure table are shown. */
  view?: string;
  ref?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
};

/** A container for wide content. It scrolls sideways, also with arrow keys, and fades at each edge with hidden content. */
export function ScrollFrame({ label, className, hasStickyStart, view, ref, children }: ScrollFrameProps) {
  const defaultFrame = useRef<HTMLDivElement>(null);
  const frame = ref ?? defaultFrame;
  const hiddenEdges = useHiddenEdges(frame);
  return (
    <div
      ref={frame}
      data-view={view}
      data-hidden={hiddenEdges || undefined}
      data-sticky-start={hasStickyStart}
      className={classes("scroll-frame overflow-x-auto", className)}
      {...(hiddenEdges && { role: "region", "aria-label": label, tabIndex: 0 })}
    >
      {children}
    </div>
  );
}

/** Returns the edges of an element with hidden content, separated by spaces: the value of `data-hidden` of a `scroll-frame`. */
export function useHiddenEdges(frame: RefObject<HTMLElement | null>): string {
  const [hiddenEdges, setHiddenEdges] = useState("");
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => setHiddenEdges(getHiddenEdges(element));
    const observer = new ResizeObserver(measure);
    for (const watched of [element, ...element.children]) observer.observe(watched);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [frame]);
  return hiddenEdges;
}

/** Returns the edges with hidden content, separated by spaces. */
function getHiddenEdges(element: HTMLElement): string {
  const { scrollLeft, scrollWidth, clientWidth } = element;
  // In a wide window, the style sheet lets the content overflow visibly.
  if (getComputedStyle(element).overflowX === "visible") return "";
  const start = scrollLeft > 1;
  const end = scrollLeft + clientWidth < scrollWidth - 1;
  return classes(start && "start", end && "end");
}
