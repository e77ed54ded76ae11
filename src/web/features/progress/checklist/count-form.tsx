import { type FormEvent, useId } from "react";
import { INPUT_LOOK } from "#web/components/fields/field.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { readText, useInterruptedInput } from "#web/data/interrupted-input.ts";
import type { Line } from "#web/features/progress/answers.ts";

type CountFormProps = {
  line: Line;
  /** A count to tick, null to take the tick back, undefined to leave it as it is. */
  onDone: (count?: number | null) => unknown;
};

const MOST = 1_000_000_000;

/** Names the form among those that a sign-in may interrupt. */
export const countInput = (targetId: string): string => `count:${targetId}`;

/** How much of a target is done, by hand. */
export function CountForm({ line: { id: targetId, name, repeats, ticked, times, whole }, onDone }: CountFormProps) {
  const id = useId();
  const input = useInterruptedInput(countInput(targetId), String(ticked ?? (repeats ? times : "")), readText);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const count = Number(input.value);
    if (Number.isInteger(count) && count >= 0 && count <= MOST) input.send(onDone(count === 0 ? null : count));
  };
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => event.key === "Escape" && onDone()}
      className="flex flex-wrap items-center gap-2"
    >
      <label htmlFor={id} className="sr-only">
        {repeats ? `How often earned: ${name}` : `How many of ${whole}: ${name}`}
      </label>
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
      <span className="num text-0 text-ink-2">{repeats ? "times" : `of ${whole.toLocaleString("en")}`}</span>
      <Button type="submit" size="small">
        Tick
      </Button>
      <Button size="small" kind="quiet" onClick={() => onDone()}>
        Cancel
      </Button>
    </form>
  );
}
