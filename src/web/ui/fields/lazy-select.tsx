import { useEffect, useRef, useState } from "react";
import { useCoarsePointer, useHydrated } from "#web/ui/environment.ts";
import { NativeSelect, type SelectProps } from "./native-select.tsx";
import { importOptional } from "./optional-imports.ts";

type SelectModule = typeof import("./select.tsx");

const IDLE_TIMEOUT_MS = 5000;
const WITHOUT_IDLE_MS = 2000;

let loaded: SelectModule | null = null;
let loading: Promise<void> | null = null;

/** Loads the select once; if that fails, the native select stays until the page is reloaded. */
function loadSelect(): Promise<void> {
  loading ??= importSelect();
  return loading;
}

async function importSelect(): Promise<void> {
  loaded = await importOptional(() => import("./select.tsx"));
}

/** Runs the callback once the page has loaded and the browser is idle; returns a function that cancels it. */
function runWhenIdle(run: () => void): () => void {
  const cancelled = new AbortController();
  const { signal } = cancelled;
  const runUnlessCancelled = () => {
    if (!signal.aborted) run();
  };
  const wait = () => {
    if ("requestIdleCallback" in window) requestIdleCallback(runUnlessCancelled, { timeout: IDLE_TIMEOUT_MS });
    else setTimeout(runUnlessCancelled, WITHOUT_IDLE_MS);
  };
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true, signal });
  return () => cancelled.abort();
}

/**
 * `Select` for pages whose first load must not include it. It is native at first; with a fine pointer, it is replaced when the page
 * is idle or the pointer or focus reaches it. Set its width, because the two have different sizes.
 */
export function LazySelect<Value extends string>(props: SelectProps<Value>) {
  const hydrated = useHydrated();
  const isCoarse = useCoarsePointer();
  const field = useRef<HTMLDivElement>(null);
  const [module, setModule] = useState(() => (hydrated && !isCoarse ? loaded : null));
  useEffect(() => {
    const element = field.current;
    if (!element || isCoarse || module) return;
    const unmounted = new AbortController();
    const { signal } = unmounted;
    /** Replaces the native select, unless it has the focus or is open. */
    const replace = () => {
      const isInUse = element.contains(document.activeElement) || element.querySelector(":is(:open)") !== null;
      if (!signal.aborted && !isInUse) setModule(loaded);
    };
    const load = () => void loadSelect().then(replace);
    element.addEventListener("pointerenter", load, { signal });
    element.addEventListener("focusin", load, { signal });
    // Wait until the next element has the focus. The event also fires when the window loses the focus.
    element.addEventListener("focusout", () => setTimeout(replace), { signal });
    const cancelIdle = runWhenIdle(load);
    return () => {
      unmounted.abort();
      cancelIdle();
    };
  }, [isCoarse, module]);
  if (module) return <module.Select {...props} />;
  return (
    <div ref={field} className="contents">
      <NativeSelect {...props} />
    </div>
  );
}
