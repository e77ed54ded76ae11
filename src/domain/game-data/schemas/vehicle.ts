import { z } from "zod";
import { unlocks } from "./award.ts";
import { ERAS } from "./bf2042-weapon.ts";

/** A vehicle of Battlefield 4. No source gives a vehicle's health, weapon damage or speed in either game. */
export const bf4Vehicle = z.object({
  game: z.literal("bf4"),
  id: z.string().min(1),
  guid: z.string().min(1),
  name: z.string().min(1),
  /** The English name, if `name` is that of another language. */
  englishName: z.string().min(1).optional(),
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
        .array(
          z.object({
            id: z.string().min(1),
            name: z.string().min(1),
            /** The English name, if `name` is that of another language. */
            englishName: z.string().min(1).optional(),
            loadoutId: z.string().min(1),
            unlocks,
          }),
        )
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

/** The kinds of vehicle armament, in the order of an entry's sections. */
export const ARMAMENT_KINDS = ["gun", "missile", "bomb", "ability", "gadget"] as const;

/** Weapons and abilities of Battlefield 2042's vehicles. No source gives the vehicle or the kind: both follow from asset and name. */
export const armament = z.object({
  asset: z.string().min(1),
  assetId: z.string().min(1),
  name: z.string().min(1),
  kind: z.enum(ARMAMENT_KINDS),
  /** More than one if the asset does not tell the eras of Portal apart; none if its name indicates no vehicle. */
  vehicleIds: z.array(z.string().min(1)),
  /** The gadget of a soldier that this asset is. */
  gadgetId: z.string().min(1).optional(),
  /** Distinguishes armament of the same name on the same vehicle. */
  position: z.string().min(1).optional(),
  sourceId: z.string().min(1),
});

export type ArmamentKind = (typeof ARMAMENT_KINDS)[number];

export type Bf4Vehicle = z.infer<typeof bf4Vehicle>;
export type Bf2042Vehicle = z.infer<typeof bf2042Vehicle>;
export type Bf4VehicleLoadout = z.infer<typeof bf4VehicleLoadout>;
