// The loadouts of a squad in a URL, and the roles that its soldiers have.
import { GAMES, type GameId } from "#domain/game.ts";
import { isVehicleLoadout, type Loadout } from "./loadout.ts";

/** Number of soldiers in a squad of the game. */
export const SQUAD_SIZE: Record<GameId, number> = { bf4: 5, bf2042: 4 };

/** Returns the game of a stored squad; for an unknown game, Battlefield 4, which has the larger squads. */
export const getSquadGame = (game: string | null): GameId => GAMES.find((each) => each === game) ?? "bf4";

// In a URL, a squad is a list of share codes, one for each place and empty for an empty place, separated by ".", which no code contains.

/** Returns the share code of each place, null for an empty place. Ignores places beyond the squad's size. */
export function parseSquad(text: string, game: GameId): readonly (string | null)[] {
  const codes = text.split(".");
  return Array.from({ length: SQUAD_SIZE[game] }, (_, place) => codes[place] || null);
}

export const formatSquad = (codes: readonly (string | null)[]): string => codes.map((code) => code ?? "").join(".");

/** The roles a squad needs, in the order in which missing roles are listed. */
export const SQUAD_ROLES = ["revive", "heal", "resupply", "repair", "antiVehicle", "antiAir", "spawn"] as const;
export type SquadRole = (typeof SQUAD_ROLES)[number];

/**
 * The items that fill each role. No source lists them, so they are from memory (grade M).
 */
const ITEMS: Record<GameId, Record<SquadRole, readonly string[]>> = {
  bf4: {
    revive: ["defibrillator"],
    heal: ["medic-bag", "first-aid-pack"],
    resupply: ["ammo-box", "ammo-pack"],
    repair: ["repair-tool"],
    antiVehicle: [
      ...["fgm-148-javelin", "fgm-172-sraw", "mbt-law", "mk153-smaw", "rpg-7v2"],
      ...["m15-at-mine", "m2-slam", "c4-explosive", "c4-explosive1"],
    ],
    antiAir: ["fim-92-stinger", "sa-18-igla", "aa-mine"],
    spawn: ["radio-beacon"],
  },
  bf2042: {
    revive: ["defibrillator"],
    heal: ["medical-crate", "medical-pouch", "s21-syrette-pistol"],
    resupply: ["ammo-crate", "ammo-pouch"],
    repair: ["repair-tool"],
    antiVehicle: ["fgm-148-javelin", "rpg-7v2", "recoilless-m5", "anti-tank-mine", "c5-explosive", "g-84-tgm"],
    antiAir: ["fxm-33-aa-missile"],
    spawn: ["insertion-beacon"],
  },
};

/** Returns the items of a loadout that may fill a role; none for a vehicle. `getGadgets` returns the gadgets of a specialist. */
function listItems(loadout: Loadout, getGadgets: (specialistId: string) => readonly string[]): readonly string[] {
  if (isVehicleLoadout(loadout)) return [];
  if (loadout.game === "bf4") return [loadout.gadget1Id, loadout.gadget2Id].filter((id) => id !== null);
  const specialistGadgets = loadout.specialistId === null ? [] : getGadgets(loadout.specialistId);
  return [...loadout.gadgetIds.filter((id) => id !== null), ...specialistGadgets];
}

/** Returns the roles that a loadout fills. */
export function listRoles(
  loadout: Loadout,
  getGadgets: (specialistId: string) => readonly string[] = () => [],
): readonly SquadRole[] {
  const items = new Set(listItems(loadout, getGadgets));
  return SQUAD_ROLES.filter((role) => ITEMS[loadout.game][role].some((id) => items.has(id)));
}

/** Returns the items of all roles, which a test looks up in the data. */
export const listRoleItems = (game: GameId): readonly string[] => Object.values(ITEMS[game]).flat();
