import { Button } from "#web/components/ui/button.tsx";
import type { MutationError } from "#web/data/optimistic-mutation.ts";
import type { Line } from "#web/features/progress/answers.ts";
import { PlanButton } from "#web/features/progress/plan-button.tsx";
import { ROW_LOOK, RowTrouble } from "#web/features/progress/row.tsx";
import { LeftFigure, TargetFace } from "#web/features/progress/target-face.tsx";

type NextRowProps = { line: Line; trouble: MutationError | undefined; onPlan: () => void; onTick: () => void };

/** One target that is not reached: what is left of it first. */
export function NextRow({ line, trouble, onPlan, onTick }: NextRowProps) {
  return (
    <li className={ROW_LOOK}>
      <LeftFigure line={line} />
      <TargetFace line={line} />
      <span className="flex flex-wrap items-start gap-2 max-md:col-start-2 md:justify-end">
        <PlanButton line={line} onToggle={onPlan} />
        {!line.repeats && (
          <Button size="small" kind="quiet" aria-label={`I have it: ${line.name}`} onClick={onTick}>
            I have it
          </Button>
        )}
      </span>
      <RowTrouble trouble={trouble} />
    </li>
  );
}
