import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { m } from "#messages";
import { createTextMatcher } from "#messages/text-matcher.ts";
import { classes } from "#web/ui/class-names.ts";
import { ChevronDown } from "#web/ui/icons.tsx";
import { FieldFrame, type FieldTexts, INPUT_CLASSES } from "./field.tsx";

export type Option = {
  value: string;
  label: string;
  /** Shown at the end of the row: a figure, or why the option is locked. */
  note?: ReactNode;
  disabled?: boolean;
};

type ComboboxProps = FieldTexts & {
  value: string | null;
  options: readonly Option[];
  onChange: (value: string) => void;
  /** Called with the typed text if the caller filters the options; otherwise the combobox filters them. */
  onType?: (typed: string) => void;
  placeholder?: string;
  className?: string;
};

/** Returns the options whose label contains each typed word. */
function filterOptions(options: readonly Option[], query: string): readonly Option[] {
  const matches = createTextMatcher(query);
  return options.filter(({ label }) => matches(label));
}

/** A select with a text field that filters its options. Arrow keys move, Enter selects, Escape cancels. */
export function Combobox({ value, options, onChange, onType, placeholder, className, ...texts }: ComboboxProps) {
  const [query, setQuery] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const open = query !== null;
  const visibleOptions = onType ? options : filterOptions(options, query ?? "");
  const selectedOption = options.find((option) => option.value === value);

  const changeQuery = (next: string | null) => {
    setQuery(next);
    onType?.(next ?? "");
  };
  const openList = () => {
    changeQuery("");
    setActive(
      Math.max(
        0,
        options.findIndex((option) => option.value === value),
      ),
    );
  };
  const pick = (option: Option | undefined) => {
    if (!option || option.disabled) return;
    changeQuery(null);
    onChange(option.value);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open) event.stopPropagation();
    if (event.key === "Escape") return changeQuery(null);
    if (event.key === "Enter" && open) {
      event.preventDefault();
      return pick(visibleOptions[active]);
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    if (!open) return openList();
    setActive((active + step + visibleOptions.length) % Math.max(1, visibleOptions.length));
  };

  return (
    <FieldFrame {...texts} className={className}>
      {(controlProps) => (
        <span className="relative block">
          <input
            {...controlProps}
            role="combobox"
            aria-expanded={open}
            aria-controls={`${controlProps.id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={open && visibleOptions[active] ? `${controlProps.id}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={open ? selectedOption?.label : placeholder}
            value={query ?? selectedOption?.label ?? ""}
            onFocus={(event) => event.target.select()}
            onClick={() => !open && openList()}
            onChange={(event) => {
              changeQuery(event.target.value);
              setActive(0);
            }}
            onBlur={() => changeQuery(null)}
            onKeyDown={handleKeyDown}
            className={`${INPUT_CLASSES} pr-9`}
          />
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-2"
          />
          <OptionList
            id={controlProps.id}
            open={open}
            options={visibleOptions}
            active={active}
            value={value}
            onPick={pick}
          />
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
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open) list.current?.scrollIntoView({ block: "nearest" });
  }, [open]);
  return (
    <div
      ref={list}
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
        // The input has the focus and handles the keys, so the row needs only a click handler.
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
