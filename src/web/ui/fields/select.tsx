import { Select as Radix } from "radix-ui";
import { useCoarsePointer, useHydrated } from "#web/ui/environment.ts";
import { Check, ChevronDown, ChevronUp } from "#web/ui/icons.tsx";
import { FieldFrame, INPUT_CLASSES } from "./field.tsx";
import { NativeSelect, type SelectProps } from "./native-select.tsx";

const TRIGGER_CLASSES = `${INPUT_CLASSES} inline-flex items-center justify-between gap-2 text-left`;

const SCROLL_BUTTON_CLASSES = "flex h-6 items-center justify-center bg-surface-2";

/**
 * A select for a short list; native on touch devices. Values must not be empty, because Radix treats "" as no selection.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  return useCoarsePointer() ? <NativeSelect {...props} /> : <RadixSelect {...props} />;
}

const ANY = "any";

type FilterSelectProps<Value extends string> = Omit<SelectProps<Value>, "value" | "onChange"> & {
  value: Value | undefined;
  /** The label of the option without a filter. */
  any: string;
  onChange: (value: Value | undefined) => void;
};

/** A select that filters a list; undefined means no filter. */
export const FilterSelect = <Value extends string>({
  value,
  any,
  choices,
  onChange,
  ...select
}: FilterSelectProps<Value>) => (
  <Select<Value | typeof ANY>
    {...select}
    value={value ?? ANY}
    choices={[{ value: ANY, label: any }, ...choices]}
    onChange={(next) => onChange(next === ANY ? undefined : next)}
  />
);

function RadixSelect<Value extends string>({ value, choices, onChange, className, ...texts }: SelectProps<Value>) {
  const hydrated = useHydrated();
  return (
    <FieldFrame {...texts} className={className}>
      {(controlProps) =>
        // Radix sets style attributes, which the CSP of a prerendered page forbids, so render only the trigger there.
        !hydrated ? (
          <button type="button" {...controlProps} className={TRIGGER_CLASSES}>
            <span>{choices.find((choice) => choice.value === value)?.label}</span>
            <ChevronDown aria-hidden="true" className="size-4 text-ink-2" />
          </button>
        ) : (
          <Radix.Root value={value} onValueChange={(next) => onChange(next as Value)}>
            <Radix.Trigger {...controlProps} className={TRIGGER_CLASSES}>
              <Radix.Value />
              <Radix.Icon>
                <ChevronDown aria-hidden="true" className="size-4 text-ink-2" />
              </Radix.Icon>
            </Radix.Trigger>
            <Radix.Portal>
              <Radix.Content
                position="popper"
                sideOffset={4}
                className="z-(--z-pop) max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) rounded-1 border border-line-strong bg-surface-1 shadow-pop"
              >
                <Radix.ScrollUpButton data-scroll-button="up" className={SCROLL_BUTTON_CLASSES}>
                  <ChevronUp aria-hidden="true" className="size-4 text-ink-2" />
                </Radix.ScrollUpButton>
                <Radix.Viewport className="p-1">
                  {choices.map((choice) => (
                    <Radix.Item
                      key={choice.value}
                      value={choice.value}
                      disabled={choice.disabled ?? false}
                      className="flex min-h-9 items-center gap-2 rounded-1 py-1 pr-3 pl-8 text-1 outline-none select-none data-disabled:text-ink-disabled data-highlighted:bg-surface-3 pointer-coarse:min-h-11"
                    >
                      <Radix.ItemIndicator className="absolute left-3">
                        <Check aria-hidden="true" className="size-4 text-accent" />
                      </Radix.ItemIndicator>
                      {/* Radix moves the text of the selected item into the trigger and removes it there. */}
                      <Radix.ItemText>
                        <span>{choice.label}</span>
                      </Radix.ItemText>
                    </Radix.Item>
                  ))}
                </Radix.Viewport>
                <Radix.ScrollDownButton data-scroll-button="down" className={SCROLL_BUTTON_CLASSES}>
                  <ChevronDown aria-hidden="true" className="size-4 text-ink-2" />
                </Radix.ScrollDownButton>
              </Radix.Content>
            </Radix.Portal>
          </Radix.Root>
        )
      }
    </FieldFrame>
  );
}
