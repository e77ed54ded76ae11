import { useState } from "react";
import type { GameId } from "#domain/game.ts";
import { KIT_IDS, type KitId } from "#domain/game-data/kit-id.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { isVehicleLoadout, type SoldierLoadout } from "#domain/loadout/loadout.ts";
import { findFix } from "#domain/loadout/rules/fix.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { m } from "#messages";
import { KIT_TITLES } from "#messages/game/titles.ts";
import { diffLoadouts, type SlotChange } from "#messages/loadout/changes.ts";
import type { EditorContext } from "#web/features/loadout/editor/editor-context.ts";
import { getKitGlyph } from "#web/features/loadout/glyphs.ts";
import { Glyph } from "#web/ui/glyph.tsx";

type KitFieldProps = { loadout: SoldierLoadout; context: EditorContext };

/** The choice of the kit or class. A change keeps the items that the new kit allows, and lists the replaced items. */
export function KitField({ loadout, context }: KitFieldProps) {
  const [last, setLast] = useState<{ kit: KitId; replaced: readonly SlotChange[] } | null>(null);
  const kit = loadout.game === "bf4" ? loadout.kitId : loadout.classId;
  const choose = (next: KitId) => {
    const changed = withKit(loadout, next, context.armoury);
    setLast({ kit: next, replaced: changed.replaced });
    context.change(changed.loadout, {
      label: m.loadout_step_kit_for_kit({ next: KIT_TITLES[next], previous: KIT_TITLES[kit] }),
    });
  };
  const changes = last?.kit === kit && last.replaced.length > 0 ? last.replaced : null;
  return (
    <div className="grid gap-2">
      <KitChoice game={loadout.game} legend={m.common_class()} value={kit} onChange={choose} />
      <div role="status" className="text-0 text-ink-2">
        {changes && (
          <>
            <p className="font-semibold">{m.loadout_kit_keeps({ kit: KIT_TITLES[kit] })}</p>
            <ul className="list-disc pl-5">
              {changes.map(({ label, a, b }) => (
                <li key={label}>
                  {m.loadout_slot_instead({
                    slot: label,
                    next: b ?? m.loadout_empty_slot(),
                    previous: a ?? m.loadout_empty_slot(),
                  })}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}

// The change of a soldier's kit or class, which keeps the allowed items.
export type KitChange = {
  loadout: SoldierLoadout;
  /** The slots whose items the new kit does not allow, with their replacements. */
  replaced: readonly SlotChange[];
};

/** Returns the loadout with another kit. Items that the kit does not allow are replaced by the most similar allowed items. */
export function withKit(loadout: SoldierLoadout, kitId: KitId, armoury: Armoury): KitChange {
  const existing = new Set(findViolations(loadout, armoury).map((violation) => JSON.stringify(violation)));
  const withNewKit: SoldierLoadout = loadout.game === "bf4" ? { ...loadout, kitId } : { ...loadout, classId: kitId };
  const fixedLoadout = fixNewViolations(withNewKit, armoury, existing);
  const replaced = diffLoadouts(withNewKit, fixedLoadout, armoury).filter(({ changed }) => changed);
  return { loadout: fixedLoadout, replaced };
}

/** Fixes the violations that the change of kit caused; earlier violations remain. */
function fixNewViolations(loadout: SoldierLoadout, armoury: Armoury, existing: ReadonlySet<string>): SoldierLoadout {
  for (const violation of findViolations(loadout, armoury)) {
    if (existing.has(JSON.stringify(violation))) continue;
    const fixed = findFix(violation, loadout, armoury);
    // Each fix reduces the number of violations, so the recursion ends.
    if (fixed && !isVehicleLoadout(fixed)) return fixNewViolations(fixed, armoury, existing);
  }
  return loadout;
}

type KitChoiceProps = { game: GameId; legend: string; value: KitId; onChange: (kit: KitId) => void };

/** The radio buttons for the four kits or classes. */
function KitChoice({ game, legend, value, onChange }: KitChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1 font-cond text-0 font-semibold text-ink-2">{legend}</legend>
      <div className="flex flex-wrap gap-1.5 sm:grid sm:grid-cols-4 sm:gap-2">
        {KIT_IDS.map((id) => (
          <label
            key={id}
            className="flex min-h-12 cursor-pointer items-center gap-2 rounded-1 border border-line-strong bg-surface-1 px-3 font-semibold max-sm:flex-1 max-sm:flex-col max-sm:gap-0.5 max-sm:px-1 max-sm:py-1.5 max-sm:text-0 has-checked:border-accent has-checked:bg-tint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="kit"
              value={id}
              checked={id === value}
              onChange={() => onChange(id)}
              className="sr-only"
            />
            <Glyph name={getKitGlyph(game, id)} className="size-6 text-accent" />
            {KIT_TITLES[id]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
