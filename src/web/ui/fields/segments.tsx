import { classes } from "#web/ui/class-names.ts";
import type { Choice } from "./native-select.tsx";

type SegmentsProps<Value extends string> = {
  /** The accessible name of the group. */
  legend: string;
  /** Must be unique on the page, because it groups the radio buttons. */
  name: string;
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
  className?: string;
};

/** A group of radio buttons that look like a segmented control. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { legend, name, value, choices, onChange, className = "flex" } = props;
  return (
    <fieldset className={classes("items-center", className)}>
      <legend className="sr-only">{legend}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="-ml-px flex min-h-8 cursor-pointer items-center border border-line-strong px-3 text-0 font-semibold text-ink-2 first-of-type:ml-0 first-of-type:rounded-l-1 last-of-type:rounded-r-1 has-checked:bg-surface-3 has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            // Without it, Firefox restores the previous selection on a reload, which may differ from the stored one.
            autoComplete="off"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="sr-only"
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
