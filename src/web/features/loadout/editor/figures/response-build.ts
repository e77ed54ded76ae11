import { getBuild } from "#domain/loadout/build.ts";
import type { SoldierLoadout } from "#domain/loadout/loadout.ts";
import type { Ballistics } from "#domain/weapons/ballistics.ts";
import type { WeaponResponse } from "#web/features/loadout/loadout-search.ts";

/** The figures of a weapon as this loadout carries it. */
export const getResponseBuild = (
  response: WeaponResponse,
  weaponChoice: SoldierLoadout["primary"],
): Ballistics | null =>
  getBuild(response.weapon, response.game === "bf2042" ? response.attachments : null, weaponChoice);
