import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { classes } from "#web/ui/class-names.ts";
import { navigations } from "./page.tsx";

type ViewHeadingProps = { id?: string; ref?: Ref<HTMLElement>; className?: string; children: ReactNode };

/** The heading of a view that search parameters open. It takes the focus when the view opens, except from a control. */
export function ViewHeading({ ref, className, ...rest }: ViewHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useImperativeHandle(ref, () => heading.current as HTMLHeadingElement);
  useEffect(() => {
    if (navigations.count > 0 && isFocusFree()) heading.current?.focus({ preventScroll: true });
  }, []);
  return <h2 ref={heading} tabIndex={-1} className={classes("outline-none", className)} {...rest} />;
}

/** Whether no control has the focus: a removed one has lost it, a heading took it after a navigation, or the user clicked beside them. */
export function isFocusFree(): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.matches("main, main :is(h1, h2)");
}

/** Focuses the heading of the page if a removed control had the focus. */
export function focusPageHeading(): void {
  if (isFocusFree()) document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
}
