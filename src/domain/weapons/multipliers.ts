import { getShown } from "#domain/game-data/figure.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import type { Weapon } from "#domain/game-data/weapon.ts";

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
