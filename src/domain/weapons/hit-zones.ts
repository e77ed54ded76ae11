import { getShown } from "#domain/game-data/figure.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";

/** The factors of hits to the body; each is null if no source gives it. The head multiplier is in `Ballistics`. */
export type Multipliers = {
  chest: number | null;
  legs: number | null;
  /** The factor for the chest of a soldier with BF4's Defensive upgrade. */
  chestDefensive: number | null;
};

/** The group of every weapon of Battlefield 2042, where chest and legs have the factor 1. */
export const ONE_GROUP_ID = "all";

/** Returns the multipliers of a group of weapons. BF4: standard, dmr, bolt-action and three of shotguns, from Symthic 2015. */
export function getMultipliers(groupId: string, groups: Combat["multiplierGroups"]): Multipliers {
  const group = groups.find(({ id }) => id === groupId);
  return {
    chest: getShown(group?.chest ?? []),
    legs: getShown(group?.legs ?? []),
    chestDefensive: getShown(group?.chestDefensive ?? []),
  };
}

/** The parts of the body that hits other than headshots can land on. */
export const BODY_PARTS = ["chest", "legs"] as const;
export type BodyPart = (typeof BODY_PARTS)[number];

/** The part of the body that hits other than headshots land on, and whether the soldier wears BF4's Defensive upgrade. */
export type BodyHit = { part: BodyPart; defensive: boolean };

/**
 * Returns the factor of a hit to the body; null if no source gives it, as for the Defensive upgrade in Battlefield 2042. The
 * upgrade covers only the chest.
 */
export function getBodyMultiplier({ chest, legs, chestDefensive }: Multipliers, { part, defensive }: BodyHit) {
  if (part === "legs") return legs;
  return defensive ? chestDefensive : chest;
}

/**
 * The soldier's health setting: normal, that of a hardcore server of Battlefield 4, or with an armour plate of Battlefield
 * 2042.
 */
export const HEALTH_IDS = ["normal", "hardcore", "plate"] as const;
export type HealthId = (typeof HEALTH_IDS)[number];

/** Returns the health of a soldier; null if the game lacks the setting or no source gives it. */
export function getHealth({ health }: Pick<Combat, "health">, id: HealthId): number | null {
  const plate = id === "plate" ? getShown(health.plate) : 0;
  const base = getShown(health[id === "hardcore" ? "hardcore" : "normal"]);
  return base === null || plate === null ? null : base + plate;
}
