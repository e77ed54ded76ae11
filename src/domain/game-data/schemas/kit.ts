import { z } from "zod";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { KIT_SLOTS } from "#domain/game-data/slot.ts";
import { createClaimsSchema } from "#domain/game-data/source.ts";
import { WEAPON_CLASSES } from "#domain/game-data/weapon-class.ts";

/** The items a Battlefield 4 kit may carry in each slot, in the order of the game's editor; "no gadget" is the last. */
export const bf4Kit = z.object({
  game: z.literal("bf4"),
  id: z.enum(KIT_IDS),
  slots: z.record(z.enum(KIT_SLOTS), z.array(z.string()).nonempty()),
  sourceId: z.string().min(1),
});

/** The items a Battlefield 2042 class may carry. Every class may carry every weapon. */
export const bf2042Kit = z.object({
  game: z.literal("bf2042"),
  id: z.enum(KIT_IDS),
  gadgetIds: z.array(z.string()).nonempty(),
  throwableIds: z.array(z.string()).nonempty(),
  specialistIds: z.array(z.string()).nonempty(),
  /** The weapon class that this class handles better. */
  proficiency: createClaimsSchema(z.enum(WEAPON_CLASSES)),
  sourceId: z.string().min(1),
});

export type Bf4Kit = z.infer<typeof bf4Kit>;
export type Bf2042Kit = z.infer<typeof bf2042Kit>;

/** A character of Battlefield 2042: fourteen specialists, and the classes of Portal's older eras. */
export const specialist = z.object({
  game: z.literal("bf2042"),
  id: z.string().min(1),
  name: z.string().min(1),
  /** The id and class in the statistics, which list Irish and Crawford under their original class. */
  apiId: z.string().min(1),
  apiClass: z.string().min(1),
  /** The class in the game; null for Portal's older eras. */
  classId: z.enum(KIT_IDS).nullable(),
  era: z.enum(["2042", "portal"]),
  asset: z.string().nullable(),
  assetId: z.string().nullable(),
  /** Ids of the specialist's own gadgets in `gadgets`; the assignment was written from memory. */
  gadgetIds: createClaimsSchema(z.array(z.string()).nonempty()),
  sourceId: z.string().min(1),
});
