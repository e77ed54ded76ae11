import type { Armoury, Bf4Armoury } from "#domain/loadout/armoury.ts";
import { isVehicleLoadout, type Loadout, type VehicleLoadout } from "#domain/loadout/loadout.ts";
import { findBf4Violations } from "./bf4-rules.ts";
import { findBf2042Violations } from "./bf2042-rules.ts";
import type { Violation } from "./violation.ts";

/**
 * Returns every rule that the loadout breaks, in the order of the screen; empty if the game would accept the loadout. The
 * editor shows all violations; only saving turns them into an error.
 */
export function findViolations(loadout: Loadout, armoury: Armoury): readonly Violation[] {
  if (isVehicleLoadout(loadout)) {
    return armoury.game === "bf4" ? findVehicleViolations(loadout, armoury) : [{ rule: "other-game" }];
  }
  if (loadout.game === "bf4" && armoury.game === "bf4") return findBf4Violations(loadout, armoury);
  if (loadout.game === "bf2042" && armoury.game === "bf2042") return findBf2042Violations(loadout, armoury);
  return [{ rule: "other-game" }];
}

// The rules of Battlefield 4's vehicles: the parts of each vehicle class, as in Battlelog's editor (April 2015).

/** Returns every rule that the loadout breaks, in the order of its slots. */
function findVehicleViolations(loadout: VehicleLoadout, armoury: Bf4Armoury): readonly Violation[] {
  const { vehicleClassId, parts } = loadout;
  const vehicle = armoury.vehicleLoadouts.get(vehicleClassId);
  if (!vehicle) return [{ rule: "unknown-vehicle-class", slot: "vehicleClass", vehicleClassId }];
  return Object.entries(parts).flatMap(([slot, optionId]): Violation[] => {
    const offered = vehicle.slots.find((other) => other.slot === slot);
    if (!offered) return [{ rule: "slot-not-of-vehicle", slot, vehicleClassId }];
    if (offered.options.some(({ id }) => id === optionId)) return [];
    return [{ rule: "option-not-for-slot", slot, vehicleClassId, optionId }];
  });
}
