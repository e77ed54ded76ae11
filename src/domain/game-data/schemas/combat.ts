// Health and body multipliers, from which the shots to kill are computed.
import { z } from "zod";
import { createClaimsSchema, quantity } from "#domain/game-data/source.ts";
import { handlingFactor } from "./mechanics.ts";

/** Damage factors by body part; `chestDefensive` is the chest with Battlefield 4's Defensive upgrade. */
const multiplierGroup = z.object({
  id: z.string().min(1),
  head: createClaimsSchema(quantity),
  chest: createClaimsSchema(quantity),
  legs: createClaimsSchema(quantity),
  chestDefensive: createClaimsSchema(quantity),
});

export const combat = z.object({
  /** `plate` is the health that an armour plate adds. */
  health: z.object({
    normal: createClaimsSchema(quantity),
    hardcore: createClaimsSchema(quantity),
    plate: createClaimsSchema(quantity),
  }),
  multiplierGroups: z.array(multiplierGroup),
  handlingFactors: z.array(handlingFactor),
});

export type Combat = z.infer<typeof combat>;
