// Text formats of the arsenal.

import type { WeaponClass } from "#domain/game-data/weapon-class.ts";
import { type Ballistics, hasEarlierHead } from "#domain/weapons/ballistics.ts";
import { m } from "#messages";

/** Returns the singular title of the class: "Assault rifle", where the filter has "Assault rifles". */
export const getSingularClassTitle = (weaponClass: WeaponClass): string => CLASSES[weaponClass];

const CLASSES: Record<WeaponClass, string> = {
  "assault-rifle": m.arsenal_one_assault_rifle(),
  carbine: m.arsenal_one_carbine(),
  pdw: m.arsenal_one_pdw(),
  smg: m.arsenal_one_smg(),
  lmg: m.arsenal_one_lmg(),
  dmr: m.arsenal_one_dmr(),
  "sniper-rifle": m.arsenal_one_sniper_rifle(),
  shotgun: m.arsenal_one_shotgun(),
  sidearm: m.arsenal_one_sidearm(),
  utility: m.arsenal_one_utility(),
  launcher: m.arsenal_one_launcher(),
};

/** The note beside a value that is computed with an earlier head multiplier. */
export const EARLIER_HEAD = m.arsenal_earlier_multiplier();

/** Returns a note if head multipliers are from another record than the damage; null if they are from the same one. */
export function getEarlierHeads(weapons: readonly Pick<Ballistics, "sourceIds">[]): string | null {
  return weapons.some(hasEarlierHead) ? m.arsenal_earlier_head_multipliers() : null;
}
