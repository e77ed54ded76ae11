import { z } from "zod";
import type { Claim } from "#domain/game-data/figure.ts";
import { WEAPON_CLASSES } from "#domain/game-data/weapon-class.ts";
import { type DamageProfile, mechanics } from "./mechanics.ts";

export const ERAS = ["2042", "BF3", "BC2", "1942"] as const;

/** A firearm of Battlefield 2042, including those of Portal. */
export const bf2042Weapon = z.object({
  game: z.literal("bf2042"),
  /** Made from the name, with the era as a suffix only where two eras share a name, e.g. `m416-bf3`. */
  id: z.string().min(1),
  /** The asset of the Portal blueprint and its number; null for guns released after the blueprint. */
  asset: z.string().min(1).nullable(),
  assetId: z.string().min(1).nullable(),
  /** Ids of the weapon in the statistics, e.g. "pri_ar_ak24"; weapons of several eras share an id. */
  apiIds: z.array(z.string()),
  name: z.string().min(1),
  class: z.enum(WEAPON_CLASSES),
  eras: z.array(z.enum(ERAS)),
  /** Whether it may be carried outside Portal. */
  allOutWarfare: z.boolean(),
  portalClasses: z.array(z.string()),
  /** The default barrel and ammunition: Factory and Standard where they exist. */
  base: z.object({ barrel: z.string(), ammunition: z.string() }).nullable(),
  /** Handling figures of Season 2, known for 27 guns. */
  mechanics: mechanics.nullable(),
  sourceId: z.string().min(1),
});

/** Seconds of a reload with a round left and with an empty magazine; null if unknown or if rounds are loaded individually. */
export type Reload = { tacticalS: number | null; emptyS: number | null };

/** The figures of a gun with one barrel and one ammunition. Rates of fire are effective rates, e.g. 898 where the game shows 900. */
export type Configuration = {
  barrel: string;
  ammunition: string;
  damage: Extract<DamageProfile, { kind: "steps" }>;
  velocityMps: number | null;
  rateOfFireRpm: { auto: number | null; burst: number | null; single: number | null };
  /** Rounds, including the one in the chamber. */
  magazine: number | null;
  reload: Reload | null;
  /** Pellets of a shell, 1 for a bullet; `damage` is that of one pellet. */
  pellets: number | null;
  /** Whether damage, velocity and rate of fire come from the smaller magazine, as the sheet lists none for this magazine. */
  isInferred: boolean;
  /** The source of the claim may be an earlier record than `sourceId`. */
  headMultiplier: Claim<number> | null;
  sourceId: string;
};

/** A weapon with its figures in one layer (see `patch.ts`); `configurations` is empty if the layer lacks the weapon. */
export type Bf2042Weapon = z.infer<typeof bf2042Weapon> & { configurations: readonly Configuration[] };
