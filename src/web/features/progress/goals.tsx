import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import type { GameId } from "#domain/game.ts";
import { interruptedForms } from "#web/client/kept-input.ts";
import { useTRPC } from "#web/client/trpc.ts";
import { gamePath } from "#web/shell/game-search.ts";
import { Trouble } from "#web/shell/trouble.tsx";
import { Button, buttonLook } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { goalInput } from "./aims.ts";
import type { OwnGoal } from "./answers.ts";
import { GoalRow } from "./goal-row.tsx";
import { GoalStarters } from "./goal-starters.tsx";
import type { ListProps } from "./progress-screen.tsx";
import { useGoalChanges } from "./use-goals.ts";

const GoalDialog = lazy(() => import("./goal-dialog.tsx").then((module) => ({ default: module.GoalDialog })));

const WHY: Record<GameId, string> = {
  bf2042:
    "No public source tells what unlocks what in Battlefield 2042. So nothing is guessed here: the goals are your own, counted from your soldier's snapshots.",
  bf4: "What the lists do not have: goals of your own, counted from your soldier's snapshots.",
};

/** Goals somebody sets a soldier, and how far each is. */
export function Goals({ game, soldierId }: ListProps) {
  return (
    <>
      <p className="max-w-(--measure) text-ink-2">{WHY[game]}</p>
      {soldierId === null ? <NoSoldier game={game} /> : <OwnGoals key={soldierId} game={game} soldierId={soldierId} />}
    </>
  );
}

const NoSoldier = ({ game }: { game: GameId }) => (
  <EmptyState text="Goals are counted from what a soldier's snapshots tell. Choose a soldier, or add one.">
    <Link to={gamePath[game]} search={{ tab: "soldier" }} className={buttonLook("primary")}>
      Add a soldier
    </Link>
  </EmptyState>
);

function OwnGoals({ game, soldierId }: { game: GameId; soldierId: string }) {
  const { goal } = useTRPC();
  const query = useQuery(goal.list.queryOptions({ soldierId }));
  const starters = useQuery(goal.starters.queryOptions({ soldierId }));
  const { remove } = useGoalChanges(soldierId);
  const [interrupted] = useState(() => interruptedForms(goalInput(soldierId, ""))[0]);
  const [chosen, setAsked] = useState<OwnGoal | "new" | null>();
  const heading = useRef<HTMLHeadingElement>(null);
  if (query.isPending || starters.isPending) return <Skeleton label="Loading your goals" rows={4} className="h-20" />;
  if (!query.data) return <Trouble error={query.error} onRetry={query.refetch} className="panel p-5" />;
  const asked =
    chosen === undefined && interrupted
      ? (query.data.find(({ id }) => id === interrupted) ?? (interrupted === "new" ? "new" : null))
      : chosen;
  const rowOf = (own: OwnGoal) => (
    <GoalRow
      key={own.id}
      own={own}
      onEdit={() => setAsked(own)}
      onRemove={() => {
        heading.current?.focus();
        void remove(own);
      }}
    />
  );
  const open = query.data.filter(({ reachedAt }) => reachedAt === null);
  const reached = query.data.filter(({ reachedAt }) => reachedAt !== null);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 ref={heading} tabIndex={-1} className="num text-3 outline-none">
          {open.length === 1 ? "1 goal" : `${open.length} goals`} to go
        </h3>
        <Button kind="primary" onClick={() => setAsked("new")}>
          Add a goal
        </Button>
      </div>
      {open.length > 0 && <GoalList label="Goals to go">{open.map(rowOf)}</GoalList>}
      <GoalStarters soldierId={soldierId} starters={starters.data ?? []} goals={query.data} />
      {reached.length > 0 && (
        <section aria-labelledby="reached-title" className="grid gap-2">
          <h3 id="reached-title" className="text-3">
            Reached
          </h3>
          <GoalList label="Reached goals">{reached.map(rowOf)}</GoalList>
        </section>
      )}
      {asked && (
        <Suspense>
          <GoalDialog
            game={game}
            soldierId={soldierId}
            edited={asked === "new" ? null : asked}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </>
  );
}

const GoalList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul aria-label={label} className="grid grid-cols-[minmax(0,1fr)]">
    {children}
  </ul>
);
