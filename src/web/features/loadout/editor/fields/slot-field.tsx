import type { ReactNode } from "react";
import type { Violation } from "#domain/loadout/rules/violation.ts";
import { Combobox, type Option } from "#web/components/fields/combobox.tsx";
import { type EditorContext, getViolationsAt, saying } from "#web/features/loadout/editor/editor-context.ts";
import { focusPlace, getPlaces, slotPlace } from "./slot-place.ts";

type SlotFieldProps = {
  label: string;
  /** The slot whose violations are shown here; its parts are rendered inside. */
  slot: string;
  partSlot?: string;
  value: string | null;
  options: readonly Option[];
  onChange: (id: string) => void;
  desk: EditorContext;
  hint?: ReactNode;
  /** What is picked, as something to be unlocked; null where it is there from the start. */
  targetId?: string | null;
};

/** A picker for one slot, with whatever the rules have against its content below. */
export function SlotField({ label, slot, partSlot, value, options, onChange, desk, hint, targetId }: SlotFieldProps) {
  const violations = getViolationsAt(desk, slot, partSlot);
  return (
    <div id={slotPlace(slot, partSlot)} className="min-w-0">
      <Combobox
        label={label}
        value={value}
        options={options}
        onChange={onChange}
        placeholder="Choose"
        hint={hint}
        note={desk.lefts.get(targetId ?? "")}
        error={violations.length > 0 && <Violations violations={violations} desk={desk} />}
      />
    </div>
  );
}

/** Sentences about broken rules, each with its fix where there is one. */
export function Violations({ violations, desk }: { violations: readonly Violation[]; desk: EditorContext }) {
  return (
    <span className="grid gap-1">
      {violations.map((violation) => (
        <span key={JSON.stringify(violation)} className="flex flex-wrap items-baseline gap-x-3">
          {saying(violation, desk)}
          <FixButton violation={violation} desk={desk} />
        </span>
      ))}
    </span>
  );
}

function FixButton({ violation, desk }: { violation: Violation; desk: EditorContext }) {
  const fixed = desk.fixOf(violation);
  if (!fixed) return null;
  return (
    <button
      type="button"
      onClick={() => {
        desk.change(fixed, { label: "Fix" });
        focusPlace(getPlaces(violation));
      }}
      aria-label={`Fix: ${saying(violation, desk)}`}
      className="link min-h-6 px-1 text-accent pointer-coarse:min-h-11"
    >
      Fix
    </button>
  );
}
