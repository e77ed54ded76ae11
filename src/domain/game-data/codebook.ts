// The numbers that share codes write for ids: an id's number is its place in these lists. Entries are only ever added
// at the end, also when the game's data change order or lose something, so that old codes stay readable.
import { z } from "zod";
import { BOARD_SLOTS, PART_SLOTS } from "./slot.ts";

const id = z.string().min(1);
const ids = z.array(id).readonly();
/** A leading hyphen stands for the owner: of "ak-12", "-acog-4x" is "ak-12-acog-4x". */
const parts = <S extends z.ZodType<string>>(slot: S) => z.array(z.tuple([id, slot, ids])).readonly();

export const bf4Codebook = z.object({
  game: z.literal("bf4"),
  weapons: ids,
  /** Gadgets, grenades, melee weapons and field upgrades. */
  items: ids,
  /** Weapon, slot, options; what comes later to a slot stands in an entry of its own. */
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

/** The options of an owner's slot in the order of their numbers; empty where the book has none. */
export function numberedParts(entries: Entries, ownerId: string, slot: string): readonly string[] {
  return entries
    .filter(([owner, place]) => owner === ownerId && place === slot)
    .flatMap(([owner, , listed]) => listed.map((part) => (part.startsWith("-") ? `${owner}${part}` : part)));
}

/** The slots of an owner in the order of their numbers. */
export function numberedSlots(entries: Entries, ownerId: string): readonly string[] {
  return [...new Set(entries.flatMap(([owner, slot]) => (owner === ownerId ? [slot] : [])))];
}
