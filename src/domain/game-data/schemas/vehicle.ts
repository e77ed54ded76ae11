import { z } from "zod";
import { unlocks } from "./award.ts";
import { ERAS } from "./bf2042-weapon.ts";

/** A vehicle of Battlefield 4. No source gives a vehicle's health, weapon damage or speed in either game. */
export const bf4Vehicle = z.object({
  game: z.literal("bf4"),
  id: z.string().min(1),
  guid: z.string().min(1),
  name: z.string().min(1),
  category: z.string().min(1),
  sourceId: z.string().min(1),
});

/** The options of a Battlefield 4 vehicle class by slot; transports have no options. */
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

/** An asset and its name in the game (null if it has none). Only the asset's name indicates the vehicle. */
export const armament = z.object({
  asset: z.string().min(1),
  assetId: z.string().min(1),
  name: z.string().min(1).nullable(),
  sourceId: z.string().min(1),
});

export type Bf4VehicleLoadout = z.infer<typeof bf4VehicleLoadout>;
