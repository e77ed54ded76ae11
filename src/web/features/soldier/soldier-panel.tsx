import { Link } from "@tanstack/react-router";
import type { GameId } from "#domain/game.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { ContinueAsGuest } from "#web/app/shell/session/continue-as-guest.tsx";
import { OwnSection } from "#web/app/shell/session/session-expired.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { buttonLook } from "#web/components/ui/button.tsx";
import { useSessionProblem, useViewer } from "#web/data/session/session.ts";
import { Explained } from "./explained.tsx";
import type { SoldierPanelProps } from "./soldier-search.ts";
import { Soldiers } from "./soldiers.tsx";

/** The soldiers a user follows in a game; without a session, a description of the section. */
export function SoldierPanel(props: SoldierPanelProps) {
  const viewer = useViewer();
  const problem = useSessionProblem();
  if (problem) return <ErrorPanel error={problem.error} onRetry={problem.retry} className="panel p-5" />;
  if (viewer === undefined) return <Skeleton label="Loading your soldiers" rows={4} className="h-24" />;
  if (viewer === null) return <Stranger game={props.game} />;
  return (
    <OwnSection isViewable>
      <Soldiers {...props} />
    </OwnSection>
  );
}

function Stranger({ game }: { game: GameId }) {
  return (
    <Explained game={game} title="Follow a soldier">
      <ContinueAsGuest />
      <Link to="/login" search={{ redirect: `${gamePath[game]}?tab=soldier` }} className={buttonLook("secondary")}>
        Sign in
      </Link>
    </Explained>
  );
}
