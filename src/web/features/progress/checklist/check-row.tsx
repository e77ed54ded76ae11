import { type FormEvent, useId, useRef, useState } from "react";
import { m } from "#messages";
import { formatNumber } from "#messages/format-number.ts";
import { MutationProblem } from "#web/app/shell/error-panel.tsx";
import { readText, useInterruptedInput, wasInterrupted } from "#web/data/offline/typed/interrupted-input.ts";
import type { MutationError } from "#web/data/optimistic-mutation.ts";
import type { Line } from "#web/features/progress/progress-search.ts";
import { PlanButton, TargetFace } from "#web/features/progress/target-face.tsx";
import { Button } from "#web/ui/button.tsx";
import { INPUT_LOOK } from "#web/ui/fields/field.tsx";
import { MarkupText } from "#web/ui/markup-text.tsx";

type CheckRowProps = {
  line: Line;
  problem: MutationError | undefined;
  /** Ticks so much of it; null takes the tick back. */
  onTick: (count: number | null) => unknown;
  onPlan: () => void;
};

/** One target of a checklist: a box to tick, or how often it was earned. */
export function CheckRow({ line, problem, onTick, onPlan }: CheckRowProps) {
  const [isCounting, setCounting] = useState(() => wasInterrupted(countInput(line.id)));
  const wasCounting = useRef(false);
  const nameId = useId();
  const countId = useId();
  const { remainder, repeats, whole, ticked } = line;
  const isReached = remainder.state === "reached";
  const isCountable = repeats || (whole > 1 && (!isReached || ticked !== null));
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] items-start gap-x-3 gap-y-2 border-b border-line py-3 [contain-intrinsic-block-size:auto_6rem] [content-visibility:auto] md:grid-cols-[2rem_minmax(0,1fr)_17rem] md:px-2">
      <Box line={line} onTick={onTick} />
      <TargetFace line={line} showsKind={false} nameId={nameId} />
      <span className="flex flex-wrap items-start gap-2 max-md:col-start-2 md:justify-end">
        {isCountable && !isCounting && (
          <Button
            ref={(button) => {
              if (wasCounting.current) button?.focus();
              wasCounting.current = false;
            }}
            id={countId}
            size="small"
            aria-labelledby={`${countId} ${nameId}`}
            onClick={() => setCounting(true)}
          >
            {formatCount(line)}
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
      <MutationProblem problem={problem} className="col-span-full" />
    </li>
  );
}

/** A manual tick, or a check mark from a source, which cannot be removed by hand. */
function Box({ line: { name, remainder, repeats, ticked, whole }, onTick }: Pick<CheckRowProps, "line" | "onTick">) {
  if (repeats) return <span />;
  const isReached = remainder.state === "reached";
  const isOwn = ticked !== null && ticked >= whole;
  return (
    <span className="grid size-8 place-items-center pointer-coarse:size-11">
      <input
        type="checkbox"
        aria-label={m.progress_reached_name({ name })}
        title={isReached && !isOwn ? m.progress_from_a_source() : undefined}
        checked={isReached}
        disabled={isReached && !isOwn}
        onChange={() => onTick(isReached ? null : whole)}
        className="size-5 accent-(--accent)"
      />
    </span>
  );
}

function formatCount({ repeats, remainder, times, ticked, whole }: Line): string {
  const count = Math.max(times, ticked ?? 0);
  if (repeats && (count > 0 || remainder.state === "left")) {
    return m.progress_earned_times({ count });
  }
  if (repeats) return m.progress_how_often();
  return ticked === null
    ? m.progress_count_button()
    : m.progress_ticked_of_whole({ ticked: formatNumber(ticked), whole: formatNumber(whole) });
}

type CountFormProps = {
  line: Line;
  /** A count to tick, null to take the tick back, undefined to leave it as it is. */
  onDone: (count?: number | null) => unknown;
};

const MOST = 1_000_000_000;

/** Names the form among those with unsent input. */
const countInput = (targetId: string): string => `count:${targetId}`;

/** How much of a target is done, by hand. */
function CountForm({ line: { id: targetId, name, repeats, ticked, times, whole }, onDone }: CountFormProps) {
  const id = useId();
  const input = useInterruptedInput(countInput(targetId), String(ticked ?? (repeats ? times : "")), readText);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const count = Number(input.value);
    if (Number.isInteger(count) && count >= 0 && count <= MOST) input.send(onDone(count === 0 ? null : count));
  };
  const cancel = () => {
    input.discard();
    onDone();
  };
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => event.key === "Escape" && cancel()}
      className="flex flex-wrap items-center gap-2"
    >
      <label htmlFor={id} className="sr-only">
        {repeats ? m.progress_how_often_earned_name({ name }) : m.progress_how_many_of_whole_name({ whole, name })}
      </label>
      <span className="num flex items-center gap-2 text-0 text-ink-2">
        <MarkupText
          message={repeats ? m.progress_input_times : m.progress_input_of_whole}
          inputs={{ whole: formatNumber(whole) }}
          markup={{
            input: () => (
              <input
                id={id}
                ref={(input) => input?.focus()}
                type="number"
                inputMode="numeric"
                min={0}
                max={MOST}
                required
                value={input.value}
                onChange={(event) => input.set(event.target.value)}
                className={`${INPUT_LOOK} num min-h-8 w-20!`}
              />
            ),
          }}
        />
      </span>
      <Button type="submit" size="small">
        {m.progress_tick_button()}
      </Button>
      <Button size="small" kind="quiet" onClick={cancel}>
        {m.common_cancel()}
      </Button>
    </form>
  );
}
