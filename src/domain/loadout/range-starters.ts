// What a new loadout may begin with: weapons for three ranges, picked out of the arsenal by their time to kill.

import type { GameId } from "#domain/game.ts";
import type { KitId } from "#domain/game-data/kit-id.ts";
import type { WeaponSummary } from "#domain/game-data/summary.ts";
import type { WeaponClass } from "#domain/game-data/weapon-class.ts";
import { getLethality, type Lethal } from "#domain/weapons/lethality/at-range.ts";

const RANGES = [
  { id: "close", title: "Close", rangeM: 10 },
  { id: "medium", title: "Medium", rangeM: 30 },
  { id: "long", title: "Long range", rangeM: 75 },
] as const;

/** The class of weapons for close, medium and long range. */
const CLASSES: Record<GameId, Record<KitId, readonly WeaponClass[]>> = {
  bf2042: {
    assault: ["smg", "assault-rifle", "dmr"],
    engineer: ["smg", "lmg", "dmr"],
    support: ["shotgun", "smg", "assault-rifle"],
    recon: ["smg", "dmr", "sniper-rifle"],
  },
  bf4: {
    assault: ["carbine", "assault-rifle", "dmr"],
    engineer: ["pdw", "carbine", "dmr"],
    support: ["carbine", "lmg", "dmr"],
    recon: ["carbine", "dmr", "sniper-rifle"],
  },
};

export type Starter = (typeof RANGES)[number] & { weaponId: string; weaponName: string; ttkMs: number };

/** Milliseconds to kill at a range with hits to the body; null where a figure is not public. */
export const bodyTtkMs = (weapon: Lethal, rangeM: number, hitPoints: number | null): number | null =>
  getLethality(weapon, { rangeM, head: "0", hitPoints }).ttkMs;

/** For each range the quickest weapon of its class the kit carries; a range without a public figure is left out. */
export function getStarters(
  weapons: readonly WeaponSummary[],
  game: GameId,
  kitId: KitId,
  hitPoints: number | null,
): readonly Starter[] {
  const carried = weapons.filter(({ found, kitIds }) => found === "loadout" && kitIds.includes(kitId));
  return RANGES.flatMap((range, at) => {
    const weaponClass = CLASSES[game][kitId][at];
    const timed = carried.flatMap((weapon) => {
      const ttkMs = weapon.class === weaponClass ? bodyTtkMs(weapon, range.rangeM, hitPoints) : null;
      return ttkMs === null ? [] : [{ ...range, weaponId: weapon.id, weaponName: weapon.name, ttkMs }];
    });
    return timed.sort((a, b) => a.ttkMs - b.ttkMs).slice(0, 1);
  });
}
