// The files below data/, by game, and the one way to read a part of them.
import { z } from "zod";
import type { GameId } from "#domain/game.ts";

/** Files of data/<game>/ that make an arsenal, without their ending; data/sources.json comes besides, as `sources`. */
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
    "rules",
    "codebook",
  ],
} as const satisfies Record<GameId, readonly string[]>;

/** Parsed JSON by name of file. */
export type ArsenalFiles = Readonly<Record<string, unknown>>;

/** The named file as its schema describes it; throws one error that names the file and every bad field. */
export function readFile<T extends z.ZodType>(files: ArsenalFiles, name: string, schema: T): z.infer<T> {
  const { data, error } = schema.safeParse(files[name]);
  if (error) throw new Error(`The data file "${name}" is not usable:\n${z.prettifyError(error)}`);
  return data;
}

/** The records by key, in their order; throws where two bear the same key. */
export function indexed<K extends string, T>(records: readonly T[], keyOf: (record: T) => K): ReadonlyMap<K, T> {
  const map = new Map<K, T>();
  for (const record of records) {
    const key = keyOf(record);
    if (map.has(key)) throw new Error(`The data holds two records for "${key}".`);
    map.set(key, record);
  }
  return map;
}

/** The records by their own id. */
export const byId = <K extends string, T extends { id: K }>(records: readonly T[]): ReadonlyMap<T["id"], T> =>
  indexed(records, ({ id }): T["id"] => id);
