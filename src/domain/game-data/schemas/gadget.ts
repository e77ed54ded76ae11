// Everything a kit carries that is not a firearm: gadgets, launchers, grenades, melee weapons, field upgrades.
import { z } from "zod";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { KIT_SLOTS } from "#domain/game-data/slot.ts";
import { unlocks } from "./award.ts";
import { ERAS } from "./bf2042-weapon.ts";

export const bf4Gadget = z.object({
  game: z.literal("bf4"),
  /** The slug of Battlelog. */
  id: z.string().min(1),
  guid: z.string().min(1),
  loadoutId: z.string().nullable(),
  name: z.string().min(1),
  /** The English name, if `name` is that of another language. */
  englishName: z.string().min(1).optional(),
  /** Earlier names of this site, which tables of loadouts may contain. */
  aliases: z.array(z.string().min(1)).optional(),
  /** Whether Battlelog's record is no gadget: an empty slot, or the unlock of a whole weapon class. */
  isPlaceholder: z.boolean().optional(),
  kind: z.enum(["gadget", "launcher", "underslung", "explosive", "tool", "grenade", "melee", "field-upgrade"]),
  /** Empty for items found on the map, and for the second entry that Battlelog has for a weapon-like gadget. */
  slots: z.array(z.enum(KIT_SLOTS)),
  kitIds: z.array(z.enum(KIT_IDS)),
  expansion: z.string().nullable(),
  unlocks,
  sourceId: z.string().min(1),
});

export const bf2042Gadget = z.object({
  game: z.literal("bf2042"),
  /** Made from the name; the id of an item of an older era ends in the era. */
  id: z.string().min(1),
  asset: z.string().min(1),
  assetId: z.string().min(1),
  name: z.string().min(1),
  /** The English name, if `name` is that of another language. */
  englishName: z.string().min(1).optional(),
  kind: z.enum(["gadget", "throwable", "specialist"]),
  /** Tags of the blueprint. */
  types: z.array(z.string()),
  eras: z.array(z.enum(ERAS)),
  classIds: z.array(z.enum(KIT_IDS)),
  apiIds: z.array(z.string()),
  sourceId: z.string().min(1),
});

/** A look of the knife, with its name in the game (null if it has none). */
export const meleeLook = z.object({
  asset: z.string().min(1),
  assetId: z.string().min(1),
  name: z.string().min(1).nullable(),
  sourceId: z.string().min(1),
});

/** The name of an id of the statistics. */
export const apiName = z.object({
  apiId: z.string().min(1),
  name: z.string().min(1),
  kind: z.string().nullable(),
  sourceId: z.string().min(1),
});

export type Bf4Gadget = z.infer<typeof bf4Gadget>;
export type Bf2042Gadget = z.infer<typeof bf2042Gadget>;
