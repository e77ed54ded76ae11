import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import type { SoldierLoadout } from "#domain/loadout/loadout.ts";
import { m } from "#messages";
import { DrawnPicture } from "#web/data/equipment-pictures.tsx";
import { CarriedSilhouette, useDrawWeapon } from "#web/data/silhouettes.tsx";
import { type PickedTargets, useLefts } from "#web/features/loadout/unlocks.tsx";
import { buttonLook } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { useCoarsePointer } from "#web/ui/environment.ts";
import { SearchField } from "#web/ui/fields/field.tsx";
import { Check, LockKeyhole } from "#web/ui/icons.tsx";
import { SidePanel } from "#web/ui/overlays/dialog.tsx";
import { type Effect, filterOptions, type Option } from "./choices.ts";
import type { Remedy } from "./remedy.ts";

export type PickerProps = {
  title: string;
  /** A sentence on what the effects are against; null where none is known. */
  comparison: string | null;
  /** Id of the element the focus returns to. */
  returnTo: string;
  /** Null where the picker adds a choice to others. */
  value: string | null;
  options: readonly Option[];
  /** What there may be to unlock among the options, and the target of each. */
  targets: PickedTargets | null;
  targetOf: (id: string) => string;
  /** The weapon with this option, drawn above the list. */
  preview?: ((id: string) => SoldierLoadout["primary"]) | undefined;
  onPick: (option: Option) => void;
  onRemedy: (remedy: Remedy, option: Option) => void;
  onClose: () => void;
};

/** Changes a line names, the others are counted; the figures beside the loadout name them all. */
const MAX_EFFECTS = 4;

/** Rows that Page Up and Page Down pass. */
const PAGE_ROWS = 6;

/** Everything one slot may hold, beside the page: typing filters, arrows move, Enter picks, Escape leaves things as they were. */
export function Picker({ title, comparison, returnTo, onClose, ...rest }: PickerProps) {
  const { options, value } = rest;
  const id = useId();
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => option.id === value),
    ),
  );
  const shown = useMemo(() => filterOptions(options, typed), [options, typed]);
  const current = shown[active];
  const isTouch = useCoarsePointer();
  const run = (option: Option | undefined) => {
    if (!option) return;
    if (!option.reason) rest.onPick(option);
    else if (option.remedy) rest.onRemedy(option.remedy, option);
  };
  const steer = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      return run(current);
    }
    const next = getNext(event.key, active, shown.length);
    if (next === null) return;
    event.preventDefault();
    setActive(next);
  };
  return (
    <SidePanel onClose={onClose} title={title} {...(comparison && { description: comparison })} returnTo={returnTo}>
      <div className="grid gap-2 border-b border-line px-5 py-3">
        {rest.preview && current && (
          <CarriedSilhouette weapon={rest.preview(current.id)} className="mx-auto h-16 md:h-24" />
        )}
        <SearchField
          label={m.loadout_search_options()}
          isLabelHidden
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={current && `${id}-${active}`}
          // The keyboard of a phone would cover the list before anything is typed.
          data-first-focus={isTouch ? undefined : true}
          placeholder={m.common_search()}
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setActive(0);
          }}
          onKeyDown={steer}
        />
        <p role="status" className="sr-only">
          {m.loadout_count_options({ count: shown.length })}
        </p>
      </div>
      <Options id={id} shown={shown} active={active} onActive={setActive} onRun={run} {...rest} />
    </SidePanel>
  );
}

function getNext(key: string, active: number, count: number): number | null {
  const last = Math.max(0, count - 1);
  switch (key) {
    case "ArrowDown":
      return active >= last ? 0 : active + 1;
    case "ArrowUp":
      return active <= 0 ? last : active - 1;
    case "Home":
      return 0;
    case "End":
      return last;
    case "PageDown":
      return Math.min(last, active + PAGE_ROWS);
    case "PageUp":
      return Math.max(0, active - PAGE_ROWS);
    default:
      return null;
  }
}

type OptionsProps = Pick<PickerProps, "value" | "targets" | "targetOf"> & {
  id: string;
  shown: readonly Option[];
  active: number;
  onActive: (index: number) => void;
  onRun: (option: Option) => void;
};

/**
 * The options, and over the row of a forbidden one the button that allows it: a listbox holds no buttons, so they follow it and are
 * placed into its rows.
 */
