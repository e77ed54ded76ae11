import { isVehicleLoadout, type Loadout } from "#domain/loadout/loadout.ts";
import type { EditorContext } from "#web/features/loadout/editor/editor-context.ts";
import { Bf4Fields } from "#web/features/loadout/editor/fields/games/bf4-fields.tsx";
import { Bf2042Fields } from "#web/features/loadout/editor/fields/games/bf2042-fields.tsx";
import { VehicleFields } from "#web/features/loadout/editor/fields/games/vehicle-fields.tsx";

/** The slots of whatever the loadout is of. */
export function Fields({ loadout, desk }: { loadout: Loadout; desk: EditorContext }) {
  if (isVehicleLoadout(loadout)) return <VehicleFields loadout={loadout} desk={desk} />;
  if (loadout.game === "bf4") return <Bf4Fields loadout={loadout} desk={desk} />;
  return <Bf2042Fields loadout={loadout} desk={desk} />;
}
