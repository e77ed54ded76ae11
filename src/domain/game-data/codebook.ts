// Share codes contain numbers instead of ids: the number of an id is its position in these lists. Entries are only ever
// appended, even when the game's data are reordered or lose an entry, so that old codes stay readable.
import { z } from "zod";
import { BOARD_SLOTS, PART_SLOTS } from "./slot.ts";

const id = z.string().min(1);
const ids = z.array(id).readonly();
/** A leading hyphen stands for the id of the weapon or vehicle class: "-acog-4x" of "ak-12" means "ak-12-acog-4x". */
const parts = <S extends z.ZodType<string>>(slot: S) => z.array(z.tuple([id, slot, ids])).readonly();

export const bf4Codebook = z.object({
  game: z.literal("bf4"),
  weapons: ids,
  /** Gadgets, grenades, melee weapons and field upgrades. */
  items: ids,
  /** Weapon, slot, options. Options that are added to a slot later have an entry of their own. */
  parts: parts(z.enum(PART_SLOTS)),
  vehicleClasses: ids,
  /** Class of vehicles, slot, options. */
  vehicleParts: parts(id),
});

export const bf2042Codebook = z.object({
  game: z.literal("bf2042"),
  weapons: ids,
  /** Gadgets and throwables. */
  items: ids,
  specialists: ids,
  parts: parts(z.enum(BOARD_SLOTS)),
});

export type Bf4Codebook = z.infer<typeof bf4Codebook>;
export type Bf2042Codebook = z.infer<typeof bf2042Codebook>;
export type Codebook = Bf4Codebook | Bf2042Codebook;

type Entries = readonly (readonly [ownerId: string, slot: string, ids: readonly string[]])[];

/** Returns the options of a slot of a weapon or vehicle class by their numbers; empty if the codebook has none. */
export function listNumberedParts(entries: Entries, ownerId: string, slot: string): readonly string[] {
  return entries
    .filter(([owner, place]) => owner === ownerId && place === slot)
    .flatMap(([owner, , listed]) => listed.map((part) => (part.startsWith("-") ? `${owner}${part}` : part)));
}

/** Returns the slots of a weapon or vehicle class by their numbers. */
export function listNumberedSlots(entries: Entries, ownerId: string): readonly string[] {
  return [...new Set(entries.flatMap(([owner, slot]) => (owner === ownerId ? [slot] : [])))];
}
