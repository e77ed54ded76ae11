import { type ReactNode, useId, useState } from "react";
import type { Loadout } from "#domain/loadout/loadout.ts";
import type { Violation } from "#domain/loadout/rules/violation.ts";
import type { Target } from "#domain/weapons/lethality/at-range.ts";
import { m } from "#messages";
import { type DrawableItem, ItemPicture } from "#web/data/equipment-pictures.tsx";
import { useDrawWeapon } from "#web/data/silhouettes.tsx";
import {
  type EditorContext,
  formatViolation,
  listSlotViolations,
  useTarget,
} from "#web/features/loadout/editor/editor-context.ts";
import type { PickedTargets } from "#web/features/loadout/unlocks.tsx";
import { classes } from "#web/ui/class-names.ts";
import { Glyph, type GlyphName } from "#web/ui/glyph.tsx";
import { ChevronRight, CircleAlert, LockKeyhole, Plus } from "#web/ui/icons.tsx";
import { showToast } from "#web/ui/overlays/toasts.ts";
import { type Choice, listOptions } from "./choices.ts";
import { Picker, type PickerProps } from "./picker.tsx";

type SlotFieldProps = {
  /** The full name of the slot for screen readers, e.g. "Primary, Optic". */
  label: string;
  /** The short name shown in the tile. */
  title?: string;
  /** The icon of the slot; omitted if its item is drawn. */
  icon?: string;
  /** The item to draw in the tile. */
  drawn?: DrawableItem | null;
  /** The slot whose violations are shown. */
  slot: string;
  partSlot?: string;
  value: string | null;
  /** The name of the item in the slot; null for an empty slot. */
  chosen: string | null;
  /** A short text next to the name. */
  detail?: string | undefined;
  /** What unlocks the item, if no remaining amount is known. */
  unlock?: string | undefined;
  /** Whether the slot has the default part. */
  isStock?: boolean;
  /** Returns the choices with their figures against a target; called when the picker opens. */
  list: (target: Target) => readonly Choice[];
  choose: (id: string) => Loadout;
  holds: (loadout: Loadout, id: string) => boolean;
  context: EditorContext;
  /** The unlock targets among the options; null if there are none. */
  targets?: PickedTargets | null;
  targetOf?: (id: string) => string;
  preview?: PickerProps["preview"];
  /** Names what the effects of the options are compared with; by default the item in the slot. */
  comparison?: string;
};

const NO_TARGET = () => "";

