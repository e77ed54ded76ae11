// What of a Battlefield 4 loadout its soldier still has to unlock, and how a soldier stands with each weapon.

import type { Arsenal } from "#domain/game-data/arsenal.ts";
import { type Bf4Loadout, isVehicleLoadout, type Loadout, type VehicleLoadout } from "#domain/loadout/loadout.ts";
import { type CountedUnit, targetId } from "#domain/progress/target.ts";
import type { Statistics } from "#domain/soldier/statistics.ts";
import { counter, type KnownProgress } from "./known-progress.ts";
import { remaining, type Standing } from "./remaining.ts";
import type { Progress } from "./target.ts";

/** What the loadout carries and its soldier has not reached, in the order of the editor; nothing of Battlefield 2042. */
export function lacking(loadout: Loadout, knownProgress: KnownProgress, { byId }: Progress): readonly Standing[] {
  const ids = loadout.game === "bf4" ? getIds(loadout) : [];
  return [...new Set(ids)].flatMap((id) => {
    const target = byId.get(id);
    const remainder = target && remaining(target, knownProgress);
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

/** A soldier's figures of a weapon; each null where no source gives it. */
export type OwnWeapon = {
  id: string;
  kills: number | null;
  /** Share of the shots that hit, 0 to 1. */
  accuracy: number | null;
  /** Always null in Battlefield 2042, of which no source knows what is unlocked. */
  unlocked: boolean | null;
  /** What is left to unlock it. */
  left: { left: number; unit: CountedUnit } | null;
};

/** How the soldier stands with each weapon of the arsenal; weapons of which nothing is known are left out. */
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
  // What is there from the start is no target.
  if (!target) return { unlocked: weapon.unlocks?.length === 0 ? true : null, left: null };
  const remainder = remaining(target, progress.knownProgress);
  if (remainder.state === "reached") return { unlocked: true, left: null };
  return remainder.state === "left"
    ? { unlocked: false, left: { left: remainder.left, unit: remainder.unit } }
    : { unlocked: null, left: null };
}
