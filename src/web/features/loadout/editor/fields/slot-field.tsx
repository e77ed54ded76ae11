import { type ReactNode, useId } from "react";
import type { KitId } from "#domain/game-data/kit-id.ts";
import { WEAPON_CLASS_TITLES } from "#domain/game-data/weapon-class.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import type { Violation } from "#domain/loadout/rules/violation.ts";
import { Combobox, type Option } from "#web/components/fields/combobox.tsx";
import { type EditorContext, getViolationsAt, saying } from "#web/features/loadout/editor/editor-context.ts";
import type { Listed } from "#web/features/loadout/loadout-search.ts";

type SlotFieldProps = {
  label: string;
  /** The slot whose violations are shown here; its parts are rendered inside. */
  slot: string;
  partSlot?: string;
  value: string | null;
  options: readonly Option[];
  onChange: (id: string) => void;
  context: EditorContext;
  hint?: ReactNode;
  /** What is picked, as something to be unlocked; null where it is there from the start. */
  targetId?: string | null;
};

/** A picker for one slot, with whatever the rules have against its content below. */
export function SlotField({
  label,
  slot,
  partSlot,
  value,
  options,
  onChange,
  context,
  hint,
  targetId,
}: SlotFieldProps) {
  const violations = getViolationsAt(context, slot, partSlot);
  return (
    <div id={slotPlace(slot, partSlot)} className="min-w-0">
      <Combobox
        label={label}
        value={value}
        options={options}
        onChange={onChange}
        placeholder="Choose"
        hint={hint}
        note={context.lefts.get(targetId ?? "")}
        error={violations.length > 0 && <Violations violations={violations} context={context} />}
      />
    </div>
  );
}

/** Sentences about broken rules, each with its fix where there is one. */
export function Violations({ violations, context }: { violations: readonly Violation[]; context: EditorContext }) {
  return (
    <span className="grid gap-1">
      {violations.map((violation) => (
        <span key={JSON.stringify(violation)} className="flex flex-wrap items-baseline gap-x-3">
          {saying(violation, context)}
          <FixButton violation={violation} context={context} />
        </span>
      ))}
    </span>
  );
}

function FixButton({ violation, context }: { violation: Violation; context: EditorContext }) {
  const fixed = context.fixOf(violation);
  if (!fixed) return null;
  return (
    <button
      type="button"
      onClick={() => {
        context.change(fixed, { label: "Fix" });
        focusPlace(getPlaces(violation));
      }}
      aria-label={`Fix: ${saying(violation, context)}`}
      className="link min-h-6 px-1 text-accent pointer-coarse:min-h-11"
    >
      Fix
    </button>
  );
}

/** A titled part of the editor. */
export function SlotGroup({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="panel grid gap-4 p-4 md:p-5">
      <h3 id={id} className="text-2">
        {title}
      </h3>
      {children}
    </section>
  );
}

// Where a slot stands on the page, for links and for the focus.

/** The id of the element that holds a slot, or one place for parts within it. */
export const slotPlace = (slot: string, partSlot?: string): string =>
  partSlot === undefined ? `slot-${slot}` : `slot-${slot}-${partSlot}`;

/** Where a violation is shown, the nearest first; empty for one of the whole loadout. */
export function getPlaces(violation: Violation): readonly string[] {
  if (!("slot" in violation)) return [];
  const whole = slotPlace(violation.slot);
  return "partSlot" in violation ? [slotPlace(violation.slot, violation.partSlot), whole] : [whole];
}

/** Puts the focus on the first control at one of these places, once the page has been drawn anew. */
export function focusPlace(places: readonly string[]): void {
  requestAnimationFrame(() => {
    const [place] = places.flatMap((id) => document.getElementById(id) ?? []);
    place?.querySelector<HTMLElement>("input, select, button")?.focus();
  });
}

/** The weapons a slot may be asked to hold, in the order of the game; some of them against the rules. */
export function weaponChoices(weapons: readonly Listed[], armoury: Armoury, slot: "primary" | "sidearm") {
  const isCarried = (weapon: Listed): boolean =>
    armoury.game === "bf4"
      ? armoury.weapons.get(weapon.id)?.slots.includes(slot) === true
      : (weapon.class === "sidearm") === (slot === "sidearm");
  return weapons
    .filter(isCarried)
    .map((weapon) => ({ ...weapon, note: WEAPON_CLASS_TITLES[weapon.class].replace(/s$/, "") }));
}

/** What the kit's slot offers, then what other kits carry there. */
export function itemChoices(armoury: Armoury, kitId: KitId, listOf: (kit: KitId) => readonly string[]) {
  const others = [...armoury.kits.keys()].filter((id) => id !== kitId);
  const ids = new Set([kitId, ...others].flatMap(listOf));
  return [...ids].map((id) => ({ id, name: nameIn(armoury, id) }));
}

function nameIn(armoury: Armoury, id: string): string {
  const specialist = armoury.game === "bf2042" ? armoury.specialists.get(id) : undefined;
  return (armoury.gadgets.get(id) ?? armoury.weapons.get(id) ?? specialist)?.name ?? id;
}
