// The schema of a loadout. An id is null if a slot is empty. `rules.ts` checks whether the game would accept the loadout.
import { z } from "zod";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { PATCHES, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import { BOARD_SLOTS, PART_SLOTS } from "#domain/game-data/slot.ts";
import { pickFields, stableStringify } from "#domain/plain-values.ts";
import { isPrintable } from "#domain/text.ts";
import { FOLDER_NAME_LIMIT, LOADOUT_NAME_LIMIT, LOADOUT_NOTE_LIMIT, TAG_LIMIT, TAGS_LIMIT } from "./limits.ts";

const id = z.string().min(1).max(64);

/** A weapon and its parts; an omitted slot has the default part. */
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

/** More than any vehicle class has, so that a wrong slot is reported as a violation instead of an invalid input. */
const VEHICLE_SLOT_LIMIT = 16;

/** A vehicle class and its parts by slot; an omitted slot has the default part. */
const vehicleLoadout = z.object({
  game: z.literal("bf4"),
  vehicleClassId: id,
  parts: z.record(id, id).refine((parts) => Object.keys(parts).length <= VEHICLE_SLOT_LIMIT),
});

/** More than the three that the game allows, so that too many parts are reported as a violation instead of an invalid input. */
const parts = z.array(id).max(12);

/** A weapon and the parts in its Plus board, the mounted part first; an empty list stands for the default part. */
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
  /** The record whose figures the owner saw; see `record.ts`. A record of a later release is replaced by the default. */
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
/** A loadout of a soldier, not of a vehicle. */
export type SoldierLoadout = Exclude<Loadout, VehicleLoadout>;

/** Whether the loadout is that of a Battlefield 4 vehicle, not of a soldier. */
export function isVehicleLoadout(loadout: Loadout): loadout is VehicleLoadout {
  return "vehicleClassId" in loadout;
}

/** Returns the loadout without its record of figures, which does not matter for equality. */
export function omitRecord(loadout: Loadout): Loadout {
  if (loadout.game !== "bf2042") return loadout;
  const { patch: _, ...choices } = loadout;
  return choices;
}

export const loadoutNote = z.string().trim().max(LOADOUT_NOTE_LIMIT);

/** Tags in lower case and in their order, without duplicates. */
const loadoutTags = z
  .array(z.string().trim().toLowerCase().min(1).max(TAG_LIMIT).refine(isPrintable))
  .max(TAGS_LIMIT)
  .transform((tags) => [...new Set(tags)]);

export const folderName = z.string().trim().min(1).max(FOLDER_NAME_LIMIT).refine(isPrintable);

/** The defaults of the optional fields of a content. */
export const EMPTY_TEXTS = { note: "", tags: [] as string[] };

/** What a user enters for a loadout. Inputs, rows, files and stored changes extend this schema; a share has a part of it. */
export const loadoutContent = z.object({
  name: loadoutName,
  note: loadoutNote.default(EMPTY_TEXTS.note),
  tags: loadoutTags.default(EMPTY_TEXTS.tags),
  loadout,
});

export type LoadoutContent = z.infer<typeof loadoutContent>;

const CONTENT_FIELDS = Object.keys(loadoutContent.shape) as (keyof LoadoutContent)[];

/** Returns only the content of an object that extends it, such as a saved loadout. */
export const toContent = (holder: LoadoutContent): LoadoutContent => pickFields(holder, CONTENT_FIELDS);

/** Returns the content with defaults for omitted fields. */
export const fillContentDefaults = (written: z.input<typeof loadoutContent>): LoadoutContent =>
  Object.assign({}, EMPTY_TEXTS, written);

/** Returns a text that is equal for equal contents, regardless of the order of keys and of the record of figures. */
export const getContentKey = (content: LoadoutContent): string =>
  stableStringify({ ...toContent(content), loadout: omitRecord(content.loadout) });

export const isSameContent = (a: LoadoutContent, b: LoadoutContent): boolean => getContentKey(a) === getContentKey(b);
