import { z } from "zod";
import { unlocks } from "./award.ts";
import { ERAS } from "./bf2042-weapon.ts";

/** No source gives health, weapon damage or speed of a vehicle in either game. */
export const bf4Vehicle = z.object({
  game: z.literal("bf4"),
  id: z.string().min(1),
  guid: z.string().min(1),
  name: z.string().min(1),
  category: z.string().min(1),
  sourceId: z.string().min(1),
});

/** What a class of Battlefield 4 vehicles may carry; transports carry nothing to choose. */
export const bf4VehicleLoadout = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  slots: z.array(
    z.object({
      slot: z.string().min(1),
      options: z
        .array(z.object({ id: z.string().min(1), name: z.string().min(1), loadoutId: z.string().min(1), unlocks }))
        .nonempty(),
    }),
  ),
  sourceId: z.string().min(1),
});

export const bf2042Vehicle = z.object({
  game: z.literal("bf2042"),
  id: z.string().min(1),
  asset: z.string().min(1),
  assetId: z.string().min(1),
  name: z.string().min(1),
  category: z.string().min(1),
  eras: z.array(z.enum(ERAS)),
  factions: z.array(z.string()),
  apiIds: z.array(z.string()),
  sourceId: z.string().min(1),
});

/** An asset and what the game calls it, null where it calls it nothing; only the asset's name hints at its vehicle. */
export const armament = z.object({
  asset: z.string().min(1),
  assetId: z.string().min(1),
  name: z.string().min(1).nullable(),
  sourceId: z.string().min(1),
});

export type Bf4VehicleLoadout = z.infer<typeof bf4VehicleLoadout>;
