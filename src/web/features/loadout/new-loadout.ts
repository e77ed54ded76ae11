import type { KitId } from "#domain/arsenal/kit-id.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { emptyBoard, starterLoadout } from "#domain/loadout/starter.ts";

type Beginning = { kit?: KitId; weapon?: string };

/** The starter of the kit with this weapon in its slot; without a kit, of the first one that carries the weapon. */
export function newLoadout(armoury: Armoury, { kit, weapon }: Beginning): Loadout {
  const gun = weapon === undefined ? undefined : armoury.weapons.get(weapon);
  const carriers = gun && armoury.game === "bf4" ? armoury.weapons.get(gun.id)?.kitIds : undefined;
  const starter = starterLoadout(armoury, kit ?? carriers?.[0] ?? "assault");
  if (!gun) return starter;
  const slot = gun.class === "sidearm" ? "sidearm" : "primary";
  return starter.game === "bf4"
    ? { ...starter, [slot]: { weaponId: gun.id, attachments: {} } }
    : { ...starter, [slot]: { weaponId: gun.id, board: emptyBoard() } };
}
