import { type ReactNode, useState } from "react";
import { ChevronDown } from "./icons.tsx";

/** A collapsed section whose content is loaded when it opens. */
export function CollapsedSection({ title, children }: { title: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
      <summary className="flex min-h-8 items-center gap-1 text-0 font-semibold text-accent pointer-coarse:min-h-11">
        {title}
        <ChevronDown aria-hidden="true" className="size-4 group-open:rotate-180" />
      </summary>
      {open && <div className="pt-2">{children}</div>}
    </details>
  );
}
