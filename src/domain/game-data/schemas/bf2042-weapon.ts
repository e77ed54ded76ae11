import { z } from "zod";
import { claims, quantity } from "#domain/game-data/source.ts";
import { WEAPON_CLASSES } from "#domain/game-data/weapon-class.ts";
import { mechanics, stepDamage } from "./mechanics.ts";

export const ERAS = ["2042", "BF3", "BC2", "1942"] as const;

/**
 * The figures of a weapon with one barrel and one ammunition. Fire rates are effective ones, e.g. 898 where the game
 * shows 900.
 */
const configuration = z.object({
  barrel: z.string().min(1),
  ammunition: z.string().min(1),
  damage: stepDamage,
  velocityMps: quantity.nullable(),
  rateOfFireRpm: z.object({ auto: quantity.nullable(), single: quantity.nullable(), burst: quantity.nullable() }),
  sourceId: z.string().min(1),
});

/** A firearm of Battlefield 2042, Portal included. */
export const bf2042Weapon = z.object({
  game: z.literal("bf2042"),
  /** Made from the name; weapons of an older era end in it, e.g. "m416-bf3". */
  id: z.string().min(1),
  /** The asset of the Portal blueprint and its number. */
  asset: z.string().min(1),
  assetId: z.string().min(1),
  /** Ids under which statistics list the weapon, e.g. "pri_ar_ak24"; weapons of several eras share one. */
  apiIds: z.array(z.string()),
  name: z.string().min(1),
  class: z.enum(WEAPON_CLASSES),
  eras: z.array(z.enum(ERAS)),
  /** Whether it may be carried outside Portal. */
  allOutWarfare: z.boolean(),
  portalClasses: z.array(z.string()),
  headMultiplier: claims(quantity),
  /** Patch 6.2.0, in the order of the sheet; the same pair may stand there twice with other figures: the first counts. */
  configurations: z.array(configuration),
  /** The pair a weapon carries as issued: Factory and Standard where they exist. */
  base: z.object({ barrel: z.string(), ammunition: z.string() }).nullable(),
  /** The sheet's damage is that of one pellet. */
  perPellet: z.boolean(),
  /** Damage that grows with distance is likely a typing error of the sheet. */
  anomaly: z.enum(["damage-rises-with-distance"]).nullable(),
  mechanics: mechanics.nullable(),
  sourceId: z.string().min(1),
});

export type Configuration = z.infer<typeof configuration>;
export type Bf2042Weapon = z.infer<typeof bf2042Weapon>;
