// What of a Battlefield 4 loadout its soldier still has to unlock.
import { type Bf4Loadout, isVehicleLoadout, type Loadout, type VehicleLoadout } from "#domain/loadout/loadout.ts";
import { targetId } from "#domain/progress/targets/target.ts";
import type { Progress } from "#domain/progress/targets/targets.ts";
import type { KnownProgress } from "./known-progress.ts";
import { remaining, type Standing } from "./remaining.ts";

/** What the loadout carries and its soldier has not reached, in the order of the editor; nothing of Battlefield 2042. */
export function lacking(loadout: Loadout, known: KnownProgress, { byId }: Progress): readonly Standing[] {
  const ids = loadout.game === "bf4" ? getIds(loadout) : [];
  return [...new Set(ids)].flatMap((id) => {
    const target = byId.get(id);
    const remainder = target && remaining(target, known);
    return remainder && remainder.state !== "reached" ? [{ target, remainder }] : [];
  });
}

const getIds = (loadout: Bf4Loadout | VehicleLoadout): readonly string[] =>
  isVehicleLoadout(loadout)
    ? Object.values(loadout.parts).map((id) => targetId.option(loadout.vehicleClassId, id))
    : carriedIds(loadout);

function carriedIds({ primary, sidearm, ...kit }: Bf4Loadout): readonly string[] {
  const weapons = [primary, sidearm].flatMap(({ weaponId, attachments }) =>
    weaponId === null
      ? []
      : [targetId.item(weaponId), ...Object.values(attachments).map((id) => targetId.part(weaponId, id))],
  );
  const gear = [kit.gadget1Id, kit.gadget2Id, kit.grenadeId, kit.meleeId, kit.fieldUpgradeId];
  return [...weapons, ...gear.flatMap((id) => (id === null ? [] : [targetId.item(id)]))];
}
