import { Check, Pencil, X } from "lucide-react";
import { sayAim, sayDone } from "#domain/progress/goal-words.ts";
import { sayFigure } from "#domain/soldier/figure-words.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import type { OwnGoal } from "./answers.ts";

type GoalRowProps = { own: OwnGoal; onEdit: () => void; onRemove: () => void };

const DAYS = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });

const sayDay = (at: string): string => DAYS.format(new Date(at));

/** One goal: what it is about, how far it is, and since when it is reached. */
export function GoalRow({ own, onEdit, onRemove }: GoalRowProps) {
  const { goal, unit, progress, reachedAt, createdAt } = own;
  const done = progress.state === "known" ? progress.done : null;
  const what = sayAim(goal.aim, own);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0 md:px-2">
      <div className="grid min-w-0 gap-1.5">
        <p className="font-cond text-2 leading-tight break-words">
          <b className="num">{sayDone(goal, done, unit)}</b> {what}
        </p>
        {done !== null && (
          <ProgressBar
            label={what}
            done={done}
            needed={goal.amount}
            text={sayDone(goal, done, unit)}
            className="max-w-md"
          />
        )}
        <p className="flex flex-wrap items-center gap-x-2 text-0 text-ink-2">
          {reachedAt !== null && (
            <span className="inline-flex items-center gap-1 font-cond font-bold text-ok">
              <Check aria-hidden="true" className="size-4" />
              Reached, seen on {sayDay(reachedAt)}
            </span>
          )}
          {reachedAt === null && progress.state === "known" && (
            <span className="num">{sayFigure(progress.left, unit)} left</span>
          )}
          {progress.state === "unknown" && <span>No snapshot tells this figure yet.</span>}
          {goal.from !== null && <span className="text-ink-3">counted since {sayDay(createdAt)}</span>}
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
