// What a person writes of a loadout: all that a save, an import and an export carry.
import { z } from "zod";
import { isPrintable } from "#domain/text.ts";
import { FOLDER_NAME_LIMIT, LOADOUT_NOTE_LIMIT, TAG_LIMIT, TAGS_LIMIT } from "./limits.ts";
import { loadout, loadoutName } from "./loadout.ts";

export const loadoutNote = z.string().trim().max(LOADOUT_NOTE_LIMIT);

/** In small letters, each once, in the order they were given. */
const loadoutTags = z
  .array(z.string().trim().toLowerCase().min(1).max(TAG_LIMIT).refine(isPrintable))
  .max(TAGS_LIMIT)
  .transform((tags) => [...new Set(tags)]);

export const folderName = z.string().trim().min(1).max(FOLDER_NAME_LIMIT).refine(isPrintable);

export const loadoutContent = z.object({
  name: loadoutName,
  note: loadoutNote.default(""),
  tags: loadoutTags.default([]),
  loadout,
});

export type LoadoutContent = z.infer<typeof loadoutContent>;
