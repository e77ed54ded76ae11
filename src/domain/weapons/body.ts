import type { Multipliers } from "./multipliers.ts";

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
