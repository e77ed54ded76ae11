import { ChevronDown } from "#web/ui/icons.tsx";
import { FieldFrame, type FieldTexts, INPUT_CLASSES } from "./field.tsx";

export type Choice<Value extends string = string> = { value: Value; label: string; disabled?: boolean };

export type SelectProps<Value extends string> = FieldTexts & {
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
  className?: string;
};

/** The browser's own select: light, and suitable for long lists on touch devices. */
export function NativeSelect<Value extends string>(props: SelectProps<Value>) {
  const { value, choices, onChange, className, ...texts } = props;
  return (
    <FieldFrame {...texts} className={className}>
      {(controlProps) => (
        <span className="relative block">
          <select
            {...controlProps}
            value={value}
            onChange={(event) => onChange(event.target.value as Value)}
            className={`${INPUT_CLASSES} appearance-none pr-9`}
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
