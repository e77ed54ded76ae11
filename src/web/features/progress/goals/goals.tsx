import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, Suspense, useRef, useState } from "react";
import type { GameId } from "#domain/game.ts";
import { isSampleSoldier } from "#domain/soldier/sample.ts";
import { m } from "#messages";
import { formatDay } from "#messages/format.ts";
import { formatAim, formatDone } from "#messages/progress/goal-words.ts";
import { formatFigure } from "#messages/soldier/figure-words.ts";
import { ErrorLine } from "#web/app/shell/error-panel.tsx";
import { NearLimit } from "#web/app/shell/near-limit.tsx";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { QueryFallback } from "#web/app/shell/query-list.tsx";
import { listInterruptedForms } from "#web/data/offline/typed/interrupted-input.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { GoalStarter, ListProps, OwnGoal } from "#web/features/progress/progress-search.ts";
import { Button, getButtonClasses } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ProgressBar } from "#web/ui/figures/progress-bar.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Check, Pencil, Plus, X } from "#web/ui/icons.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import { MarkupText } from "#web/ui/markup-text.tsx";
import { getGoalInputKey, useGoalChanges } from "./aims.ts";

const GoalDialog = lazyNamed(() => import("./goal-dialog.tsx"), "GoalDialog");

const EXPLANATIONS: Record<GameId, string> = {
  bf2042: m.progress_why_goals_bf2042(),
  bf4: m.progress_why_goals_bf4(),
};

/** A soldier's goals and their progress. */
export function Goals({ game, soldierId }: ListProps) {
  return (
    <>
      <p className="max-w-(--measure) text-ink-2">{EXPLANATIONS[game]}</p>
      {soldierId === null ? <NoSoldier game={game} /> : <OwnGoals key={soldierId} game={game} soldierId={soldierId} />}
    </>
  );
}

const NoSoldier = ({ game }: { game: GameId }) => (
  <EmptyState glyph="rank-1" text={m.progress_goals_need_soldier()}>
    <Link to={gamePath[game]} search={{ tab: "soldier" }} className={getButtonClasses("primary")}>
      {m.common_add_a_soldier()}
    </Link>
  </EmptyState>
);

function OwnGoals({ game, soldierId }: { game: GameId; soldierId: string }) {
  const { goal } = useTRPC();
  const query = useQuery(goal.list.queryOptions({ soldierId }));
  const starters = useQuery(goal.starters.queryOptions({ soldierId }));
  const { remove } = useGoalChanges(soldierId);
  const isSample = isSampleSoldier(soldierId);
  const [interrupted] = useState(() => listInterruptedForms(getGoalInputKey(soldierId, ""))[0]);
  const [chosen, setChosen] = useState<OwnGoal | "new" | null>();
  const heading = useRef<HTMLHeadingElement>(null);
  if (!query.data || starters.isPending)
    return <QueryFallback query={query} loading={m.progress_loading_your_goals()} rowClassName="h-20" />;
  const dialogGoal =
    chosen === undefined && interrupted
      ? (query.data.find(({ id }) => id === interrupted) ?? (interrupted === "new" ? "new" : null))
      : chosen;
  const getRow = (ownGoal: OwnGoal) => (
    <GoalRow
      key={ownGoal.id}
      ownGoal={ownGoal}
      isSample={isSample}
      onEdit={() => setChosen(ownGoal)}
      onRemove={() => {
        heading.current?.focus();
        void remove(ownGoal);
      }}
    />
  );
  const openGoals = query.data.filter(({ reachedAt }) => reachedAt === null);
  const reachedGoals = query.data.filter(({ reachedAt }) => reachedAt !== null);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 ref={heading} tabIndex={-1} className="num text-3 outline-none">
          {m.progress_goals_to_go({ count: openGoals.length })}
        </h3>
        {!isSample && (
          <Button kind="primary" onClick={() => setChosen("new")}>
            {m.progress_add_a_goal()}
          </Button>
        )}
      </div>
      <NearLimit limits={["goals"]} />
      {openGoals.length > 0 && <GoalList label={m.progress_open_goals()}>{openGoals.map(getRow)}</GoalList>}
      <GoalStarters
        soldierId={soldierId}
        starters={starters.data ?? []}
        goals={query.data}
        onSet={() => heading.current?.focus()}
      />
      {reachedGoals.length > 0 && (
        <section aria-labelledby="reached-title" className="grid gap-2">
          <h3 id="reached-title" className="text-3">
            {m.progress_reached_title()}
          </h3>
          <GoalList label={m.progress_reached_goals()}>{reachedGoals.map(getRow)}</GoalList>
        </section>
      )}
      {dialogGoal && (
        <Suspense>
          <GoalDialog
            game={game}
            soldierId={soldierId}
            edited={dialogGoal === "new" ? null : dialogGoal}
            onClose={() => setChosen(null)}
          />
        </Suspense>
      )}
    </>
  );
}

