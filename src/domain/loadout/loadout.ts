// What a player carries. An id is null where a slot is still empty; whether the game would accept it is for rules.ts.
import { z } from "zod";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { PATCHES, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import { BOARD_SLOTS, PART_SLOTS } from "#domain/game-data/slot.ts";
import { pickFields, stableStringify } from "#domain/plain-values.ts";
import { isPrintable } from "#domain/text.ts";
import { FOLDER_NAME_LIMIT, LOADOUT_NAME_LIMIT, LOADOUT_NOTE_LIMIT, TAG_LIMIT, TAGS_LIMIT } from "./limits.ts";

const id = z.string().min(1).max(64);

/** A weapon and its parts; a slot left out keeps the part the weapon is issued with. */
const bf4Carried = z.object({
  weaponId: id.nullable(),
  attachments: z.partialRecord(z.enum(PART_SLOTS), id),
});

const bf4Loadout = z.object({
  game: z.literal("bf4"),
  kitId: z.enum(KIT_IDS),
  primary: bf4Carried,
  sidearm: bf4Carried,
  gadget1Id: id.nullable(),
  gadget2Id: id.nullable(),
  grenadeId: id.nullable(),
  meleeId: id.nullable(),
  fieldUpgradeId: id.nullable(),
});

/** Wider than any class of the data, so that the rules can say what is wrong. */
const VEHICLE_SLOT_LIMIT = 16;

/** A class of vehicles and its parts by slot of the data; a slot left out keeps the part it is issued with. */
const vehicleLoadout = z.object({
  game: z.literal("bf4"),
  vehicleClassId: id,
  parts: z.record(id, id).refine((parts) => Object.keys(parts).length <= VEHICLE_SLOT_LIMIT),
});

/** Wider than the game's three, so that the rule can say what is wrong. */
const parts = z.array(id).max(12);

/** A weapon and the parts its Plus board offers, the mounted one first; an empty list keeps the part as issued. */
const bf2042Carried = z.object({
  weaponId: id.nullable(),
  board: z.record(z.enum(BOARD_SLOTS), parts),
});

const bf2042Loadout = z.object({
  game: z.literal("bf2042"),
  classId: z.enum(KIT_IDS),
  specialistId: id.nullable(),
  primary: bf2042Carried,
  sidearm: bf2042Carried,
  gadgetIds: z.tuple([id.nullable(), id.nullable()]),
  throwableId: id.nullable(),
  /** The record whose figures its owner saw; see record.ts. The newest one stands in for one of a later release. */
  patch: z.enum(PATCHES).catch(SHOWN_PATCH).exactOptional(),
});

export const loadout = z.union([bf4Loadout, vehicleLoadout, bf2042Loadout]);

export const loadoutName = z.string().trim().min(1).max(LOADOUT_NAME_LIMIT).refine(isPrintable);

export type Bf4Carried = z.infer<typeof bf4Carried>;
export type Bf4Loadout = z.infer<typeof bf4Loadout>;
export type Bf2042Carried = z.infer<typeof bf2042Carried>;
export type Bf2042Loadout = z.infer<typeof bf2042Loadout>;
export type VehicleLoadout = z.infer<typeof vehicleLoadout>;
export type Loadout = z.infer<typeof loadout>;
/** What a person on foot carries. */
export type SoldierLoadout = Exclude<Loadout, VehicleLoadout>;

/** Whether this is a Battlefield 4 vehicle; the rest are carried by a soldier. */
export function isVehicleLoadout(loadout: Loadout): loadout is VehicleLoadout {
  return "vehicleClassId" in loadout;
}

/** What a player chose of it: two loadouts are the same whatever record of figures they were made with. */
export function withoutRecord(loadout: Loadout): Loadout {
  if (loadout.game !== "bf2042") return loadout;
  const { patch: _, ...choices } = loadout;
  return choices;
}

export const loadoutNote = z.string().trim().max(LOADOUT_NOTE_LIMIT);

/** In small letters, each once, in the order they were given. */
const loadoutTags = z
  .array(z.string().trim().toLowerCase().min(1).max(TAG_LIMIT).refine(isPrintable))
  .max(TAGS_LIMIT)
  .transform((tags) => [...new Set(tags)]);

export const folderName = z.string().trim().min(1).max(FOLDER_NAME_LIMIT).refine(isPrintable);

/** What may be left out of a content. */
export const EMPTY_TEXTS = { note: "", tags: [] as string[] };

/** What a person writes of a loadout. Inputs, rows, files and stored changes are made of this schema, and a share of a part of it. */
export const loadoutContent = z.object({
  name: loadoutName,
  note: loadoutNote.default(EMPTY_TEXTS.note),
  tags: loadoutTags.default(EMPTY_TEXTS.tags),
  loadout,
});

export type LoadoutContent = z.infer<typeof loadoutContent>;

const CONTENT_FIELDS = Object.keys(loadoutContent.shape) as (keyof LoadoutContent)[];

/** The content alone of what has one, such as a saved loadout. */
export const toContent = (holder: LoadoutContent): LoadoutContent => pickFields(holder, CONTENT_FIELDS);

/** With what was not written empty. */
export const completeContent = (written: z.input<typeof loadoutContent>): LoadoutContent =>
  Object.assign({}, EMPTY_TEXTS, written);

/** The same text for the same content, in whatever order its keys stand and whatever record it was made with. */
export const getContentKey = (content: LoadoutContent): string =>
  stableStringify({ ...toContent(content), loadout: withoutRecord(content.loadout) });

export const isSameContent = (one: LoadoutContent, other: LoadoutContent): boolean =>
  getContentKey(one) === getContentKey(other);
