import type { Bf4Weapon } from "#domain/game-data/schemas/bf4-weapon.ts";
import type { Bf2042Weapon } from "#domain/game-data/schemas/bf2042-weapon.ts";

/** A firearm of either game. Both have `id`, `name`, `class`, `headMultiplier` and `sourceId`. */
export type Weapon = Bf4Weapon | Bf2042Weapon;
