import type { Weapon } from "#domain/game-data/arsenal.ts";
import { getShown } from "#domain/game-data/figure.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";

/** Factors of a hit by part of the body; null where no source gives one. */
export type Multipliers = {
  head: number | null;
  chest: number | null;
  legs: number | null;
  /** The chest of a soldier with BF4's Defensive upgrade. */
  chestDefensive: number | null;
};

/**
 * The weapon's multipliers. BF4: by group (standard, dmr, bolt-action, three of shotguns), from Symthic 2015. 2042: chest
 * and legs count once, the head by weapon or by its class, as of Season 2.
 */
export function getMultipliers(weapon: Weapon, combat: Combat): Multipliers {
  const groupId = weapon.game === "bf4" ? weapon.multiplierGroupId : "all";
  const group = combat.multiplierGroups.find(({ id }) => id === groupId);
  return {
    head: getShown(weapon.headMultiplier),
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

/** How much a soldier stands: the rule of the game, or the hardcore setting of Battlefield 4's servers. */
export type HealthId = "normal" | "hardcore";

/** Health of a soldier; null where no source gives it, as for a hardcore mode of Battlefield 2042. */
export function getHealth({ health }: Pick<Combat, "health">, id: HealthId): number | null {
  return getShown(health[id]);
}
