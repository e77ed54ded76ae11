import {
  type CSSProperties,
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import type { SoldierLoadout } from "#domain/loadout/loadout.ts";
import { m } from "#messages";
import { FIGURE_LABELS, formatReading } from "#messages/game/figures.ts";
import { ItemPicture } from "#web/data/equipment-pictures.tsx";
import { CarriedSilhouette, useDrawWeapon } from "#web/data/silhouettes.tsx";
import { NotLoaded } from "#web/features/loadout/editor/figures/figures-layer.tsx";
import { Verdict } from "#web/features/loadout/editor/figures/kill/kill-figures.tsx";
import { type PickedTargets, useRemainderTexts } from "#web/features/loadout/unlocks.tsx";
import { getButtonClasses } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { useCoarsePointer } from "#web/ui/environment.ts";
import { SearchField } from "#web/ui/fields/field.tsx";
import { LoadingFigure, Unknown } from "#web/ui/figures/stat.tsx";
import { Check, LockKeyhole } from "#web/ui/icons.tsx";
import { SidePanel } from "#web/ui/overlays/dialog.tsx";
import { type Effect, filterOptions, listColumns, type Option } from "./choices.ts";
import type { Remedy } from "./remedy.ts";

export type PickerProps = {
  title: string;
  /** A sentence that names what the effects are compared with; null if no effects are known. */
  comparison: string | null;
  /** The id of the element that gets the focus when the picker closes. */
  returnTo: string;
  /** The id of the current choice; null if the picker adds a choice to a list. */
  value: string | null;
  options: readonly Option[];
  /** The targets among the options, for the remaining amounts of their unlocks; `targetOf` returns the target id of an option. */
  targets: PickedTargets | null;
  targetOf: (id: string) => string;
  /** Returns the weapon with this option, which is drawn above the list. */
  preview?: ((id: string) => SoldierLoadout["primary"]) | undefined;
  onPick: (option: Option) => void;
  onRemedy: (remedy: Remedy, option: Option) => void;
  onClose: () => void;
};

/** Number of rows that Page Up and Page Down move. */
const PAGE_ROWS = 6;

/** The options of a slot in a side panel. Typing filters them, arrow keys move, Enter chooses, Escape cancels. */
export function Picker({ title, comparison, returnTo, onClose, ...rest }: PickerProps) {
  const { options, value } = rest;
  const id = useId();
  const [typed, setTyped] = useState("");
  // By id, because the options are sorted again when figures finish loading.
  const [activeId, setActiveId] = useState(value ?? options[0]?.id);
  const shown = useMemo(() => filterOptions(options, typed), [options, typed]);
  const columns = useMemo(() => listColumns(options), [options]);
  const active = getActiveIndex(shown, activeId);
  const current = shown[active];
  const error = options.find((option) => option.error != null)?.error;
  const isTouch = useCoarsePointer();
  const run = (option: Option | undefined) => {
    if (!option) return;
    if (!option.reason) rest.onPick(option);
    else if (option.remedy) rest.onRemedy(option.remedy, option);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      return run(current);
    }
    const next = getNext(event.key, active, shown.length);
    if (next === null) return;
    event.preventDefault();
    setActiveId(shown[next]?.id);
  };
  return (
    <SidePanel
      onClose={onClose}
      title={title}
      {...(comparison && { description: comparison })}
      returnTo={returnTo}
      size={columns.length === 0 ? "small" : columns.length < 4 ? "medium" : "large"}
    >
      <div className="grid gap-2 border-b border-line px-5 py-3">
        <div className="hidden flex-wrap items-center gap-x-6 gap-y-2 tall:flex">
          {rest.preview && current && (
            <CarriedSilhouette weapon={rest.preview(current.id)} className="h-12 min-w-0 md:h-20" />
          )}
          {current?.subject && <Verdict subject={current.subject} className="grow" />}
        </div>
        <NotLoaded error={error} />
        <SearchField
          label={m.loadout_search_options()}
          isLabelHidden
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={current && `${id}-${current.id}`}
          // On a phone, focusing the field would open the keyboard, which covers the list.
          data-first-focus={isTouch ? undefined : true}
          placeholder={m.common_search()}
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setActiveId(filterOptions(options, text)[0]?.id);
          }}
          onKeyDown={handleKey}
        />
        <p role="status" className="sr-only">
          {m.loadout_count_options({ count: shown.length })}
        </p>
      </div>
      <Options {...{ id, shown, columns, active }} onActive={setActiveId} onRun={run} {...rest} />
    </SidePanel>
  );
}

