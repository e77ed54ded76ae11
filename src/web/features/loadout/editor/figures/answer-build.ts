import { getBuild } from "#domain/loadout/build.ts";
import type { SoldierLoadout } from "#domain/loadout/loadout.ts";
import type { Ballistics } from "#domain/weapons/ballistics.ts";
import type { WeaponResponse } from "#web/features/loadout/loadout-search.ts";

/** The figures of a weapon as this loadout carries it. */
export const getAnswerBuild = (answer: WeaponResponse, weaponChoice: SoldierLoadout["primary"]): Ballistics | null =>
  getBuild(answer.weapon, answer.game === "bf2042" ? answer.attachments : null, weaponChoice);
