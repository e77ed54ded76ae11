import { ChevronDown } from "#web/ui/icons.tsx";
import { FieldFrame, type FieldTexts, INPUT_LOOK } from "./field.tsx";

export type Choice<Value extends string = string> = { value: Value; label: string; disabled?: boolean };

export type SelectProps<Value extends string> = FieldTexts & {
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
  className?: string;
};

/** The browser's own select: light, and best for long plain lists on touch. */
export function NativeSelect<Value extends string>(props: SelectProps<Value>) {
  const { value, choices, onChange, className, ...texts } = props;
  return (
    <FieldFrame {...texts} className={className}>
      {(tied) => (
        <span className="relative block">
          <select
            {...tied}
            value={value}
            onChange={(event) => onChange(event.target.value as Value)}
            className={`${INPUT_LOOK} appearance-none pr-9`}
          >
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value} disabled={choice.disabled}>
                {choice.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2"
          />
        </span>
      )}
    </FieldFrame>
  );
}
