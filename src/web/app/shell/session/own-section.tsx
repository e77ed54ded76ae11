import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { GameId } from "#domain/game.ts";
import { m } from "#messages";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { type GameTab, gamePath } from "#web/app/shell/page/game-search.ts";
import { useSessionProblem, useViewer } from "#web/data/session/session.ts";
import { buttonLook } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { ReadOnly, ReadOnlyView } from "#web/ui/read-only.tsx";
import { ContinueAsGuest } from "./continue-as-guest.tsx";
import { SessionExpired } from "./session-expired.tsx";

type OwnSectionProps = {
  /** Stands here while the session is unknown. */
  loading: { label: string; rows: number };
  /** Stands here without a session. */
  explanation: ReactNode;
  /** The section's own parts disable what changes something; otherwise all controls are disabled. */
  isViewable?: boolean;
  children: ReactNode;
};

/** A person's own things: read-only under a notice once their session has ended elsewhere. */
export function OwnSection({ loading, explanation, isViewable = false, children }: OwnSectionProps) {
  const viewer = useViewer();
  const problem = useSessionProblem();
  if (problem) return <ErrorPanel error={problem.error} onRetry={problem.retry} className="panel p-5" />;
  if (viewer === undefined) return <Skeleton {...loading} className="h-24" />;
  if (viewer === null) return explanation;
  const Part = isViewable ? ReadOnlyView : ReadOnly;
  return (
    <>
      {viewer.hasEnded && <SessionExpired className="mb-6" />}
      <Part active={viewer.hasEnded}>{children}</Part>
    </>
  );
}

type ExplanationProps = {
  title: string;
  text: string;
  points: readonly string[];
  /** What one can do from here. */
  children: ReactNode;
};

/** What a section does, where there is nothing in it yet. */
export const Explanation = ({ title, text, points, children }: ExplanationProps) => (
  <Panel title={title} className="max-w-3xl">
    <div className="grid max-w-(--measure) gap-3 text-ink-2">
      <p>{text}</p>
      <ul className="grid list-disc gap-1 pl-5 text-0">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
    <div className="mt-5 flex flex-wrap items-start gap-3">{children}</div>
  </Panel>
);

/** The ways to get a locker, from a section and back to it. */
export const WaysToBegin = ({ game, tab }: { game: GameId; tab: GameTab }) => (
  <>
    <ContinueAsGuest />
    <Link to="/login" search={{ redirect: `${gamePath[game]}?tab=${tab}` }} className={buttonLook("secondary")}>
      {m.common_sign_in()}
    </Link>
  </>
);
