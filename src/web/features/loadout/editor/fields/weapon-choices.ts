import type { KitId } from "#domain/game-data/kit-id.ts";
import { WEAPON_CLASS_TITLES } from "#domain/game-data/weapon-class.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import type { Listed } from "#web/features/loadout/loadout-search.ts";

/** The weapons a slot may be asked to hold, in the order of the game; some of them against the rules. */
export function weaponChoices(weapons: readonly Listed[], armoury: Armoury, slot: "primary" | "sidearm") {
  const isCarried = (weapon: Listed): boolean =>
    armoury.game === "bf4"
      ? armoury.weapons.get(weapon.id)?.slots.includes(slot) === true
      : (weapon.class === "sidearm") === (slot === "sidearm");
  return weapons
    .filter(isCarried)
    .map((weapon) => ({ ...weapon, note: WEAPON_CLASS_TITLES[weapon.class].replace(/s$/, "") }));
}

/** What the kit's slot offers, then what other kits carry there. */
export function itemChoices(armoury: Armoury, kitId: KitId, listOf: (kit: KitId) => readonly string[]) {
  const others = [...armoury.kits.keys()].filter((id) => id !== kitId);
  const ids = new Set([kitId, ...others].flatMap(listOf));
  return [...ids].map((id) => ({ id, name: nameIn(armoury, id) }));
}

function nameIn(armoury: Armoury, id: string): string {
  const specialist = armoury.game === "bf2042" ? armoury.specialists.get(id) : undefined;
  return (armoury.gadgets.get(id) ?? armoury.weapons.get(id) ?? specialist)?.name ?? id;
}
