import { getShown } from "#domain/game-data/figure.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";

/** How much a soldier stands: the rule of the game, or the hardcore setting of Battlefield 4's servers. */
export type HealthId = "normal" | "hardcore";

/** Health of a soldier; null where no source gives it, as for a hardcore mode of Battlefield 2042. */
export function getHealth({ health }: Pick<Combat, "health">, id: HealthId): number | null {
  return getShown(health[id]);
}
