import { z } from "zod";
import type { Claim } from "#domain/game-data/figure.ts";
import { WEAPON_CLASSES } from "#domain/game-data/weapon-class.ts";
import { type DamageProfile, mechanics } from "./mechanics.ts";

export const ERAS = ["2042", "BF3", "BC2", "1942"] as const;

/** A firearm of Battlefield 2042, Portal included. */
export const bf2042Weapon = z.object({
  game: z.literal("bf2042"),
  /** Made from the name, with the era as a suffix only where two eras share a name, e.g. `m416-bf3`. */
  id: z.string().min(1),
  /** The asset of the Portal blueprint and its number; null for guns that came after it. */
  asset: z.string().min(1).nullable(),
  assetId: z.string().min(1).nullable(),
  /** Ids under which statistics list the weapon, e.g. "pri_ar_ak24"; weapons of several eras share one. */
  apiIds: z.array(z.string()),
  name: z.string().min(1),
  class: z.enum(WEAPON_CLASSES),
  eras: z.array(z.enum(ERAS)),
  /** Whether it may be carried outside Portal. */
  allOutWarfare: z.boolean(),
  portalClasses: z.array(z.string()),
  /** The pair a weapon carries as issued: Factory and Standard where they exist. */
  base: z.object({ barrel: z.string(), ammunition: z.string() }).nullable(),
  /** Handling figures of Season 2, known of 27 guns. */
  mechanics: mechanics.nullable(),
  sourceId: z.string().min(1),
});

/** Seconds of a reload with a round left and with none; null where unknown or done round by round. */
export type Reload = { tacticalS: number | null; emptyS: number | null };

/** The figures of a gun with one barrel and one ammunition. Fire rates are effective ones, e.g. 898 where the game shows 900. */
export type Configuration = {
  barrel: string;
  ammunition: string;
  damage: Extract<DamageProfile, { kind: "steps" }>;
  velocityMps: number | null;
  rateOfFireRpm: { auto: number | null; burst: number | null; single: number | null };
  /** Rounds, with the one in the chamber. */
  magazine: number | null;
  reload: Reload | null;
  /** Pellets of a shell, 1 for a bullet; damage is that of one. */
  pellets: number | null;
  /** True where the sheet lists only the smaller magazine, whose damage, velocity and rate of fire are used for this one. */
  isInferred: boolean;
  /** Its source may be an earlier record than `sourceId`. */
  headMultiplier: Claim<number> | null;
  sourceId: string;
};

/** The weapon with its figures in one layer (a patch's record or Season 2; see `patch.ts`); `configurations` is empty where that layer lacks it. */
export type Bf2042Weapon = z.infer<typeof bf2042Weapon> & { configurations: readonly Configuration[] };
