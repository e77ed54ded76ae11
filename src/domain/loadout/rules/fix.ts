// Fixes violations of the rules. A fix is a single change, which is checked against the rules before it is offered.
import type { Armoury, Bf4Armoury } from "#domain/loadout/armoury.ts";
import { isVehicleLoadout, type Loadout, type VehicleLoadout } from "#domain/loadout/loadout.ts";
import { createVehicleStarter } from "#domain/loadout/starter.ts";
import { listBf4Fixes } from "./bf4-rules.ts";
import { listBf2042Fixes } from "./bf2042-rules.ts";
import { findViolations } from "./rules.ts";
import type { Violation } from "./violation.ts";

/**
 * Returns the loadout after one change that fixes this violation and reduces their number; null if no such change is found.
 * Tries the most similar legal item first, then the default part, then no part. Ignores changes that `accepts` refuses.
 */
export function findFix(
  violation: Violation,
  loadout: Loadout,
  armoury: Armoury,
  accepts: (changed: Loadout) => boolean = () => true,
): Loadout | null {
  const reported = JSON.stringify(violation);
  const before = findViolations(loadout, armoury).length;
  for (const changed of listCandidates(violation, loadout, armoury)) {
    if (!accepts(changed)) continue;
    const remaining = findViolations(changed, armoury);
    if (remaining.length < before && !remaining.some((other) => JSON.stringify(other) === reported)) return changed;
  }
  return null;
}

/** Returns the loadout with every violation fixed for which a fix is found; the same loadout if none is found. */
export function fixAll(loadout: Loadout, armoury: Armoury): Loadout {
  for (const violation of findViolations(loadout, armoury)) {
    const fixed = findFix(violation, loadout, armoury);
    // Each fix reduces the number of violations, so the recursion ends.
    if (fixed) return fixAll(fixed, armoury);
  }
  return loadout;
}

function listCandidates(violation: Violation, loadout: Loadout, armoury: Armoury): Iterable<Loadout> {
  if (isVehicleLoadout(loadout)) return armoury.game === "bf4" ? listVehicleFixes(violation, loadout, armoury) : [];
  if (loadout.game === "bf4") return armoury.game === "bf4" ? listBf4Fixes(violation, loadout, armoury) : [];
  return armoury.game === "bf2042" ? listBf2042Fixes(violation, loadout, armoury) : [];
}

/** Yields changed loadouts that may fix the violation, smallest change first. They are not checked yet. */
function* listVehicleFixes(
  violation: Violation,
  loadout: VehicleLoadout,
  { vehicleLoadouts }: Bf4Armoury,
): Generator<VehicleLoadout> {
  if (violation.rule === "unknown-vehicle-class") {
    for (const { id } of vehicleLoadouts.values()) yield createVehicleStarter(id);
  }
  if (violation.rule === "option-not-for-slot") {
    const { slot, optionId } = violation;
    const classes = [...vehicleLoadouts.values()];
    const option = classes
      .flatMap(({ slots }) => slots.flatMap(({ options }) => options))
      .find((o) => o.id === optionId);
    const slotOptions =
      vehicleLoadouts.get(loadout.vehicleClassId)?.slots.find((other) => other.slot === slot)?.options ?? [];
    const namesake = option && slotOptions.find(({ name }) => name === option.name);
    if (namesake) yield { ...loadout, parts: { ...loadout.parts, [slot]: namesake.id } };
  }
  if (violation.rule === "option-not-for-slot" || violation.rule === "slot-not-of-vehicle") {
    const { [violation.slot]: _, ...parts } = loadout.parts;
    yield { ...loadout, parts };
  }
}
