import { useRef, useState } from "react";
import type { Trouble } from "#web/client/attempt.ts";
import { wasInterrupted } from "#web/client/kept-input.ts";
import { Button } from "#web/ui/button.tsx";
import type { Line } from "./answers.ts";
import { CountForm, countInput } from "./count-form.tsx";
import { PlanButton } from "./plan-button.tsx";
import { RowTrouble } from "./row.tsx";
import { TargetFace } from "./target-face.tsx";

type CheckRowProps = {
  line: Line;
  trouble: Trouble | undefined;
  /** Ticks so much of it; null takes the tick back. */
  onTick: (count: number | null) => unknown;
  onPlan: () => void;
};

/** One target of a checklist: a box to tick, or how often it was earned. */
export function CheckRow({ line, trouble, onTick, onPlan }: CheckRowProps) {
  const [isCounting, setCounting] = useState(() => wasInterrupted(countInput(line.id)));
  const wasCounting = useRef(false);
  const { name, remainder, repeats, whole, ticked } = line;
  const isReached = remainder.state === "reached";
  const isCountable = repeats || (whole > 1 && (!isReached || ticked !== null));
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] items-start gap-x-3 gap-y-2 border-b border-line py-3 [contain-intrinsic-block-size:auto_6rem] [content-visibility:auto] md:grid-cols-[2rem_minmax(0,1fr)_17rem] md:px-2">
      <Box line={line} onTick={onTick} />
      <TargetFace line={line} showsKind={false} />
      <span className="flex flex-wrap items-start gap-2 max-md:col-start-2 md:justify-end">
        {isCountable && !isCounting && (
          <Button
            ref={(button) => {
              if (wasCounting.current) button?.focus();
              wasCounting.current = false;
            }}
            size="small"
            aria-label={`${sayCount(line)} ${name}`}
            onClick={() => setCounting(true)}
          >
            {sayCount(line)}
          </Button>
        )}
        {isCounting && (
          <CountForm
            line={line}
            onDone={(count) => {
              wasCounting.current = true;
              setCounting(false);
              return count === undefined ? undefined : onTick(count);
            }}
          />
        )}
        {!isReached && !isCounting && <PlanButton line={line} onToggle={onPlan} />}
      </span>
      <RowTrouble trouble={trouble} />
    </li>
  );
}

/** Ticked by hand, or reached as a source says, which no hand takes back. */
function Box({ line: { name, remainder, repeats, ticked, whole }, onTick }: Pick<CheckRowProps, "line" | "onTick">) {
  if (repeats) return <span />;
  const isReached = remainder.state === "reached";
  const isOwn = ticked !== null && ticked >= whole;
  return (
    <span className="grid size-8 place-items-center pointer-coarse:size-11">
      <input
        type="checkbox"
        aria-label={`Reached: ${name}`}
        title={isReached && !isOwn ? "A source says so" : undefined}
        checked={isReached}
        disabled={isReached && !isOwn}
        onChange={() => onTick(isReached ? null : whole)}
        className="size-5 accent-(--accent)"
      />
    </span>
  );
}

function sayCount({ repeats, remainder, times, ticked, whole }: Line): string {
  const count = Math.max(times, ticked ?? 0);
  if (repeats && (count > 0 || remainder.state === "left")) {
    return count === 1 ? "Earned once…" : `Earned ${count.toLocaleString("en")} times…`;
  }
  if (repeats) return "How often…";
  return ticked === null ? "Count…" : `${ticked.toLocaleString("en")} of ${whole.toLocaleString("en")}…`;
}
