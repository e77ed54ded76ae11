import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { classes } from "./class-names.ts";

type ScrollFrameProps = {
  /** Of the region, while there is more than fits. */
  label: string;
  className?: string;
  /** The first column stays in place, so that only the right edge fades. */
  hasStickyStart?: boolean;
  /** As `data-view`: how the rows of a figure table are shown. */
  view?: string;
  ref?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
};

/** What may be wider than its place: it fades at each edge behind which there is more, and is scrolled with arrow keys, too. */
export function ScrollFrame({ label, className, hasStickyStart, view, ref, children }: ScrollFrameProps) {
  const own = useRef<HTMLDivElement>(null);
  const frame = ref ?? own;
  const hidden = useHidden(frame);
  return (
    <div
      ref={frame}
      data-view={view}
      data-hidden={hidden || undefined}
      data-sticky-start={hasStickyStart}
      className={classes("scroll-frame overflow-x-auto", className)}
      {...(hidden && { role: "region", "aria-label": label, tabIndex: 0 })}
    >
      {children}
    </div>
  );
}

function useHidden(frame: RefObject<HTMLElement | null>): string {
  const [hidden, setHidden] = useState("");
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => setHidden(getHidden(element));
    const observer = new ResizeObserver(measure);
    for (const watched of [element, ...element.children]) observer.observe(watched);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [frame]);
  return hidden;
}

/** The edges behind which there is more, as a list of words. */
function getHidden(element: HTMLElement): string {
  const { scrollLeft, scrollWidth, clientWidth } = element;
  // Where the window is wide enough, a frame lets its content stand out.
  if (getComputedStyle(element).overflowX === "visible") return "";
  const start = scrollLeft > 1;
  const end = scrollLeft + clientWidth < scrollWidth - 1;
  return classes(start && "start", end && "end");
}
