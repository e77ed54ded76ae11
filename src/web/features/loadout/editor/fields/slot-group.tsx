import { type ReactNode, useId } from "react";

/** A titled part of the editor. */
export function SlotGroup({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="panel grid gap-4 p-4 md:p-5">
      <h3 id={id} className="text-2">
        {title}
      </h3>
      {children}
    </section>
  );
}
