import { z } from "zod";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { KIT_SLOTS } from "#domain/game-data/slot.ts";
import { createClaimsSchema, quantity } from "#domain/game-data/source.ts";
import { WEAPON_CLASSES } from "#domain/game-data/weapon-class.ts";
import { unlocks } from "./award.ts";
import { damageProfile } from "./mechanics.ts";

const FIRE_ACTIONS = ["automatic", "burst", "semi", "bolt", "pump", "breech"] as const;

/** The five bars that Battlelog shows, 0–1. They are rough ratings, not figures of the game's mechanics. */
export const bars = z.object({
  damage: z.number(),
  accuracy: z.number(),
  range: z.number(),
  handling: z.number(),
  mobility: z.number(),
});

/** Recoil and spread, without units. A single source gives them, for a single weapon. */
const handling = z.object({
  recoilUp: quantity,
  recoilLeft: quantity,
  recoilRight: quantity,
  firstShotFactor: quantity,
  aimedSpreadStill: quantity,
  aimedSpreadMoving: quantity,
  spreadPerShot: quantity,
});

export type Bf4Handling = z.infer<typeof handling>;

/** A firearm of Battlefield 4. Reload, recoil and spread are known for one weapon only. */
export const bf4Weapon = z.object({
  game: z.literal("bf4"),
  /** The slug of Battlelog and of the statistics, e.g. "ak-12". */
  id: z.string().min(1),
  guid: z.string().min(1),
  loadoutId: z.string().nullable(),
  /** Other slugs or names of the same weapon, e.g. "l115" for "l96a1". */
  aliases: z.array(z.string()),
  name: z.string().min(1),
  class: z.enum(WEAPON_CLASSES),
  /** Empty for weapons found on the map. */
  slots: z.array(z.enum(KIT_SLOTS)),
  kitIds: z.array(z.enum(KIT_IDS)),
  expansion: z.string().nullable(),
  /** Null if no source gives them. */
  fireModes: z.object({ auto: z.boolean(), burst: z.boolean(), single: z.boolean() }).nullable(),
  action: z.enum(FIRE_ACTIONS).nullable(),
  ammoType: z.string().nullable(),
  rangeClass: z.enum(["short", "medium", "long", "very-long"]).nullable(),
  multiplierGroupId: z.string().min(1),
  bars: createClaimsSchema(bars),
  rateOfFireRpm: createClaimsSchema(quantity),
  burstRateOfFireRpm: createClaimsSchema(quantity),
  /** Rounds, excluding the one in the chamber. */
  magazine: createClaimsSchema(quantity),
  velocityMps: createClaimsSchema(quantity),
  reload: createClaimsSchema(z.object({ tacticalS: quantity, emptyS: quantity })),
  handling: createClaimsSchema(handling),
  /** Linear, or a single step if the damage does not drop. */
  damage: createClaimsSchema(damageProfile),
  /** Maximum and minimum damage, from a table without distances. */
  damageEnds: createClaimsSchema(z.object({ max: quantity, min: quantity.nullable() })),
  /** Damage of a whole shell at point-blank range; no source gives the number of pellets or the distances. */
  shellDamage: createClaimsSchema(quantity),
  headMultiplier: createClaimsSchema(quantity),
  unlocks,
  /** The attachments that a source lists, with the kills that unlock them, for a weapon without a complete list. */
  knownParts: createClaimsSchema(z.object({ name: z.string().min(1), kills: quantity })),
  /** Kills with the weapon that unlock its last attachment, and the kills that give a battlepack after it. */
  lastAttachmentKills: createClaimsSchema(quantity),
  battlepackKills: createClaimsSchema(z.array(quantity).nonempty()),
  lastMilestoneKills: createClaimsSchema(quantity),
  /** Figures for which two sources disagree. */
  conflicts: z.array(z.enum(["rateOfFireRpm", "magazine", "damage"])),
  sourceId: z.string().min(1),
});

export type Bf4Weapon = z.infer<typeof bf4Weapon>;
