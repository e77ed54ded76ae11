// The names of the data files of each game, and the functions that parse and index them.
import { z } from "zod";
import type { GameId } from "#domain/game.ts";

/** The files of data/<game>/ that an arsenal is made of, without ".json"; `sources` is data/sources.json, `names` has data/names/ by language. */
export const ARSENAL_FILES = {
  bf4: ["weapons", "attachments", "kits", "gadgets", "unlocks", "vehicles", "maps", "rules", "codebook"],
  bf2042: [
    "weapons",
    "records",
    "attachments",
    "kits",
    "gadgets",
    "specialists",
    "vehicles",
    "maps",
    "criteria",
    "rules",
    "codebook",
  ],
} as const satisfies Record<GameId, readonly string[]>;

/** Parsed JSON by file name. */
export type ArsenalFiles = Readonly<Record<string, unknown>>;

/** Returns the file, parsed by its schema. @throws {Error} names the file and every invalid field. */
export function readFile<T extends z.ZodType>(files: ArsenalFiles, name: string, schema: T): z.infer<T> {
  const { data, error } = schema.safeParse(files[name]);
  if (error) throw new Error(`The data file "${name}" is not usable:\n${z.prettifyError(error)}`);
  return data;
}

/** Returns the records by key, in their order. @throws {Error} if two records have the same key. */
export function indexBy<K extends string, T>(records: readonly T[], getKey: (record: T) => K): ReadonlyMap<K, T> {
  const map = new Map<K, T>();
  for (const record of records) {
    const key = getKey(record);
    if (map.has(key)) throw new Error(`The data holds two records for "${key}".`);
    map.set(key, record);
  }
  return map;
}

/** Returns the records by id. */
export const indexById = <K extends string, T extends { id: K }>(records: readonly T[]): ReadonlyMap<T["id"], T> =>
  indexBy(records, ({ id }): T["id"] => id);
