// Another kit or class for a soldier: what still fits stays.
import type { KitId } from "#domain/game-data/kit-id.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { diffLoadouts, type SlotChange } from "#domain/loadout/changes.ts";
import { isVehicleLoadout, type SoldierLoadout } from "#domain/loadout/loadout.ts";
import { findFix } from "#domain/loadout/rules/fix.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";

export type KitChange = {
  loadout: SoldierLoadout;
  /** The slots whose content the new kit may not carry, with what is there now. */
  replaced: readonly SlotChange[];
};

/** The loadout under another kit: what the kit may not carry gives way to the nearest it may, all else stays. */
export function withKit(loadout: SoldierLoadout, kitId: KitId, armoury: Armoury): KitChange {
  const known = new Set(findViolations(loadout, armoury).map((violation) => JSON.stringify(violation)));
  const moved: SoldierLoadout = loadout.game === "bf4" ? { ...loadout, kitId } : { ...loadout, classId: kitId };
  const fitted = fitting(moved, armoury, known);
  const replaced = diffLoadouts(moved, fitted, armoury).filter(({ changed }) => changed);
  return { loadout: fitted, replaced };
}

/** Mends what the move broke; what was broken before is left to its owner. */
function fitting(loadout: SoldierLoadout, armoury: Armoury, known: ReadonlySet<string>): SoldierLoadout {
  for (const violation of findViolations(loadout, armoury)) {
    if (known.has(JSON.stringify(violation))) continue;
    const fixed = findFix(violation, loadout, armoury);
    // Each fix leaves fewer violations, so this comes to an end.
    if (fixed && !isVehicleLoadout(fixed)) return fitting(fixed, armoury, known);
  }
  return loadout;
}
