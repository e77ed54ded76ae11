import { type KeyboardEvent, type ReactNode, useState } from "react";
import { m } from "#messages";
import { createTextMatcher } from "#messages/text-matcher.ts";
import { classes } from "#web/ui/class-names.ts";
import { ChevronDown } from "#web/ui/icons.tsx";
import { FieldFrame, type FieldTexts, INPUT_LOOK } from "./field.tsx";

export type Option = {
  value: string;
  label: string;
  /** Stands at the right of the row: a figure, or why the option is locked. */
  note?: ReactNode;
  disabled?: boolean;
};

type ComboboxProps = FieldTexts & {
  value: string | null;
  options: readonly Option[];
  onChange: (value: string) => void;
  /** Gets what is typed where the options are searched elsewhere; without it they are filtered here. */
  onType?: (typed: string) => void;
  placeholder?: string;
  className?: string;
};

/** The options whose label holds every typed word, in their own order. */
function optionsMatching(options: readonly Option[], typed: string): readonly Option[] {
  const matches = createTextMatcher(typed);
  return options.filter(({ label }) => matches(label));
}

/** A picker one can type in: filters as one types, arrows move, Enter picks, Escape leaves things as they were. */
export function Combobox({ value, options, onChange, onType, placeholder, className, ...texts }: ComboboxProps) {
  const [typed, setText] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const open = typed !== null;
  const shown = onType ? options : optionsMatching(options, typed ?? "");
  const chosen = options.find((option) => option.value === value);

  const setTyped = (next: string | null) => {
    setText(next);
    onType?.(next ?? "");
  };
  const start = () => {
    setTyped("");
    setActive(
      Math.max(
        0,
        options.findIndex((option) => option.value === value),
      ),
    );
  };
  const pick = (option: Option | undefined) => {
    if (!option || option.disabled) return;
    setTyped(null);
    onChange(option.value);
  };
  const steer = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open) event.stopPropagation();
    if (event.key === "Escape") return setTyped(null);
    if (event.key === "Enter" && open) {
      event.preventDefault();
      return pick(shown[active]);
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    if (!open) return start();
    setActive((active + step + shown.length) % Math.max(1, shown.length));
  };

  return (
    <FieldFrame {...texts} className={className}>
      {(tied) => (
        <span className="relative block">
          <input
            {...tied}
            role="combobox"
            aria-expanded={open}
            aria-controls={`${tied.id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={open && shown[active] ? `${tied.id}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={open ? chosen?.label : placeholder}
            value={typed ?? chosen?.label ?? ""}
            onFocus={(event) => event.target.select()}
            onClick={() => !open && start()}
            onChange={(event) => {
              setTyped(event.target.value);
              setActive(0);
            }}
            onBlur={() => setTyped(null)}
            onKeyDown={steer}
            className={`${INPUT_LOOK} pr-9`}
          />
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-2"
          />
          <OptionList id={tied.id} open={open} options={shown} active={active} value={value} onPick={pick} />
        </span>
      )}
    </FieldFrame>
  );
}

type OptionListProps = {
  id: string;
  open: boolean;
  options: readonly Option[];
  active: number;
  value: string | null;
  onPick: (option: Option) => void;
};

function OptionList({ id, open, options, active, value, onPick }: OptionListProps) {
  return (
    <div
      role="listbox"
      id={`${id}-list`}
      aria-label={m.app_choices()}
      tabIndex={-1}
      className={classes(
        "absolute inset-x-0 top-full z-(--z-pop) mt-1 max-h-72 overflow-y-auto rounded-1 border border-line-strong bg-surface-1 p-1 shadow-pop",
        !open && "hidden",
      )}
    >
      {options.length === 0 && <p className="px-3 py-2 text-0 text-ink-3">{m.common_nothing_matches()}</p>}
      {options.map((option, index) => (
        // The input keeps focus and handles the keys; pointer users press the row itself.
        <div
          key={option.value}
          ref={(row) => {
            if (open && index === active) row?.scrollIntoView({ block: "nearest" });
          }}
          role="option"
          id={`${id}-${index}`}
          tabIndex={-1}
          aria-selected={option.value === value}
          aria-disabled={option.disabled || undefined}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(option)}
          onKeyDown={undefined}
          className={classes(
            "flex min-h-9 flex-wrap items-center justify-between gap-x-3 rounded-1 px-3 py-1 text-1 pointer-coarse:min-h-11",
            index === active && "bg-surface-3",
            option.value === value && "font-semibold",
            option.disabled && "text-ink-3",
          )}
        >
          <span>{option.label}</span>
          {option.note && <span className="num text-00 text-ink-3">{option.note}</span>}
        </div>
      ))}
    </div>
  );
}
