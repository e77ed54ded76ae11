// Health and body multipliers: what turns damage into shots.
import { z } from "zod";
import { claims, quantity } from "#domain/game-data/source.ts";
import { handlingFactor } from "./mechanics.ts";

/** Factors by the part of the body a bullet hits; `chestDefensive` is the chest behind BF4's Defensive upgrade. */
const multiplierGroup = z.object({
  id: z.string().min(1),
  head: claims(quantity),
  chest: claims(quantity),
  legs: claims(quantity),
  chestDefensive: claims(quantity),
});

export const combat = z.object({
  /** `plate` is what an armour plate adds. */
  health: z.object({ normal: claims(quantity), hardcore: claims(quantity), plate: claims(quantity) }),
  multiplierGroups: z.array(multiplierGroup),
  handlingFactors: z.array(handlingFactor),
});

export type Combat = z.infer<typeof combat>;
