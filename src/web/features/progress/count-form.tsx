import { type FormEvent, useId, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { INPUT_LOOK } from "#web/ui/field.tsx";
import type { Line } from "./answers.ts";

type CountFormProps = {
  line: Line;
  /** A count to tick, null to take the tick back, undefined to leave it as it is. */
  onDone: (count?: number | null) => void;
};

const MOST = 1_000_000_000;

/** How much of a target is done, by hand. */
export function CountForm({ line: { name, repeats, ticked, times, whole }, onDone }: CountFormProps) {
  const id = useId();
  const [typed, setTyped] = useState(String(ticked ?? (repeats ? times : "")));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const count = Number(typed);
    if (Number.isInteger(count) && count >= 0 && count <= MOST) onDone(count === 0 ? null : count);
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
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
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