/** The tile of a slot: its item, its violations, and the picker that it opens. */
export function SlotField({ label, title = label, slot, partSlot, value, chosen, context, ...rest }: SlotFieldProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { icon, drawn, detail, unlock, isStock, targetOf = NO_TARGET } = rest;
  const violations = listSlotViolations(context, slot, partSlot);
  const left = value === null || isStock ? undefined : (context.remainderTexts.get(targetOf(value)) ?? unlock);
  const describedBy = classes(
    detail ? `${id}-detail` : null,
    left ? `${id}-left` : null,
    violations.length > 0 ? `${id}-error` : null,
  );
  return (
    <div id={getSlotElementId(slot, partSlot)} className="grid min-w-0 content-start gap-1">
      <button
        type="button"
        id={id}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...(describedBy && { "aria-describedby": describedBy })}
        data-invalid={violations.length > 0 || undefined}
        onClick={() => setOpen(true)}
        className={classes(TILE, !isStock && chosen !== null && "border-l-accent")}
      >
        {icon ? <SlotIcon name={icon} /> : <SlotDrawing drawn={drawn ?? null} />}
        <span className="grid min-w-0 grow">
          <span className="text-00 text-ink-3">
            <span className="sr-only">{label}</span>
            <span aria-hidden="true">
              <span>{title}</span>
              {detail && <span>{m.common_dot()}</span>}
              {detail && <span id={`${id}-detail`}>{detail}</span>}
            </span>
          </span>
          <b className={classes("text-1 font-semibold [overflow-wrap:anywhere]", isStock && "text-ink-2")}>
            {chosen ?? m.common_choose()}
          </b>
          {left && (
            <span aria-hidden="true" className="num flex items-center gap-1 text-00 text-ink-2">
              <LockKeyhole aria-hidden="true" className="size-3.5 shrink-0" />
              <span id={`${id}-left`}>{left}</span>
            </span>
          )}
        </span>
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-3 max-[26rem]:hidden" />
      </button>
      {violations.length > 0 && (
        <p id={`${id}-error`} role="alert" className="flex items-center gap-1.5 text-0 text-danger">
          <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
          <Violations violations={violations} context={context} />
        </p>
      )}
      {isOpen && (
        <SlotPicker
          {...{ label, value, context, ...rest }}
          comparison={chosen === null ? null : (rest.comparison ?? m.loadout_compared_with({ item: chosen }))}
          tileId={id}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

/** The classes of a row of tiles, which wraps. */
export const TILES = "flex flex-wrap gap-2 *:grow *:basis-36 @xl:*:basis-52";

const TILE =
  "flex min-h-14 w-full items-center gap-2 @md:gap-3 rounded-1 border border-l-3 border-line-strong bg-surface-2 px-2.5 py-1.5 text-left hover:bg-surface-3 data-invalid:border-danger";

/** The place of a tile that is loading. */
export const EmptyTile = () => <span aria-hidden="true" className={TILE} />;

type SlotPickerProps = Pick<
  SlotFieldProps,
  "label" | "value" | "list" | "choose" | "holds" | "context" | "targets" | "targetOf" | "preview"
> & {
  /** A sentence that names what the effects of the options are compared with. */
  comparison: string | null;
  tileId: string;
  onClose: () => void;
};

/** The picker of a slot. Its options are computed when it is mounted, which is when it opens. */
function SlotPicker({ label, value, list, choose, holds, context, targets = null, ...rest }: SlotPickerProps) {
  const { tileId, comparison, onClose, preview, targetOf = NO_TARGET } = rest;
  const target = useTarget();
  // The options are recomputed only if the context or the target changes, e.g. when figures finish loading.
  const createListing = () => ({ context, target, options: listOptions(list(target), context, { choose, holds }) });
  const [listed, setListed] = useState(createListing);
  if (listed.context !== context || listed.target !== target) setListed(createListing());
  const { options } = listed;
  return (
    <Picker
      title={label}
      returnTo={tileId}
      comparison={options.some(({ effects }) => effects?.length) ? comparison : null}
      {...{ value, options, targets, targetOf, preview, onClose }}
      onPick={({ id }) => {
        onClose();
        if (id !== value) context.change(choose(id));
      }}
      onRemedy={({ loadout, getStep, getDone }, { name }) => {
        onClose();
        context.change(loadout, { label: getStep(name) });
        showToast(getDone(name));
      }}
    />
  );
}

type AddFieldProps = Omit<SlotPickerProps, "value" | "tileId" | "targets" | "targetOf" | "onClose"> & {
  /** The text of the tile. */
  title: string;
  onAdded: () => void;
};

/** A tile that adds to a list of choices. */
export function AddField({ title, onAdded, ...rest }: AddFieldProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        id={id}
        aria-label={rest.label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        className="flex min-h-11 w-full items-center justify-center gap-2 rounded-1 border border-dashed border-line-strong px-3 text-0 font-semibold text-ink-2 hover:bg-surface-2 hover:text-ink"
      >
        <Plus aria-hidden="true" className="size-4 shrink-0" />
        {title}
      </button>
      {isOpen && (
        <SlotPicker
          {...rest}
          value={null}
          tileId={id}
          onClose={() => {
            setOpen(false);
            onAdded();
          }}
        />
      )}
    </>
  );
}

/** Paths on a grid of 24 for slots without a glyph. */
const DRAWINGS: Readonly<Record<string, string>> = {
  barrel: "M2 10h14v4H2zM17 8.5h2v7h-2zM20 8.5h2v7h-2z",
  underbarrel: "M2 6h20v4H2zM9 11h6l-1.5 9H10z",
  accessory: "M2 8h9v8H2zM12 11h2v2h-2zM15.5 11h3v2h-3zM20 11h2.500v2H20z",
  auxiliary: "M4 4h16v5H4zM8 10.500h8L17.500 20h-9z",
};

const GLYPHS: Readonly<Record<string, GlyphName>> = {
  ...{ primary: "ak47", sidearm: "pistol-gun", optic: "crosshair", sight: "crosshair", ammo: "bullets" },
  ...{ ammunition: "bullets", shell: "heavy-bullets", secondary: "missile-launcher", countermeasure: "parachute" },
};

/** The decorative icon of a slot; a wrench if the slot has no icon. */
export function SlotIcon({ name }: { name: string }) {
  const look = "size-7 shrink-0 text-accent";
  const drawing = DRAWINGS[name];
  if (!drawing) {
    const isOptic = name.includes("optic");
    return <Glyph name={GLYPHS[name] ?? (isOptic ? "crosshair" : "wrench")} className={look} />;
  }
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`fill-current ${look}`}>
      <path d={drawing} />
    </svg>
  );
}

/** The drawing of a slot's item; a plus for an empty slot. */
function SlotDrawing({ drawn }: { drawn: DrawableItem | null }) {
  const draw = useDrawWeapon();
  if (!drawn) return <Plus aria-hidden="true" className="size-7 shrink-0 text-ink-3" />;
  const look = "weaponId" in drawn ? "w-14" : "size-9";
  return <ItemPicture {...{ drawn, draw }} className={`shrink-0 text-ink [--cut:var(--surface-2)] ${look}`} />;
}

/** Sentences about broken rules, each with a button to fix it if possible. */
export function Violations({ violations, context }: { violations: readonly Violation[]; context: EditorContext }) {
  return (
    <span className="grid gap-1">
      {violations.map((violation) => (
        <span key={JSON.stringify(violation)} className="flex flex-wrap items-baseline gap-x-3">
          <span>{formatViolation(violation, context)}</span>
          <FixButton violation={violation} context={context} />
        </span>
      ))}
    </span>
  );
}

function FixButton({ violation, context }: { violation: Violation; context: EditorContext }) {
  const fixed = context.getFix(violation);
  if (!fixed) return null;
  return (
    <button
      type="button"
      onClick={() => {
        context.change(fixed, { label: m.loadout_fix() });
        focusElement(listElementIds(violation));
      }}
      aria-label={m.loadout_fix_violation({ violation: formatViolation(violation, context) })}
      className="link min-h-6 px-1 text-accent pointer-coarse:min-h-11"
    >
      {m.loadout_fix()}
    </button>
  );
}

/** A titled part of the editor. */
export function SlotGroup({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="@container panel grid gap-3 p-4 md:p-5">
      <h3 id={id} className="text-2">
        {title}
      </h3>
      {children}
    </section>
  );
}

// The ids of the slots' elements, for links and for the focus.

/** Returns the id of the element of a slot or of a part slot. */
export const getSlotElementId = (slot: string, partSlot?: string): string =>
  partSlot === undefined ? `slot-${slot}` : `slot-${slot}-${partSlot}`;

/** Returns the ids of the elements that show a violation, innermost first; empty if it concerns the whole loadout. */
export function listElementIds(violation: Violation): readonly string[] {
  if (!("slot" in violation)) return [];
  const whole = getSlotElementId(violation.slot);
  return "partSlot" in violation ? [getSlotElementId(violation.slot, violation.partSlot), whole] : [whole];
}

/** Focuses the first control in one of these elements after the next render. */
export function focusElement(places: readonly string[]): void {
  requestAnimationFrame(() => {
    const [place] = places.flatMap((id) => document.getElementById(id) ?? []);
    place?.querySelector<HTMLElement>("input, select, button")?.focus();
  });
}
