import { Link } from "@tanstack/react-router";
import type { GameId } from "#domain/game.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { ContinueAsGuest } from "#web/app/shell/session/continue-as-guest.tsx";
import { OwnSection } from "#web/app/shell/session/session-expired.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { buttonLook } from "#web/components/ui/button.tsx";
import { Panel } from "#web/components/ui/panel.tsx";
import { useSessionProblem, useViewer } from "#web/data/session/session.ts";
import { ProgressScreen } from "./progress-screen.tsx";
import type { ProgressPanelProps } from "./progress-search.ts";

/** What is left to unlock, earn and reach; without a session, what the section does. */
export function ProgressPanel(props: ProgressPanelProps) {
  const viewer = useViewer();
  const problem = useSessionProblem();
  if (problem) return <ErrorPanel error={problem.error} onRetry={problem.retry} className="panel p-5" />;
  if (viewer === undefined) return <Skeleton label="Loading your progress" rows={6} className="h-24" />;
  if (viewer === null) return <Stranger game={props.game} />;
  return (
    <OwnSection>
      <ProgressScreen {...props} />
    </OwnSection>
  );
}

const EXPLAINED: Record<GameId, { title: string; text: string; points: readonly string[] }> = {
  bf4: {
    title: "See what is closest",
    text: "Everything in Battlefield 4 that is to be unlocked or earned, the fewest kills or points away first: no percentages that hide how much is left.",
    points: [
      "Counts come from a soldier's snapshots, from a saved Battlelog file, or from what you tick by hand.",
      "Checklists of assignments, medals, ribbons, service stars, dog tags, ranks and vehicle options.",
      "A plan in your own order, with what it asks for in all.",
    ],
  },
  bf2042: {
    title: "Set yourself goals",
    text: "Battlefield 2042 has no public list of unlock requirements, so the goals are your own: so many kills with a weapon, revives with a class, wins in a mode.",
    points: [
      "How far you are comes from a soldier's snapshots.",
      "Count in all, or from the day you set the goal.",
      "What is reached stays listed, with the day it was seen.",
    ],
  },
};

function Stranger({ game }: { game: GameId }) {
  const { title, text, points } = EXPLAINED[game];
  return (
    <Panel title={title} className="max-w-3xl">
      <div className="grid max-w-(--measure) gap-3 text-ink-2">
        <p>{text}</p>
        <ul className="grid list-disc gap-1 pl-5 text-0">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
      <div className="mt-5 flex flex-wrap items-start gap-3">
        <ContinueAsGuest />
        <Link to="/login" search={{ redirect: `${gamePath[game]}?tab=progress` }} className={buttonLook("secondary")}>
          Sign in
        </Link>
      </div>
    </Panel>
  );
}
