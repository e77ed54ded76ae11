import { type RefCallback, useCallback } from "react";

/**
 * Returns the ref of a bar that sticks to the bottom of the window. Its height is the style property `--tray-h`, so that scrolling to a
 * focused element does not leave it behind the bar.
 */
export function useTrayHeight(): RefCallback<HTMLElement> {
  return useCallback((bar) => {
    if (!bar) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty("--tray-h", `${bar.offsetHeight}px`));
    observer.observe(bar);
    return () => {
      observer.disconnect();
      style.removeProperty("--tray-h");
    };
  }, []);
}
