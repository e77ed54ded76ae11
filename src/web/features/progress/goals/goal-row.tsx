import { Check, Pencil, X } from "lucide-react";
import { formatAim, formatDone } from "#domain/progress/goals/goal-words.ts";
import { formatFigure } from "#domain/soldier/figures/figure-words.ts";
import { ProgressBar } from "#web/components/figures/progress-bar.tsx";
import { IconButton } from "#web/components/ui/icon-button.tsx";
import type { OwnGoal } from "#web/features/progress/answers.ts";

type GoalRowProps = { own: OwnGoal; onEdit: () => void; onRemove: () => void };

const DAYS = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });

const formatDay = (at: string): string => DAYS.format(new Date(at));

/** One goal: what it is about, how far it is, and since when it is reached. */
export function GoalRow({ own, onEdit, onRemove }: GoalRowProps) {
  const { goal, unit, progress, reachedAt, createdAt } = own;
  const done = progress.state === "known" ? progress.done : null;
  const what = formatAim(goal.aim, own);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0 md:px-2">
      <div className="grid min-w-0 gap-1.5">
        <p className="font-cond text-2 leading-tight break-words">
          <b className="num">{formatDone(goal, done, unit)}</b> {what}
        </p>
        {done !== null && (
          <ProgressBar
            label={what}
            done={done}
            needed={goal.amount}
            text={formatDone(goal, done, unit)}
            className="max-w-md"
          />
        )}
        <p className="flex flex-wrap items-center gap-x-2 text-0 text-ink-2">
          {reachedAt !== null && (
            <span className="inline-flex items-center gap-1 font-cond font-bold text-ok">
              <Check aria-hidden="true" className="size-4" />
              Reached, seen on {formatDay(reachedAt)}
            </span>
          )}
          {reachedAt === null && progress.state === "known" && (
            <span className="num">{formatFigure(progress.left, unit)} left</span>
          )}
          {progress.state === "unknown" && <span>No snapshot has this figure yet.</span>}
          {goal.from !== null && <span className="text-ink-3">counted since {formatDay(createdAt)}</span>}
        </p>
      </div>
      <span className="flex gap-1">
        <IconButton label={`Edit: ${what}`} onClick={onEdit}>
          <Pencil aria-hidden="true" className="size-4.5" />
        </IconButton>
        <IconButton label={`Remove: ${what}`} onClick={onRemove}>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </span>
    </li>
  );
}
