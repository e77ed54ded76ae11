// A locker as a file: what an export writes and an import reads.

import { z } from "zod";
import { GAMES } from "#domain/game.ts";
import { MAX_FOLDERS } from "#domain/limits.ts";
import { folderName, loadoutContent } from "#domain/loadout/loadout.ts";
import { m } from "#messages";

const FORMAT = "fieldlocker/locker";
const VERSION = 1;

/** Loadouts of one file: as many as a locker holds. */
const FILE_LIMIT = 20_000;

const transferred = loadoutContent
  .extend({
    id: z.uuid(),
    /** The name of the folder it lies in. */
    folder: folderName.nullable().default(null),
    game: z.enum(GAMES),
    /** What a platoon's export adds, for the import of a platoon alone. */
    platoon: z.unknown().optional(),
  })
  .refine(({ game, loadout }) => loadout.game === game);

const lockerFile = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  exportedAt: z.iso.datetime(),
  folders: z.array(folderName).max(MAX_FOLDERS).default([]),
  loadouts: z.array(transferred).min(1).max(FILE_LIMIT),
});

export type Transferred = z.infer<typeof transferred>;
export type LockerFile = z.infer<typeof lockerFile>;

/** The file these loadouts make; the folders are those they lie in, by name. */
export function toLockerFile(loadouts: readonly Transferred[], exportedAt: string): LockerFile {
  const folders = [...new Set(loadouts.flatMap(({ folder }) => folder ?? []))].sort();
  return { format: FORMAT, version: VERSION, exportedAt, folders, loadouts: [...loadouts] };
}

/** The contents of a locker file, or a message that explains why it cannot be read. */
export function readLockerFile(value: unknown): { file: LockerFile } | { problem: string } {
  const head = z.object({ format: z.literal(FORMAT), version: z.number().int().min(1) }).safeParse(value);
  if (!head.success) return { problem: m.file_foreign() };
  if (head.data.version > VERSION) {
    return { problem: m.file_newer() };
  }
  const { data, error } = lockerFile.safeParse(value);
  if (data) return { file: data };
  const [part, at] = error.issues[0]?.path ?? [];
  if (part === "loadouts" && typeof at === "number") return { problem: m.file_damaged_loadout({ number: at + 1 }) };
  if (part === "loadouts") return { problem: m.file_count({ count: FILE_LIMIT }) };
  return { problem: m.file_damaged() };
}
