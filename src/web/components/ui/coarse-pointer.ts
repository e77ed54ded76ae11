import { useSyncExternalStore } from "react";

const COARSE = "(pointer: coarse)";

function watch(listener: () => void): () => void {
  const query = matchMedia(COARSE);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether the main pointer is a finger; false in the build and during hydration. */
export function useCoarsePointer(): boolean {
  return useSyncExternalStore(
    watch,
    () => matchMedia(COARSE).matches,
    () => false,
  );
}
