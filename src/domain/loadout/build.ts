// A weapon as a loadout carries it, and the times to kill that every screen names of it.
import type { Arsenal, Weapon } from "#domain/game-data/arsenal.ts";
import type { Bf2042Attachments } from "#domain/game-data/schemas/attachment.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { type Ballistics, getBallistics } from "#domain/weapons/ballistics.ts";
import { getHealth } from "#domain/weapons/hit-zones.ts";
import { getLethality } from "#domain/weapons/lethality/at-range.ts";
import { isVehicleLoadout, type Loadout, type SoldierLoadout } from "./loadout.ts";
import { getMounted } from "./record.ts";

/** Metres at which cards, share pages and pictures name the time to kill: close, medium and long range. */
const HEADLINE_RANGES_M = [10, 30, 75] as const;

/** Null where a figure is not public; `isMinimum` where the kill needs more than one burst. */
export type Headline = { rangeM: number; ttkMs: number | null; isMinimum: boolean };

/**
 * The figures of a weapon as a loadout carries it: in 2042 with the first part of each slot of its board. Null where the sheet
 * does not list what is mounted.
 */
export function getBuild(
  weapon: Weapon,
  attachments: Bf2042Attachments | null,
  carried: SoldierLoadout["primary"],
): Ballistics | null {
  return "board" in carried ? getBallistics(weapon, getMounted(carried.board, attachments)) : getBallistics(weapon);
}

/** The times to kill a soldier of full health by hits to the body, every shot hitting. */
export function listHeadlines(build: Ballistics | null, combat: Combat): readonly Headline[] {
  const hitPoints = getHealth(combat, "normal");
  return HEADLINE_RANGES_M.map((rangeM) => {
    if (!build) return { rangeM, ttkMs: null, isMinimum: false };
    const { ttkMs, isMinimum } = getLethality(build, { rangeM, head: "0", hitPoints });
    return { rangeM, ttkMs, isMinimum };
  });
}

/** The same of a loadout's primary weapon, with the shown record's figures; empty for a vehicle or without a primary. */
export function getLoadoutHeadlines(loadout: Loadout, arsenal: Arsenal): readonly Headline[] {
  const hasPrimary = !isVehicleLoadout(loadout) && arsenal.weapons.has(loadout.primary.weaponId ?? "");
  return hasPrimary ? listHeadlines(getPrimaryBuild(loadout, arsenal), arsenal.combat) : [];
}

/** The figures of a loadout's primary weapon as it is carried; null where they are not public, or there is none. */
export function getPrimaryBuild(loadout: Loadout, { weapons, attachments }: Arsenal): Ballistics | null {
  if (isVehicleLoadout(loadout)) return null;
  const weapon = weapons.get(loadout.primary.weaponId ?? "");
  if (!weapon) return null;
  const parts = attachments.get(weapon.id);
  return getBuild(weapon, parts && "options" in parts ? parts : null, loadout.primary);
}