const GoalList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul aria-label={label} className="grid grid-cols-[minmax(0,1fr)] lg:grid-cols-2 lg:gap-x-8">
    {children}
  </ul>
);

type GoalRowProps = { ownGoal: OwnGoal; isSample: boolean; onEdit: () => void; onRemove: () => void };

/** A goal with its aim, its progress, and the day on which it was reached. */
function GoalRow({ ownGoal, isSample, onEdit, onRemove }: GoalRowProps) {
  const { goal, unit, progress, reachedAt, createdAt } = ownGoal;
  const done = progress.state === "known" ? progress.done : null;
  const isReached = reachedAt !== null;
  const amount = formatDone(goal, isReached ? null : done, unit);
  const title = formatAim(goal.aim, ownGoal);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0 md:px-2 lg:nth-2:border-t-0">
      <div className="grid min-w-0 gap-1.5">
        <p className="font-cond text-2 leading-tight break-words">
          <MarkupText
            message={m.progress_goal_and_amount}
            inputs={{ goal: title, amount }}
            markup={{ b: ({ children }) => <b className="num">{children}</b> }}
          />
        </p>
        {done !== null && !isReached && (
          <ProgressBar label={title} done={done} needed={goal.amount} text={amount} className="max-w-md" />
        )}
        <p className="flex flex-wrap items-center gap-x-2 text-0 text-ink-2">
          {isReached && (
            <span className="inline-flex items-center gap-1 font-cond font-bold text-ok">
              <Check aria-hidden="true" className="size-4" />
              {m.progress_reached_on({ day: formatDay(reachedAt) })}
            </span>
          )}
          {isReached && done !== null && (
            <span className="num">{m.progress_reached_now({ value: formatFigure(done, unit) })}</span>
          )}
          {!isReached && progress.state === "known" && (
            <span className="num">{m.progress_amount_left({ amount: formatFigure(progress.left, unit) })}</span>
          )}
          {progress.state === "unknown" && <span>{m.progress_no_snapshot_has_this_figure_yet()}</span>}
          {goal.from !== null && (
            <span className="text-ink-3">{m.progress_counted_since({ day: formatDay(createdAt) })}</span>
          )}
        </p>
      </div>
      {!isSample && (
        <span className="flex gap-1">
          <IconButton label={m.progress_edit_goal({ goal: title })} onClick={onEdit}>
            <Pencil aria-hidden="true" className="size-4.5" />
          </IconButton>
          <IconButton label={m.progress_remove_goal({ goal: title })} onClick={onRemove}>
            <X aria-hidden="true" className="size-5" />
          </IconButton>
        </span>
      )}
    </li>
  );
}

type GoalStartersProps = {
  soldierId: string;
  starters: readonly GoalStarter[];
  goals: readonly OwnGoal[];
  onSet: () => void;
};

/** Suggested goals, without those that the user has already set. */
function GoalStarters({ soldierId, starters, goals, onSet }: GoalStartersProps) {
  const { save } = useGoalChanges(soldierId);
  const existingGoals = new Set(goals.map(({ goal: { aim, amount } }) => JSON.stringify([aim, amount])));
  const suggestions = starters.filter(({ goal: { aim, amount } }) => !existingGoals.has(JSON.stringify([aim, amount])));
  if (suggestions.length === 0) return null;
  return (
    <section aria-labelledby="starters-title" className="panel grid gap-3 p-5">
      <h3 id="starters-title" className="text-3">
        {m.progress_suggested_goals()}
      </h3>
      <ErrorLine error={save.error} />
      <ul className="grid gap-x-8 gap-y-2 md:grid-cols-2">
        {suggestions.map((starter) => {
          const { goal, unit, progress } = starter;
          const title = formatAim(goal.aim, starter);
          return (
            <li key={title} className="flex items-center justify-between gap-3 border-t border-line pt-2">
              <span className="min-w-0 break-words">
                <MarkupText
                  message={m.progress_goal_and_amount}
                  inputs={{
                    goal: title,
                    amount: formatDone(goal, progress.state === "known" ? progress.done : null, unit),
                  }}
                  markup={{ b: ({ children }) => <b className="num font-cond">{children}</b> }}
                />
              </span>
              <Button
                size="small"
                aria-label={m.progress_set_this_goal({ goal: title })}
                onClick={() => {
                  onSet();
                  save.mutate({ id: newId(), soldierId, aim: goal.aim, amount: goal.amount, fromNow: false });
                }}
              >
                <Plus aria-hidden="true" className="size-4" />
                {m.progress_set_button()}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
