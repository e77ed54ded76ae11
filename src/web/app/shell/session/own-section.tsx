import type { ReactNode } from "react";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { useSessionProblem, useViewer } from "#web/data/session/session.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { ReadOnly, ReadOnlyView } from "#web/ui/read-only.tsx";
import { SessionExpired } from "./session-expired.tsx";

type OwnSectionProps = {
  /** The placeholder while the session is loading. */
  loading: { label: string; rows: number };
  /** The content without a session. */
  sample: ReactNode;
  /** If true, the content disables its own controls while read-only; otherwise all controls are disabled. */
  isViewable?: boolean;
  children: ReactNode;
};

/** A section with the user's own data. After the session has ended elsewhere, it is read-only and shows a notice. */
export function OwnSection({ loading, sample, isViewable = false, children }: OwnSectionProps) {
  const viewer = useViewer();
  const problem = useSessionProblem();
  if (problem) return <ErrorPanel error={problem.error} onRetry={problem.retry} className="panel p-5" />;
  if (viewer === undefined) return <Skeleton {...loading} className="h-24" />;
  if (viewer === null) return sample;
  const Container = isViewable ? ReadOnlyView : ReadOnly;
  return (
    <>
      {viewer.hasEnded && <SessionExpired className="mb-6" />}
      <Container active={viewer.hasEnded}>{children}</Container>
    </>
  );
}