function Options({ id, shown, active, onActive, onRun, value, targets, targetOf }: OptionsProps) {
  const remainderTexts = useLefts(targets);
  // A hundred drawings would hold back the first row.
  const draw = useDeferredValue(useDrawWeapon(), null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-row="${active}"]`)?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div ref={list} className="grid min-h-0 grow auto-rows-max overflow-y-auto overscroll-contain p-2 pb-6">
      <div role="listbox" id={`${id}-list`} aria-label={m.loadout_options()} className="contents">
        {shown.map((option, index) => (
          <OptionRow
            key={option.id}
            id={`${id}-${index}`}
            {...{ option, index, draw }}
            isActive={index === active}
            isChosen={option.id === value}
            left={remainderTexts.get(targetOf(option.id))}
            onPress={() => (option.reason ? onActive(index) : onRun(option))}
          />
        ))}
      </div>
      {shown.length === 0 && <p className="px-3 py-2 text-1 text-ink-2">{m.common_nothing_matches()}</p>}
      {shown.map(
        (option, index) =>
          option.remedy && (
            <button
              key={option.id}
              type="button"
              style={{ gridRow: index + 1, gridColumn: 1 }}
              // The keyboard reaches it by Enter on its row.
              tabIndex={index === active ? 0 : -1}
              aria-label={option.remedy.labelFor(option.name)}
              onClick={() => onRun(option)}
              className={classes(
                buttonLook("secondary", "small"),
                "mr-3 mb-2 ml-11 max-w-full self-end justify-self-start whitespace-normal",
                !option.drawn && "md:mb-0 md:max-w-40 md:self-center md:justify-self-end",
              )}
            >
              {option.remedy.label}
            </button>
          ),
      )}
    </div>
  );
}

type OptionRowProps = {
  id: string;
  option: Option;
  index: number;
  draw: ReturnType<typeof useDrawWeapon>;
  isActive: boolean;
  isChosen: boolean;
  left: string | undefined;
  onPress: () => void;
};

function OptionRow({ id, option, index, draw, isActive, isChosen, left, onPress }: OptionRowProps) {
  const { name, detail, drawn, effects = [], reason, remedy } = option;
  return (
    // The input keeps focus and handles the keys; pointer users press the row itself.
    <div
      role="option"
      id={id}
      data-row={index}
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={reason !== null || undefined}
      style={{ gridRow: index + 1, gridColumn: 1 }}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
      onKeyDown={undefined}
      className={classes(
        "flex min-h-11 gap-3 rounded-1 border-l-3 px-2 py-2 hover:bg-surface-2",
        isActive ? "border-accent bg-surface-3 [--cut:var(--surface-3)]" : "border-transparent",
        remedy && "pb-12 pointer-coarse:pb-15",
        // Without a drawing the button has room at the right.
        remedy && !drawn && "md:pr-44 md:pb-2 md:pointer-coarse:pb-2",
        reason && "cursor-default",
      )}
    >
      <Check aria-hidden="true" className={classes("mt-0.5 size-5 shrink-0 text-accent", !isChosen && "invisible")} />
      <div className="grid min-w-0 grow gap-0.5">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className={classes("font-cond text-2 font-semibold", reason && "text-ink-2")}>{name}</span>
          {detail && <span className="text-0 text-ink-3">{detail}</span>}
          {isChosen && <span className="text-0 font-semibold text-accent">{m.loadout_current()}</span>}
        </p>
        {left && (
          <p className="num flex items-center gap-1 text-0 text-ink-2">
            <LockKeyhole aria-hidden="true" className="size-4 shrink-0" />
            <span className="sr-only">{m.loadout_locked_left({ left })}</span>
            <span aria-hidden="true">{left}</span>
          </p>
        )}
        <Effects effects={effects} />
        {reason && <p className="text-0 text-ink-2">{reason}</p>}
        {remedy && <span className="sr-only">{m.loadout_enter_key_runs({ action: remedy.label })}</span>}
      </div>
      {drawn && (
        <DrawnPicture
          {...{ drawn, draw }}
          className={classes(
            "shrink-0",
            "weaponId" in drawn ? "h-8 md:h-9" : "-my-1.5 h-10",
            reason ? "text-ink-3" : "text-ink",
          )}
        />
      )}
    </div>
  );
}

/** What an option changes against the present one: what gets better, then what gets worse. */
function Effects({ effects }: { effects: readonly Effect[] }) {
  const better = effects.filter(({ isBetter }) => isBetter);
  const worse = effects.filter(({ isBetter }) => !isBetter);
  return (
    <>
      {better.length > 0 && <EffectLine title={m.loadout_effects_better()} effects={better} className="text-ok" />}
      {worse.length > 0 && <EffectLine title={m.loadout_effects_worse()} effects={worse} className="text-danger" />}
    </>
  );
}

type EffectLineProps = { title: string; effects: readonly Effect[]; className: string };

function EffectLine({ title, effects, className }: EffectLineProps) {
  const texts = effects.slice(0, MAX_EFFECTS).map(({ text }) => text);
  const count = effects.length - MAX_EFFECTS;
  return (
    <p className="num text-0 text-ink-2">
      <b className={className}>{m.common_label({ label: title })}</b>{" "}
      {[...texts, ...(count > 0 ? [m.loadout_more_effects({ count })] : [])].join(m.common_dot())}
    </p>
  );
}
