import type { Combat } from "./combat.ts";
import { shownOf } from "./figure.ts";

/** How much a soldier stands: the rule of the game, or the hardcore setting of Battlefield 4's servers. */
export type HealthId = "normal" | "hardcore";

/** Health of a soldier; null where no source gives it, as for a hardcore mode of Battlefield 2042. */
export function healthOf({ health }: Pick<Combat, "health">, id: HealthId): number | null {
  return shownOf(health[id]);
}
