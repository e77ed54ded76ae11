import type { KitId } from "#domain/game-data/kit-id.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { emptyBoard, starterLoadout, vehicleStarter } from "#domain/loadout/starter.ts";

type Beginning = { kit?: KitId; weapon?: string; vehicle?: string };

/**
 * The starter of the kit with this weapon in its slot; without a kit, of the first one that carries the weapon. Or the
 * class of vehicles as issued, where the game has it.
 */
export function newLoadout(armoury: Armoury, { kit, weapon = "", vehicle = "" }: Beginning): Loadout {
  if (armoury.game === "bf4" && armoury.vehicleLoadouts.has(vehicle)) return vehicleStarter(vehicle);
  const gun = armoury.weapons.get(weapon);
  const owners = armoury.game === "bf4" ? armoury.weapons.get(weapon)?.kitIds : undefined;
  const starter = starterLoadout(armoury, kit ?? owners?.[0] ?? "assault");
  if (!gun) return starter;
  const slot = gun.class === "sidearm" ? "sidearm" : "primary";
  if (starter.game === "bf2042") return { ...starter, [slot]: { weaponId: gun.id, board: emptyBoard() } };
  // A shotgun below the barrel is a gadget.
  const isGadget = armoury.game === "bf4" && armoury.weapons.get(weapon)?.slots.includes("gadget1");
  return isGadget ? { ...starter, gadget1Id: gun.id } : { ...starter, [slot]: { weaponId: gun.id, attachments: {} } };
}
