import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import type { GameId } from "#domain/game.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { EmptyState } from "#web/components/feedback/empty-state.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Button, buttonLook } from "#web/components/ui/button.tsx";
import { interruptedForms } from "#web/data/interrupted-input.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { OwnGoal } from "#web/features/progress/answers.ts";
import type { ListProps } from "#web/features/progress/progress-screen.tsx";
import { goalInput } from "./aims.ts";
import { GoalRow } from "./goal-row.tsx";
import { GoalStarters } from "./goal-starters.tsx";
import { useGoalChanges } from "./use-goals.ts";

const GoalDialog = lazy(() => import("./goal-dialog.tsx").then((module) => ({ default: module.GoalDialog })));

const WHY: Record<GameId, string> = {
  bf2042:
    "Battlefield 2042 has no public list of unlock requirements, so the goals are your own, counted from your soldier's snapshots.",
  bf4: "What the lists do not have: goals of your own, counted from your soldier's snapshots.",
};

/** A soldier's goals and their progress. */
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
  if (!query.data) return <ErrorPanel error={query.error} onRetry={query.refetch} className="panel p-5" />;
  const asked =
    chosen === undefined && interrupted
      ? (query.data.find(({ id }) => id === interrupted) ?? (interrupted === "new" ? "new" : null))
      : chosen;
  const getRow = (own: OwnGoal) => (
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
      {open.length > 0 && <GoalList label="Goals to go">{open.map(getRow)}</GoalList>}
      <GoalStarters soldierId={soldierId} starters={starters.data ?? []} goals={query.data} />
      {reached.length > 0 && (
        <section aria-labelledby="reached-title" className="grid gap-2">
          <h3 id="reached-title" className="text-3">
            Reached
          </h3>
          <GoalList label="Reached goals">{reached.map(getRow)}</GoalList>
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
