import type { Bf4Armoury } from "#domain/loadout/armoury.ts";
import type { VehicleLoadout } from "#domain/loadout/loadout.ts";
import { vehicleStarter } from "#domain/loadout/starter.ts";
import type { Violation } from "./violation.ts";

/** Changes that may mend the violation, the nearest first; none of them is tried yet. */
export function* vehicleFixes(
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
