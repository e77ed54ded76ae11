import type { Armoury } from "./armoury.ts";
import { bf4ViolationsOf } from "./bf4-rules.ts";
import { bf2042ViolationsOf } from "./bf2042-rules.ts";
import { isVehicleLoadout, type Loadout } from "./loadout.ts";
import { vehicleViolationsOf } from "./vehicle-rules.ts";
import type { Violation } from "./violation.ts";

/**
 * Every rule the loadout breaks, in the order of the screen; empty when the game would accept it. A whole Arsenal is an
 * Armoury. The editor shows them all; only saving turns them into a Fault.
 */
export function violationsOf(loadout: Loadout, armoury: Armoury): readonly Violation[] {
  if (isVehicleLoadout(loadout)) {
    return armoury.game === "bf4" ? vehicleViolationsOf(loadout, armoury) : [{ rule: "other-game" }];
  }
  if (loadout.game === "bf4" && armoury.game === "bf4") return bf4ViolationsOf(loadout, armoury);
  if (loadout.game === "bf2042" && armoury.game === "bf2042") return bf2042ViolationsOf(loadout, armoury);
  return [{ rule: "other-game" }];
}
