import type { ReactNode } from "react";

type PageProps = {
  title: ReactNode;
  /** One sentence under the heading. */
  lead?: ReactNode;
  children?: ReactNode;
};

/** A screen: its one h1, which takes focus after navigation, and what follows. */
export function Page({ title, lead, children }: PageProps) {
  return (
    <>
      <h1 tabIndex={-1} className="text-6">
        {title}
      </h1>
      {lead && <p className="mt-2 max-w-(--measure) text-ink-2">{lead}</p>}
      <div className="mt-6">{children}</div>
    </>
  );
}
