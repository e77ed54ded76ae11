import { Plus } from "lucide-react";
import { formatAim, formatDone } from "#domain/progress/goals/goal-words.ts";
import { Button } from "#web/components/ui/button.tsx";
import { getProblem } from "#web/data/problem.ts";
import { newId } from "#web/data/stores/new-id.ts";
import type { GoalStarter, OwnGoal } from "#web/features/progress/answers.ts";
import { useGoalChanges } from "./use-goals.ts";

type GoalStartersProps = { soldierId: string; starters: readonly GoalStarter[]; goals: readonly OwnGoal[] };

/** Goals to pick from: the next round number of what the soldier does most. */
export function GoalStarters({ soldierId, starters, goals }: GoalStartersProps) {
  const { save } = useGoalChanges(soldierId);
  const set = new Set(goals.map(({ goal: { aim, amount } }) => JSON.stringify([aim, amount])));
  const offered = starters.filter(({ goal: { aim, amount } }) => !set.has(JSON.stringify([aim, amount])));
  if (offered.length === 0) return null;
  return (
    <section aria-labelledby="starters-title" className="panel grid gap-3 p-5">
      <h3 id="starters-title" className="text-3">
        Close to what you do already
      </h3>
      {save.isError && (
        <p role="alert" className="text-0 text-danger">
          {getProblem(save.error).text}
        </p>
      )}
      <ul className="grid gap-2 md:grid-cols-2">
        {offered.map((starter) => {
          const { goal, unit, progress } = starter;
          const what = formatAim(goal.aim, starter);
          return (
            <li key={what} className="flex items-center justify-between gap-3 border-t border-line pt-2">
              <span className="min-w-0 break-words">
                <b className="num font-cond">
                  {formatDone(goal, progress.state === "known" ? progress.done : null, unit)}
                </b>{" "}
                {what}
              </span>
              <Button
                size="small"
                aria-label={`Set this goal: ${what}`}
                onClick={() =>
                  save.mutate({ id: newId(), soldierId, aim: goal.aim, amount: goal.amount, fromNow: false })
                }
              >
                <Plus aria-hidden="true" className="size-4" />
                Set
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
