import type { ReactNode } from "react";
import { ReadOnly, ReadOnlyView } from "#web/components/ui/read-only.tsx";
import { useViewer } from "#web/data/session/session.ts";
import { SessionExpired } from "./session-expired.tsx";

type OwnSectionProps = {
  /** The section's own parts disable what changes something; otherwise all controls are disabled. */
  isViewable?: boolean;
  children: ReactNode;
};

/** A person's own things: read-only under a notice once their session has ended elsewhere. */
export function OwnSection({ isViewable = false, children }: OwnSectionProps) {
  const Part = isViewable ? ReadOnlyView : ReadOnly;
  const hasEnded = useViewer()?.hasEnded === true;
  return (
    <>
      {hasEnded && <SessionExpired className="mb-6" />}
      <Part active={hasEnded}>{children}</Part>
    </>
  );
}
