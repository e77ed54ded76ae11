import { Link, useLocation } from "@tanstack/react-router";
import type { GameId } from "#domain/game.ts";
import { EmptyState } from "#web/components/feedback/empty-state.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Combobox } from "#web/components/fields/combobox.tsx";
import { Button, buttonLook } from "#web/components/ui/button.tsx";
import type { Proposal } from "#web/features/loadout/editor/history/use-history.ts";
import type { LoadoutSearch } from "#web/features/loadout/loadout-search.ts";
import { DiffView } from "./diff-view.tsx";
import { getOtherChoices, useChoices } from "./use-choices.ts";
import { useSide } from "./use-side.ts";

type DiffPanelProps = {
  game: GameId;
  /** Ids of saved loadouts or "draft", parted by a comma; the second may be missing. */
  diff: string;
  onDiff: (diff: string) => void;
  /** Opens A in the editor, with what was copied as a change not saved yet. */
  onCopy: (search: LoadoutSearch & { edit: string }, proposal: Proposal) => void;
  onClose: () => void;
};

/** Two loadouts of the locker side by side, or one and the draft of this device. */
export function DiffPanel({ game, diff, onDiff, onCopy, onClose }: DiffPanelProps) {
  const [refA = null, refB = null] = diff.split(",");
  const a = useSide(game, refA, refB);
  const b = useSide(game, refB, refA);
  const choices = useChoices(game);
  const lost = [a, b].find((side) => side.state === "missing");
  return (
    <div className="grid gap-5">
      <header className="flex flex-wrap items-center gap-3">
        <h2 className="grow text-5">Compare loadouts</h2>
        <Button kind="quiet" onClick={onClose}>
          All loadouts
        </Button>
      </header>
      <div className="grid gap-4 sm:grid-cols-2">
        <Combobox
          label="Loadout A"
          value={refA}
          options={getOtherChoices(choices, game, refB)}
          placeholder="Choose"
          onChange={(id) => onDiff([id, refB].filter(Boolean).join(","))}
        />
        <Combobox
          label="Loadout B"
          value={refB}
          options={getOtherChoices(choices, game, refA)}
          placeholder="Choose"
          onChange={(id) => onDiff(`${refA},${id}`)}
        />
      </div>
      {lost?.state === "missing" && <Lost text={lost.text} isSignIn={lost.isSignIn} />}
      {b.state === "open" && <EmptyState text="Choose a second loadout to compare." />}
      {(a.state === "loading" || b.state === "loading") && <Skeleton label="Loading both loadouts" rows={6} />}
      {a.state === "found" && b.state === "found" && (
        <DiffView
          a={a.side}
          b={b.side}
          onSwap={() => onDiff(`${refB},${refA}`)}
          onCopy={(loadout, what) => onCopy(a.search, { loadout, label: what })}
        />
      )}
    </div>
  );
}

function Lost({ text, isSignIn }: { text: string; isSignIn: boolean }) {
  const href = useLocation({ select: (location) => location.href });
  return (
    <EmptyState text={text}>
      {isSignIn && (
        <Link to="/login" search={{ redirect: href }} className={buttonLook("primary")}>
          Sign in
        </Link>
      )}
    </EmptyState>
  );
}
