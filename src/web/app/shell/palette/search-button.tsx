import { lazy, Suspense, useState } from "react";

const Palette = lazy(() => import("./palette.tsx").then((module) => ({ default: module.Palette })));

/** Opens search over everything; Ctrl K presses it, too. */
export function SearchButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        data-key="palette"
        aria-label="Search"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="grid size-10 shrink-0 place-items-center rounded-1 text-ink-2 hover:text-ink pointer-coarse:size-11"
      >
        <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5 fill-none stroke-current stroke-[1.75]">
          <path d="M13 13l5 5M3 8.5a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0" />
        </svg>
      </button>
      {open && (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
