import { ArrowDown, ArrowUp, X } from "lucide-react";
import type { KeyboardEvent } from "react";
import { IconButton } from "#web/components/ui/icon-button.tsx";
import type { MutationError } from "#web/data/optimistic-mutation.ts";
import type { Line } from "#web/features/progress/answers.ts";
import { ROW_LOOK, RowTrouble } from "#web/features/progress/row.tsx";
import { LeftFigure, TargetFace } from "#web/features/progress/target-face.tsx";

type PlanRowProps = {
  line: Line;
  /** Counted from 1. */
  place: number;
  isLast: boolean;
  trouble: MutationError | undefined;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

const STEP_LOOK = "aria-disabled:cursor-not-allowed aria-disabled:text-ink-disabled";

/** One target of the plan. Alt with an arrow moves it, as its buttons do. */
export function PlanRow({ line, place, isLast, trouble, onMove, onRemove }: PlanRowProps) {
  const { name } = line;
  const move = (by: -1 | 1) => !(by < 0 ? place === 1 : isLast) && onMove(by);
  const steer = (event: KeyboardEvent) => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
    if (!event.altKey || by === null) return;
    event.preventDefault();
    move(by);
  };
  return (
    <li onKeyDown={steer} className={ROW_LOOK}>
      <LeftFigure line={line} />
      <TargetFace line={line} />
      <span className="flex items-start gap-1 max-md:col-start-2 max-md:-ml-2.5 md:justify-end">
        <IconButton
          label={`Move up: ${name}`}
          aria-disabled={place === 1 || undefined}
          className={STEP_LOOK}
          onClick={() => move(-1)}
        >
          <ArrowUp aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton
          label={`Move down: ${name}`}
          aria-disabled={isLast || undefined}
          className={STEP_LOOK}
          onClick={() => move(1)}
        >
          <ArrowDown aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton label={`Take out of the plan: ${name}`} onClick={onRemove}>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </span>
      <RowTrouble trouble={trouble} />
    </li>
  );
}
