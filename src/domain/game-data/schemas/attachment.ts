// The parts of a weapon. An option belongs to one weapon; several weapons may offer an option of the same id.
import { z } from "zod";
import { BOARD_SLOTS, PART_SLOTS } from "#domain/game-data/slot.ts";
import { createClaimsSchema } from "#domain/game-data/source.ts";
import { unlocks } from "./award.ts";
import { bars } from "./bf4-weapon.ts";
import { stepDamage } from "./mechanics.ts";

/** The figures of Battlefield 4 that a part changes. For most weapons only the change is known, not the figure. */
const PART_FIGURES = [
  "aimedSpreadStill",
  "aimedSpreadMoving",
  "spreadPerShot",
  "recoilUp",
  "recoilSideways",
  "firstShotRecoil",
  "velocity",
] as const;

/** A type of Battlefield 4 part, such as ACOG (4x), with its effects on the figures and on Battlelog's bars. */
export const bf4PartType = z.object({
  id: z.string().min(1),
  key: z.string().min(1),
  name: z.string().min(1),
  slot: z.enum(PART_SLOTS),
  class: z.string().min(1),
  barFactors: bars,
  /** In percent of the weapon without the part; empty if no source measured it. */
  effects: createClaimsSchema(z.object({ figure: z.enum(PART_FIGURES), percent: z.number() })),
  sourceId: z.string().min(1),
});

const bf4Part = z.object({
  /** The slug of Battlelog; common parts such as "iron-sights" have the same slug on many weapons. */
  id: z.string().min(1),
  typeId: z.string().min(1),
  name: z.string().min(1),
  /** The English name, if `name` is that of another language. */
  englishName: z.string().min(1).optional(),
  isDefault: z.boolean(),
  unlocks,
  loadoutId: z.string().min(1),
  guid: z.string().min(1),
});

/** All parts of one Battlefield 4 weapon, by slot, in the order of the game. */
export const bf4Attachments = z.object({
  game: z.literal("bf4"),
  weaponId: z.string().min(1),
  slots: z.array(z.object({ slot: z.enum(PART_SLOTS), options: z.array(bf4Part).nonempty() })),
  sourceId: z.string().min(1),
});

export const bf2042Part = z.object({
  /** Made from the name; unique within the weapon. */
  id: z.string().min(1),
  /** Null for Portal parts without a name in the game. */
  name: z.string().min(1).nullable(),
  /** The English name, if `name` is that of another language. */
  englishName: z.string().min(1).optional(),
  /** Null where the blueprint names no slot. */
  slot: z.enum(BOARD_SLOTS).nullable(),
  /** Sights: the range. Underbarrels: "tactical" or "weapon". Ammunition: "type" or "magazine". */
  kind: z.enum(["close", "medium", "long", "tactical", "weapon", "type", "magazine"]).nullable(),
  isDefault: z.boolean(),
  /** The barrel or the ammunition of `configurations` that this part stands for; null if the sheet has none. */
  barrel: z.string().nullable(),
  ammunition: z.string().nullable(),
  asset: z.string().min(1),
  assetId: z.string().min(1),
  /**
   * Season 2: maps a path of `Mechanics`, e.g. "recoil.ads.stand.up", to the value with this part and its factor compared with the
   * weapon without parts (null if that weapon has no value). Empty if nothing was measured.
   */
  effects: z.record(z.string(), z.tuple([z.number(), z.number().nullable()])),
  /** Season 2: the damage with this part; null if the part does not change it or was not measured. */
  damage: stepDamage.nullable(),
});

/** The parts of one Battlefield 2042 weapon. Some default parts are missing, as the blueprint does not list them. */
export const bf2042Attachments = z.object({
  game: z.literal("bf2042"),
  weaponId: z.string().min(1),
  options: z.array(bf2042Part),
  sourceId: z.string().min(1),
  /** The source of `effects`. */
  effectsSourceId: z.string().min(1),
});

export type Bf4PartType = z.infer<typeof bf4PartType>;
export type Bf4Part = z.infer<typeof bf4Part>;
export type Bf4Attachments = z.infer<typeof bf4Attachments>;
export type Bf2042Part = z.infer<typeof bf2042Part>;
export type Bf2042Attachments = z.infer<typeof bf2042Attachments>;

// Battlelog's compatibility rules for Battlefield 4 items.
export const compatibility = z.discriminatedUnion("kind", [
  /** The part cannot be mounted together with any of `partIds`. */
  z.object({ kind: z.literal("excludes"), itemId: z.string(), partIds: z.array(z.string()).nonempty() }),
  /** The accessory needs one of these optics. */
  z.object({ kind: z.literal("needs"), itemId: z.string(), partIds: z.array(z.string()).nonempty() }),
  /** A kit carries at most one item of the category. */
  z.object({ kind: z.literal("category"), itemId: z.string(), category: z.string() }),
  /** Battlelog lists the item without a restriction. */
  z.object({ kind: z.literal("free"), itemId: z.string() }),
]);

export type Compatibility = z.infer<typeof compatibility>;
