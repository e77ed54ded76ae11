import { type FormEvent, useId, useRef, useState } from "react";
import { m } from "#messages";
import { formatNumber } from "#messages/format-number.ts";
import { hasUnsentInput, readText, useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import type { TargetLine } from "#web/features/progress/progress-search.ts";
import { PlanButton } from "#web/features/progress/target-summary.tsx";
import { Button } from "#web/ui/button.tsx";
import { INPUT_CLASSES } from "#web/ui/fields/field.tsx";
import { MarkupText } from "#web/ui/markup-text.tsx";

type CheckActionsProps = {
  line: TargetLine;
  /** Ticks the target with this count; null removes the tick. */
  onTick: (count: number | null) => unknown;
  /** The id of the target's name. */
  nameId: string;
  onPlan: () => void;
};

/** The buttons of a target of a checklist: its count, and adding it to the plan. */
export function CheckActions({ line, nameId, onTick, onPlan }: CheckActionsProps) {
  const [isCounting, setCounting] = useState(() => hasUnsentInput(getCountInputKey(line.id)));
  const wasCounting = useRef(false);
  const countId = useId();
  const { remainder, repeats, whole, ticked } = line;
  const isReached = remainder.state === "reached";
  const isCountable = repeats || (whole > 1 && (!isReached || ticked !== null));
  if (isCounting) {
    return (
      <CountForm
        line={line}
        onDone={(count) => {
          wasCounting.current = true;
          setCounting(false);
          return count === undefined ? undefined : onTick(count);
        }}
      />
    );
  }
  return (
    <>
      {isCountable && (
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
      {!isReached && <PlanButton line={line} onToggle={onPlan} />}
    </>
  );
}

/** `onTick`: null for a sample, which cannot be ticked. */
type TickBoxProps = { line: TargetLine; onTick: CheckActionsProps["onTick"] | null };

/** The checkbox of a target. It is disabled if a source reports the target as reached, because that cannot be removed by hand. */
export function TickBox({ line: { name, remainder, repeats, ticked, whole }, onTick }: TickBoxProps) {
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
        disabled={!onTick || (isReached && !isOwn)}
        onChange={() => onTick?.(isReached ? null : whole)}
        className="size-5 accent-(--accent)"
      />
    </span>
  );
}

function formatCount({ repeats, remainder, times, ticked, whole }: TargetLine): string {
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
  line: TargetLine;
  /** Called with the count to tick, null to remove the tick, or undefined to change nothing. */
  onDone: (count?: number | null) => unknown;
};

const MAX_COUNT = 1_000_000_000;

/** Returns the key under which the form's unsent input is stored. */
const getCountInputKey = (targetId: string): string => `count:${targetId}`;

/** The form for the count of a tick. */
function CountForm({ line: { id: targetId, name, repeats, ticked, times, whole }, onDone }: CountFormProps) {
  const id = useId();
  const input = useInterruptedInput(getCountInputKey(targetId), String(ticked ?? (repeats ? times : "")), readText);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const count = Number(input.value);
    if (Number.isInteger(count) && count >= 0 && count <= MAX_COUNT) input.send(onDone(count === 0 ? null : count));
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
                max={MAX_COUNT}
                required
                value={input.value}
                onChange={(event) => input.set(event.target.value)}
                className={`${INPUT_CLASSES} num min-h-8 w-20!`}
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