/** Returns the index of the active option, which is the first one if the filter excludes it. */
const getActiveIndex = (shown: readonly Option[], activeId: string | undefined): number =>
  Math.max(
    0,
    shown.findIndex(({ id }) => id === activeId),
  );

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
  columns: readonly string[];
  active: number;
  onActive: (id: string) => void;
  onRun: (option: Option) => void;
};

/**
 * The options, and the buttons with the remedies of forbidden options. A listbox must not contain buttons, so they follow it and are
 * positioned over its rows.
 */
function Options({ id, shown, columns, active, onActive, onRun, value, targets, targetOf }: OptionsProps) {
  const remainderTexts = useRemainderTexts(targets);
  // Drawing a hundred weapons would delay the first render.
  const draw = useDeferredValue(useDrawWeapon(), null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-row="${active}"]`)?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div
      ref={list}
      style={{ "--columns": columns.length } as CSSProperties}
      className="grid min-h-0 grow auto-rows-max overflow-y-auto tall:scroll-pt-14 overscroll-contain px-2 pb-6"
    >
      {shown.some(({ subject, isLoading }) => subject || isLoading) && <Header columns={columns} />}
      <div role="listbox" id={`${id}-list`} aria-label={m.loadout_options()} className="contents">
        {shown.map((option, index) => (
          <OptionRow
            key={option.id}
            id={`${id}-${option.id}`}
            {...{ option, index, columns, draw }}
            isActive={index === active}
            isChosen={option.id === value}
            left={remainderTexts.get(targetOf(option.id))}
            onPress={() => (option.reason ? onActive(option.id) : onRun(option))}
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
              style={{ gridRow: index + 2, gridColumn: 1 }}
              // Keyboard users press Enter on the row instead.
              tabIndex={index === active ? 0 : -1}
              aria-label={option.remedy.labelFor(option.name)}
              onClick={() => onRun(option)}
              className={classes(
                getButtonClasses("secondary", "small"),
                "mr-3 mb-2 ml-11 max-w-full self-end justify-self-start whitespace-normal",
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
  columns: readonly string[];
  draw: ReturnType<typeof useDrawWeapon>;
  isActive: boolean;
  isChosen: boolean;
  left: string | undefined;
  onPress: () => void;
};

/** The grid of a row. On a narrow screen, the changes are below the name, each with its label. */
const ROW = "grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-x-3 border-l-3 px-2";

const getRowClasses = (columns: readonly string[]): string =>
  columns.length === 0 ? ROW : `${ROW} lg:grid-cols-[1.25rem_minmax(0,1fr)_5.5rem_repeat(var(--columns),5.25rem)]`;

/** The header of the table. It is decorative, as each option has the labels of its figures. */
const Header = ({ columns }: { columns: readonly string[] }) => (
  <div
    aria-hidden="true"
    style={{ gridRow: 1, gridColumn: 1 }}
    className={`${getRowClasses(columns)} top-0 z-1 items-end tall:sticky border-b border-line-strong border-l-transparent bg-surface-1 py-2 text-right font-cond text-00 leading-tight font-semibold text-ink-3 hyphens-auto`}
  >
    <span className="col-start-3">{FIGURE_LABELS.ttk}</span>
    {columns.map((label) => (
      <span key={label} className="break-words max-lg:hidden">
        {label}
      </span>
    ))}
  </div>
);

function OptionRow({ id, option, index, columns, draw, isActive, isChosen, left, onPress }: OptionRowProps) {
  const { name, detail, drawn, subject, isLoading, effects = [], reason, remedy } = option;
  const findEffect = (label: string) => effects?.find((effect) => effect.label === label);
  const ttkChange = findEffect(FIGURE_LABELS.ttk);
  const others = effects?.filter(
    ({ label, text }) => text !== null && ![FIGURE_LABELS.ttk, ...columns].includes(label),
  );
  return (
    // The input keeps the focus and handles the keys; pointer users click the row.
    <div
      role="option"
      id={id}
      data-row={index}
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={reason !== null || undefined}
      style={{ gridRow: index + 2, gridColumn: 1 }}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
      onKeyDown={undefined}
      className={classes(
        getRowClasses(columns),
        "min-h-11 rounded-1 py-1.5 hover:bg-surface-2",
        isActive ? "border-accent bg-surface-3 [--cut:var(--surface-3)]" : "border-transparent",
        remedy && "pb-12 pointer-coarse:pb-15",
        reason && "cursor-default",
      )}
    >
      <Check aria-hidden="true" className={classes("size-5 text-accent", !isChosen && "invisible")} />
      <div className="flex min-w-0 items-center gap-3">
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
          {reason && <p className="text-0 text-ink-2">{reason}</p>}
          {remedy && <span className="sr-only">{m.loadout_enter_key_runs({ action: remedy.label })}</span>}
        </div>
        {drawn && (
          <ItemPicture
            {...{ drawn, draw }}
            className={classes(
              "shrink-0",
              "weaponId" in drawn ? "h-6 lg:h-8" : "-my-1.5 h-10",
              reason ? "text-ink-3" : "text-ink",
            )}
          />
        )}
      </div>
      {(subject || isLoading) && (
        <p className="num text-right">
          <span className="sr-only">{m.common_label({ label: FIGURE_LABELS.ttk })} </span>
          <b>{subject ? (formatReading("ttk", subject) ?? <Unknown />) : <LoadingFigure />}</b>
          {ttkChange?.text && <Change effect={ttkChange} className="block" />}
        </p>
      )}
      <p className="col-start-2 col-end-4 flex flex-wrap gap-x-4 lg:contents">
        {columns.map((label) => {
          const effect = effects ? findEffect(label) : UNKNOWN_EFFECT;
          return (
            <span key={label} className={classes("num lg:text-right", !effect?.text && "max-lg:hidden")}>
              {effect?.text && <span className="text-0 text-ink-2 lg:sr-only">{m.common_label({ label })} </span>}
              <Change effect={effect} none="±0" />
            </span>
          );
        })}
        {others && others.length > 0 && (
          <span className="text-00 text-ink-3 lg:col-start-2 lg:col-end-[-1]">
            {m.loadout_more_effects({ count: others.length })}
          </span>
        )}
      </p>
    </div>
  );
}

const UNKNOWN_EFFECT = { text: null, gain: null };

type ChangeProps = { effect: Pick<Effect, "text" | "gain"> | undefined; none?: string; className?: string };

/** A signed change, which is marked as better or worse. Screen readers skip unknown and missing changes. */
function Change({ effect, none = "", className }: ChangeProps) {
  if (!effect?.text || effect.gain === null) {
    return (
      <span aria-hidden="true" className={classes("text-0 text-ink-3", className)}>
        {effect ? "—" : none}
      </span>
    );
  }
  return (
    <span
      className={classes(
        "text-0 font-semibold whitespace-nowrap",
        effect.gain > 0 ? "text-ok" : "text-danger",
        className,
      )}
    >
      {effect.text}
      <span className="sr-only"> {effect.gain > 0 ? m.loadout_figure_is_better() : m.loadout_figure_is_worse()}</span>
    </span>
  );
}
