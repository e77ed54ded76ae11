import type { KitId } from "#domain/arsenal/kit-id.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { emptyBoard, starterLoadout } from "#domain/loadout/starter.ts";

type Beginning = { kit?: KitId; weapon?: string };

/** The starter of the kit with this weapon in its slot; without a kit, of the first one that carries the weapon. */
export function newLoadout(armoury: Armoury, { kit, weapon = "" }: Beginning): Loadout {
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
