// Lists the items of a Battlefield 4 loadout that its soldier has not unlocked, and a soldier's statistics and unlock state for each weapon.

import type { Arsenal } from "#domain/game-data/arsenal.ts";
import { type Bf4Loadout, isVehicleLoadout, type Loadout, type VehicleLoadout } from "#domain/loadout/loadout.ts";
import { type CountedUnit, targetId } from "#domain/progress/target.ts";
import type { Statistics } from "#domain/soldier/statistics.ts";
import { counter, type KnownProgress } from "./known-progress.ts";
import { getRemainder, type TargetProgress } from "./remaining.ts";
import type { Progress } from "./target.ts";

/** Returns the unlocks of the loadout's items that its soldier has not reached, in the order of the editor; empty in Battlefield 2042. */
export function listMissing(
  loadout: Loadout,
  knownProgress: KnownProgress,
  { byId }: Progress,
): readonly TargetProgress[] {
  const ids = loadout.game === "bf4" ? getUnlockIds(loadout) : [];
  return [...new Set(ids)].flatMap((id) => {
    const target = byId.get(id);
    const remainder = target && getRemainder(target, knownProgress);
    return remainder && remainder.state !== "reached" ? [{ target, remainder }] : [];
  });
}

const getUnlockIds = (loadout: Bf4Loadout | VehicleLoadout): readonly string[] =>
  isVehicleLoadout(loadout)
    ? Object.values(loadout.parts).map((id) => targetId.option(loadout.vehicleClassId, id))
    : getCarriedIds(loadout);

function getCarriedIds({ primary, sidearm, ...kit }: Bf4Loadout): readonly string[] {
  const weapons = [primary, sidearm].flatMap(({ weaponId, attachments }) =>
    weaponId === null
      ? []
      : [targetId.item(weaponId), ...Object.values(attachments).map((id) => targetId.part(weaponId, id))],
  );
  const gear = [kit.gadget1Id, kit.gadget2Id, kit.grenadeId, kit.meleeId, kit.fieldUpgradeId];
  return [...weapons, ...gear.flatMap((id) => (id === null ? [] : [targetId.item(id)]))];
}

/** A soldier's statistics and unlock state for a weapon; each value is null if no source reports it. */
export type OwnWeapon = {
  id: string;
  kills: number | null;
  /** Share of the shots that hit, 0 to 1. */
  accuracy: number | null;
  /** Always null in Battlefield 2042, because no source reports its unlocks. */
  unlocked: boolean | null;
  /** The remaining amount until it is unlocked. */
  left: { left: number; unit: CountedUnit } | null;
};

/** Returns the soldier's statistics and unlock state for each weapon; omits weapons without data. */
export function listOwnWeapons(
  arsenal: Arsenal,
  statistics: Readonly<Statistics> | null,
  progress: (Pick<Progress, "byId"> & { knownProgress: KnownProgress }) | null,
): readonly OwnWeapon[] {
  const rows = new Map((statistics?.tables.weapons ?? []).map(({ id, values }) => [id, values]));
  return [...arsenal.weapons.values()].flatMap((weapon) => {
    const values = rows.get(weapon.id);
    const counted = progress?.knownProgress.counters.get(counter.kills(weapon.id))?.count ?? null;
    const kills = values?.["kills"] ?? null;
    const own: OwnWeapon = {
      id: weapon.id,
      kills: counted === null ? kills : Math.max(counted, kills ?? 0),
      accuracy: values?.["accuracy"] ?? null,
      ...getLock(weapon, progress),
    };
    return own.kills === null && own.accuracy === null && own.unlocked === null ? [] : [own];
  });
}

function getLock(
  weapon: { id: string; game: string; unlocks?: readonly unknown[] | null },
  progress: Parameters<typeof listOwnWeapons>[2],
): Pick<OwnWeapon, "unlocked" | "left"> {
  if (!progress) return { unlocked: null, left: null };
  const target = progress.byId.get(targetId.item(weapon.id));
  // A weapon that is unlocked from the start has no target.
  if (!target) return { unlocked: weapon.unlocks?.length === 0 ? true : null, left: null };
  const remainder = getRemainder(target, progress.knownProgress);
  if (remainder.state === "reached") return { unlocked: true, left: null };
  return remainder.state === "left"
    ? { unlocked: false, left: { left: remainder.left, unit: remainder.unit } }
    : { unlocked: null, left: null };
}
