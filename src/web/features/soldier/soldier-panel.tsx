import { Link } from "@tanstack/react-router";
import type { GameId } from "#domain/game.ts";
import { useSessionTrouble } from "#web/client/session.ts";
import { useViewer } from "#web/client/viewer.ts";
import { ContinueAsGuest } from "#web/shell/continue-as-guest.tsx";
import { gamePath } from "#web/shell/game-search.ts";
import { OwnSection } from "#web/shell/own-section.tsx";
import { Trouble } from "#web/shell/trouble.tsx";
import { buttonLook } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Explained } from "./explained.tsx";
import type { SoldierSearch } from "./soldier-search.ts";
import { Soldiers } from "./soldiers.tsx";

export type SoldierPanelProps = {
  game: GameId;
  search: SoldierSearch;
  /** Writes the address: a step Back can take, or in place of the present one. */
  onSearch: (search: SoldierSearch, step: "push" | "replace") => void;
};

/** The soldiers somebody follows in a game; without a session, what the section does. */
export function SoldierPanel(props: SoldierPanelProps) {
  const viewer = useViewer();
  const trouble = useSessionTrouble();
  if (trouble) return <Trouble error={trouble.error} onRetry={trouble.retry} className="panel p-5" />;
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
