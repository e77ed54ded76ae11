// Battlefield 4: what each class of vehicles may mount, as Battlelog's editor had it (April 2015).
import type { Bf4Armoury } from "#domain/loadout/armoury.ts";
import type { VehicleLoadout } from "#domain/loadout/loadout.ts";
import type { Violation } from "./violation.ts";

/** Every rule the loadout breaks, in the order of its slots. */
export function findVehicleViolations(loadout: VehicleLoadout, armoury: Bf4Armoury): readonly Violation[] {
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
