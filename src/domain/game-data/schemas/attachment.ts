// The parts of a weapon. An option belongs to one weapon; several weapons may offer an option of the same id.
import { z } from "zod";
import { BOARD_SLOTS, PART_SLOTS } from "#domain/game-data/slot.ts";
import { claims } from "#domain/game-data/source.ts";
import { unlocks } from "./award.ts";
import { bars } from "./bf4-weapon.ts";
import { stepDamage } from "./mechanics.ts";

/** A figure of Battlefield 4 that a part changes; of most weapons only the change is known, not the figure. */
const PART_FIGURES = [
  "aimedSpreadStill",
  "aimedSpreadMoving",
  "spreadPerShot",
  "recoilUp",
  "recoilSideways",
  "firstShotRecoil",
  "velocity",
] as const;

/** A kind of Battlefield 4 part, such as ACOG (4x), what it changes, and what it does to Battlelog's bars. */
export const bf4PartType = z.object({
  id: z.string().min(1),
  key: z.string().min(1),
  name: z.string().min(1),
  slot: z.enum(PART_SLOTS),
  class: z.string().min(1),
  barFactors: bars,
  /** In percent of the weapon without the part; empty where no source measured it. */
  effects: claims(z.object({ figure: z.enum(PART_FIGURES), percent: z.number() })),
  sourceId: z.string().min(1),
});

const bf4Part = z.object({
  /** The slug of Battlelog; plain ones such as "iron-sights" are shared by many weapons. */
  id: z.string().min(1),
  typeId: z.string().min(1),
  name: z.string().min(1),
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
  /** Null for Portal parts the game gives no name. */
  name: z.string().min(1).nullable(),
  /** Null where the blueprint names no slot. */
  slot: z.enum(BOARD_SLOTS).nullable(),
  /** Range of a sight; tactical or weapon of an underbarrel; type or magazine of an ammunition. */
  kind: z.enum(["close", "medium", "long", "tactical", "weapon", "type", "magazine"]).nullable(),
  isDefault: z.boolean(),
  /** The barrel and the ammunition of `configurations` this part stands for; null where the sheet has none. */
  barrel: z.string().nullable(),
  ammunition: z.string().nullable(),
  asset: z.string().min(1),
  assetId: z.string().min(1),
  /**
   * Season 2, measured against the bare weapon: a path of `Mechanics`, e.g. "recoil.ads.stand.up" → the value with this
   * part and the factor (null where the bare weapon has none). Empty: no measurement.
   */
  effects: z.record(z.string(), z.tuple([z.number(), z.number().nullable()])),
  /** Season 2: the damage with this part; null where the part leaves it alone or was not measured. */
  damage: stepDamage.nullable(),
});

/** All parts of one Battlefield 2042 weapon. Some are missing: the blueprint does not list every default. */
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

// Battlelog's rules about Battlefield 4 items that exclude each other.
export const compatibility = z.discriminatedUnion("kind", [
  /** The part goes with none of `partIds`. */
  z.object({ kind: z.literal("excludes"), itemId: z.string(), partIds: z.array(z.string()).nonempty() }),
  /** The accessory works only with one of these optics. */
  z.object({ kind: z.literal("needs"), itemId: z.string(), partIds: z.array(z.string()).nonempty() }),
  /** A kit carries one item of a category. */
  z.object({ kind: z.literal("category"), itemId: z.string(), category: z.string() }),
  /** Battlelog lists the item and demands nothing of it. */
  z.object({ kind: z.literal("free"), itemId: z.string() }),
]);

export type Compatibility = z.infer<typeof compatibility>;
