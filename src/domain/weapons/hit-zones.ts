import type { Weapon } from "#domain/game-data/arsenal.ts";
import { getShown } from "#domain/game-data/figure.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";

/** Factors of a hit that is not to the head; null where no source gives one. That of the head is in `Ballistics`. */
export type Multipliers = {
  chest: number | null;
  legs: number | null;
  /** The chest of a soldier with BF4's Defensive upgrade. */
  chestDefensive: number | null;
};

/**
 * The weapon's multipliers. BF4: by group (standard, dmr, bolt-action, three of shotguns), from Symthic 2015. 2042: chest
 * and legs count once.
 */
export function getMultipliers(weapon: Weapon, combat: Combat): Multipliers {
  const groupId = weapon.game === "bf4" ? weapon.multiplierGroupId : "all";
  const group = combat.multiplierGroups.find(({ id }) => id === groupId);
  return {
    chest: getShown(group?.chest ?? []),
    legs: getShown(group?.legs ?? []),
    chestDefensive: getShown(group?.chestDefensive ?? []),
  };
}

/** Where the hits land that are not to the head, and whether the soldier wears BF4's Defensive upgrade. */
export type BodyHit = { part: "chest" | "legs"; defensive: boolean };

/**
 * The factor of such a hit; null where no source gives one, as for the Defensive upgrade in Battlefield 2042. The upgrade
 * covers the chest alone.
 */
export function getBodyMultiplier({ chest, legs, chestDefensive }: Multipliers, { part, defensive }: BodyHit) {
  if (part === "legs") return legs;
  return defensive ? chestDefensive : chest;
}

/**
 * How much damage a soldier takes: by the rule of the game, on a hardcore server of Battlefield 4, or with an armour plate
 * of Battlefield 2042.
 */
export const HEALTH_IDS = ["normal", "hardcore", "plate"] as const;
export type HealthId = (typeof HEALTH_IDS)[number];

/** Health of a soldier; null where the game does not have it or no source gives it. */
export function getHealth({ health }: Pick<Combat, "health">, id: HealthId): number | null {
  const plate = id === "plate" ? getShown(health.plate) : 0;
  const bare = getShown(health[id === "hardcore" ? "hardcore" : "normal"]);
  return bare === null || plate === null ? null : bare + plate;
}
