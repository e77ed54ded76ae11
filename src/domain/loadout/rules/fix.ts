// How a broken rule is mended: one change, tried against the rules before it is offered.
import type { Armoury, Bf4Armoury } from "#domain/loadout/armoury.ts";
import { isVehicleLoadout, type Loadout, type VehicleLoadout } from "#domain/loadout/loadout.ts";
import { vehicleStarter } from "#domain/loadout/starter.ts";
import { bf4Fixes } from "./bf4-rules.ts";
import { bf2042Fixes } from "./bf2042-rules.ts";
import { findViolations } from "./rules.ts";
import type { Violation } from "./violation.ts";

/**
 * The loadout after one change that mends this violation and leaves fewer of them; null where no such change is known.
 * The nearest legal item comes first, then the part as issued, then the part taken off. Only changes that `accepts` takes count.
 */
export function findFix(
  violation: Violation,
  loadout: Loadout,
  armoury: Armoury,
  accepts: (changed: Loadout) => boolean = () => true,
): Loadout | null {
  const reported = JSON.stringify(violation);
  const before = findViolations(loadout, armoury).length;
  for (const changed of candidates(violation, loadout, armoury)) {
    if (!accepts(changed)) continue;
    const left = findViolations(changed, armoury);
    if (left.length < before && !left.some((other) => JSON.stringify(other) === reported)) return changed;
  }
  return null;
}

/** The loadout with every violation mended that can be; the same loadout where none can. */
export function fixAll(loadout: Loadout, armoury: Armoury): Loadout {
  for (const violation of findViolations(loadout, armoury)) {
    const fixed = findFix(violation, loadout, armoury);
    // Each fix leaves fewer violations, so this comes to an end.
    if (fixed) return fixAll(fixed, armoury);
  }
  return loadout;
}

function candidates(violation: Violation, loadout: Loadout, armoury: Armoury): Iterable<Loadout> {
  if (isVehicleLoadout(loadout)) return armoury.game === "bf4" ? vehicleFixes(violation, loadout, armoury) : [];
  if (loadout.game === "bf4") return armoury.game === "bf4" ? bf4Fixes(violation, loadout, armoury) : [];
  return armoury.game === "bf2042" ? bf2042Fixes(violation, loadout, armoury) : [];
}

/** Changes that may mend the violation, the nearest first; none of them is tried yet. */
function* vehicleFixes(
  violation: Violation,
  loadout: VehicleLoadout,
  { vehicleLoadouts }: Bf4Armoury,
): Generator<VehicleLoadout> {
  if (violation.rule === "unknown-vehicle-class") {
    for (const { id } of vehicleLoadouts.values()) yield vehicleStarter(id);
  }
  if (violation.rule === "option-not-for-slot") {
    const { slot, optionId } = violation;
    const classes = [...vehicleLoadouts.values()];
    const option = classes
      .flatMap(({ slots }) => slots.flatMap(({ options }) => options))
      .find((o) => o.id === optionId);
    const own = vehicleLoadouts.get(loadout.vehicleClassId)?.slots.find((other) => other.slot === slot)?.options ?? [];
    const namesake = option && own.find(({ name }) => name === option.name);
    if (namesake) yield { ...loadout, parts: { ...loadout.parts, [slot]: namesake.id } };
  }
  if (violation.rule === "option-not-for-slot" || violation.rule === "slot-not-of-vehicle") {
    const { [violation.slot]: _, ...parts } = loadout.parts;
    yield { ...loadout, parts };
  }
}
