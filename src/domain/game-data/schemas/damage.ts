// How the damage of one bullet or pellet falls with distance.
import { z } from "zod";
import { quantity } from "#domain/game-data/claim.ts";

/** Full damage up to `dropStartM`, then a straight line down to `min` at `dropEndM` (Battlefield 4). */
const linearDamage = z.object({
  kind: z.literal("linear"),
  max: quantity,
  min: quantity,
  dropStartM: z.number().nonnegative(),
  dropEndM: quantity,
});

const step = z.object({ fromM: z.number().nonnegative(), damage: quantity });

/** Constant damage from one distance to the next, nearest first, the first step at 0 m (Battlefield 2042). */
export const stepDamage = z.object({
  kind: z.literal("steps"),
  steps: z.tuple([step], step),
});

export const damageProfile = z.discriminatedUnion("kind", [linearDamage, stepDamage]);

export type DamageProfile = z.infer<typeof damageProfile>;
