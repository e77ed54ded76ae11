import { useSyncExternalStore } from "react";

const WIDE = "(width >= 64rem)";

function listen(onChange: () => void) {
  const query = matchMedia(WIDE);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/** Whether two panes have room beside each other. */
export const useWide = (): boolean => useSyncExternalStore(listen, () => matchMedia(WIDE).matches);
