// A squad's loadouts in one address, and what the squad cannot do.
import { GAMES, type GameId } from "#domain/game.ts";
import { isVehicleLoadout, type Loadout } from "./loadout.ts";

/** Soldiers in a squad of the game. */
export const SQUAD_SIZE: Record<GameId, number> = { bf4: 5, bf2042: 4 };

/** The game of a stored squad; one without a game is of the game with the larger squads. */
export const getSquadGame = (game: string | null): GameId => GAMES.find((each) => each === game) ?? "bf4";

// In an address: a share code for each place, or nothing, separated by points, which no code contains.

/** The code of each place, null for an empty one; places beyond the squad's size are dropped. */
export function parseSquad(text: string, game: GameId): readonly (string | null)[] {
  const codes = text.split(".");
  return Array.from({ length: SQUAD_SIZE[game] }, (_, place) => codes[place] || null);
}

export const formatSquad = (codes: readonly (string | null)[]): string => codes.map((code) => code ?? "").join(".");

/** What a squad needs someone for, in the order it is named. */
export const SQUAD_ROLES = ["revive", "heal", "resupply", "repair", "antiVehicle", "antiAir", "spawn"] as const;
export type SquadRole = (typeof SQUAD_ROLES)[number];

/**
 * Items that fill a role, by what they do in the game; no source lists this, so it is from memory (grade M). A vehicle
 * loadout fills none.
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

/** The items by which a loadout may fill a role; `gadgetsOf` gives those of a Battlefield 2042 specialist. */
function listItems(loadout: Loadout, gadgetsOf: (specialistId: string) => readonly string[]): readonly string[] {
  if (isVehicleLoadout(loadout)) return [];
  if (loadout.game === "bf4") return [loadout.gadget1Id, loadout.gadget2Id].filter((id) => id !== null);
  const own = loadout.specialistId === null ? [] : gadgetsOf(loadout.specialistId);
  return [...loadout.gadgetIds.filter((id) => id !== null), ...own];
}

/** The roles that a loadout fills. */
export function listRoles(
  loadout: Loadout,
  gadgetsOf: (specialistId: string) => readonly string[] = () => [],
): readonly SquadRole[] {
  const items = new Set(listItems(loadout, gadgetsOf));
  return SQUAD_ROLES.filter((role) => ITEMS[loadout.game][role].some((id) => items.has(id)));
}

/** Every item named above, so that a test can look it up. */
export const listRoleItems = (game: GameId): readonly string[] => Object.values(ITEMS[game]).flat();
