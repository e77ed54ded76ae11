import { z } from "zod";
import { bf4Weapon } from "./bf4-weapon.ts";
import { bf2042Weapon } from "./bf2042-weapon.ts";

/** A firearm of either game. Both have `id`, `name`, `class`, `headMultiplier` and `sourceId`. */
export const weapon = z.discriminatedUnion("game", [bf4Weapon, bf2042Weapon]);

export type Weapon = z.infer<typeof weapon>;
