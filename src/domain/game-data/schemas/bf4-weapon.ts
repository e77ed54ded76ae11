import { z } from "zod";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { KIT_SLOTS } from "#domain/game-data/slot.ts";
import { claims, quantity } from "#domain/game-data/source.ts";
import { WEAPON_CLASSES } from "#domain/game-data/weapon-class.ts";
import { unlocks } from "./award.ts";
import { damageProfile } from "./mechanics.ts";

const FIRE_ACTIONS = ["automatic", "burst", "semi", "bolt", "pump", "breech"] as const;

/** The five bars of Battlelog, 0–1: an impression, not a mechanic. */
export const bars = z.object({
  damage: z.number(),
  accuracy: z.number(),
  range: z.number(),
  handling: z.number(),
  mobility: z.number(),
});

/** Recoil and spread as the one source for a single weapon gives them, without units. */
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

/** A firearm of Battlefield 4. Reload, recoil and spread are known of one alone. */
export const bf4Weapon = z.object({
  game: z.literal("bf4"),
  /** The slug of Battlelog and of the statistics, e.g. "ak-12". */
  id: z.string().min(1),
  guid: z.string().min(1),
  loadoutId: z.string().nullable(),
  /** Another slug or name under which the same weapon is met, e.g. "l115" for "l96a1". */
  aliases: z.array(z.string()),
  name: z.string().min(1),
  class: z.enum(WEAPON_CLASSES),
  /** Empty for weapons found on the map. */
  slots: z.array(z.enum(KIT_SLOTS)),
  kitIds: z.array(z.enum(KIT_IDS)),
  expansion: z.string().nullable(),
  /** Null where no source gives it. */
  fireModes: z.object({ auto: z.boolean(), burst: z.boolean(), single: z.boolean() }).nullable(),
  action: z.enum(FIRE_ACTIONS).nullable(),
  ammoType: z.string().nullable(),
  rangeClass: z.enum(["short", "medium", "long", "very-long"]).nullable(),
  multiplierGroupId: z.string().min(1),
  bars: claims(bars),
  rateOfFireRpm: claims(quantity),
  burstRateOfFireRpm: claims(quantity),
  /** Rounds, without the one in the chamber. */
  magazine: claims(quantity),
  velocityMps: claims(quantity),
  reload: claims(z.object({ tacticalS: quantity, emptyS: quantity })),
  handling: claims(handling),
  /** Linear, or one step where the damage never falls. */
  damage: claims(damageProfile),
  /** Damage at the muzzle and far away, from a table that gives no distances. */
  damageEnds: claims(z.object({ max: quantity, min: quantity.nullable() })),
  /** Damage of a whole shell at the muzzle; no source counts the pellets or gives the distances. */
  shellDamage: claims(quantity),
  headMultiplier: claims(quantity),
  unlocks,
  /** Attachments of a weapon whose others no source lists, and the kills with it that give them. */
  knownParts: claims(z.object({ name: z.string().min(1), kills: quantity })),
  /** Kills with the weapon that give its last attachment, and those that give a battlepack after it. */
  lastAttachmentKills: claims(quantity),
  battlepackKills: claims(z.array(quantity).nonempty()),
  lastMilestoneKills: claims(quantity),
  /** Figures two sources disagree on. */
  conflicts: z.array(z.enum(["rateOfFireRpm", "magazine", "damage"])),
  sourceId: z.string().min(1),
});

export type Bf4Weapon = z.infer<typeof bf4Weapon>;
