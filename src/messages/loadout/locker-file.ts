// The JSON file format of a locker's export and import.

import { z } from "zod";
import { GAMES } from "#domain/game.ts";
import { getLimit } from "#domain/limits.ts";
import { folderName, loadoutContent } from "#domain/loadout/loadout.ts";
import { m } from "#messages";

const FORMAT = "fieldlocker/locker";
const VERSION = 1;

/** Maximum number of loadouts in a file, above the limit of every locker. */
const FILE_LIMIT = 20_000;

const fileLoadout = loadoutContent
  .extend({
    id: z.uuid(),
    /** The name of the loadout's folder. */
    folder: folderName.nullable().default(null),
    game: z.enum(GAMES),
    /** Data added by a platoon's export, and used only by a platoon's import. */
    platoon: z.unknown().optional(),
  })
  .refine(({ game, loadout }) => loadout.game === game);

const lockerFile = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  exportedAt: z.iso.datetime(),
  folders: z
    .array(folderName)
    .max(getLimit("folders", { isGuest: false }))
    .default([]),
  loadouts: z.array(fileLoadout).min(1).max(FILE_LIMIT),
});

export type FileLoadout = z.infer<typeof fileLoadout>;
export type LockerFile = z.infer<typeof lockerFile>;

/** Returns the file of these loadouts with the sorted names of their folders. */
export function toLockerFile(loadouts: readonly FileLoadout[], exportedAt: string): LockerFile {
  const folders = [...new Set(loadouts.flatMap(({ folder }) => folder ?? []))].sort();
  return { format: FORMAT, version: VERSION, exportedAt, folders, loadouts: [...loadouts] };
}

/** Parses a locker file; returns a message if it is invalid. */
export function readLockerFile(value: unknown): { file: LockerFile } | { problem: string } {
  const head = z.object({ format: z.literal(FORMAT), version: z.number().int().min(1) }).safeParse(value);
  if (!head.success) return { problem: m.file_foreign() };
  if (head.data.version > VERSION) {
    return { problem: m.file_newer() };
  }
  const { data, error } = lockerFile.safeParse(value);
  if (data) return { file: data };
  const [part, index] = error.issues[0]?.path ?? [];
  if (part === "loadouts" && typeof index === "number")
    return { problem: m.file_damaged_loadout({ number: index + 1 }) };
  if (part === "loadouts") return { problem: m.file_count({ count: FILE_LIMIT }) };
  return { problem: m.file_damaged() };
}
