import type { ReactNode } from "react";
import { useViewer } from "#web/client/viewer.ts";
import { ReadOnly } from "#web/ui/read-only.tsx";
import { SessionExpired } from "./session-expired.tsx";

/** A person's own things: read-only under a notice once their session has ended elsewhere. */
export function OwnSection({ children }: { children: ReactNode }) {
  const hasEnded = useViewer()?.hasEnded === true;
  return (
    <>
      {hasEnded && <SessionExpired className="mb-6" />}
      <ReadOnly active={hasEnded}>{children}</ReadOnly>
    </>
  );
}
