// The schema of a soldier's statistics at one time, which is the same for both games and all sources.
import { z } from "zod";
import { GAMES } from "#domain/game.ts";
import type { KitId } from "#domain/game-data/kit-id.ts";
import { TABLES } from "#domain/soldier/figures/table-id.ts";

/** Maximum number of rows of a table in a new snapshot. The longest known tables have 136. */
const MAX_TABLE_ROWS = 300;
/** Maximum number of rows of a table that earlier versions stored. */
const MAX_READABLE_ROWS = 500;
const MAX_VALUES = 40;
/** Maximum size of a snapshot as JSON, so that a page of an export can hold one. The largest known snapshot has 0.3 MB. */
const MAX_BYTES = 900_000;

const id = z.string().min(1).max(100);
const values = z.record(id, z.number()).refine((all) => Object.keys(all).length <= MAX_VALUES);

const row = z.object({
  /** The arsenal's id, or the source's id if the arsenal lacks the thing. */
  id,
  name: z.string().min(1).max(100),
  /** Whether `id` is one of the arsenal's. Unknown rows are shown, too. */
  isKnown: z.boolean(),
  /** Values by column id (see COLUMNS); a value that the source omits is missing, never 0. */
  values,
});

export const statistics = z.object({
  game: z.enum(GAMES),
  /** Values by figure id (see `figures.ts`); a value that the source omits is missing, never 0. */
  figures: z.record(id, z.number()),
  tables: z.partialRecord(z.enum(TABLES), z.array(row).max(MAX_READABLE_ROWS)),
  /** Battlefield 4: the counts that measure progress, by the keys of `domain/progress/counter.ts`. */
  counters: z.record(id, z.number()),
  /** Battlefield 4: the source's progress of each target by `targetId`: amount done, amount needed. */
  targets: z.record(z.string().min(1).max(150), z.tuple([z.number(), z.number()])),
});

/**
 * Statistics as stored in a snapshot, completed with the previous reading. Both added fields are missing if no previous value was
 * needed.
 */
export const storedStatistics = statistics.extend({
  /** The values of an earlier reading ("figures/kills", or "vehicles" for a whole group), with the time of that reading. */
  staleSince: z.record(z.string(), z.iso.datetime()).optional(),
  /** The time played at each of these times, in seconds, if it was reported then. */
  secondsAt: z.record(z.string(), z.number()).optional(),
});

/** The names stored in rows of classes. They are English, like all names of the games; screens show a title by id instead. */
export const CLASS_NAMES: Readonly<Record<KitId | "commander", string>> = {
  assault: "Assault",
  engineer: "Engineer",
  support: "Support",
  recon: "Recon",
  commander: "Commander",
};

/** The sources of a snapshot. */
export const SNAPSHOT_SOURCES = ["service", "battlelog", "typed", "sample"] as const;

/** Values by the ids of figures or columns. */
export type Values = Readonly<Record<string, number>>;
export type StatisticsRow = z.infer<typeof row>;
export type Statistics = z.infer<typeof statistics>;
export type StoredStatistics = z.infer<typeof storedStatistics>;
export type SnapshotSource = (typeof SNAPSHOT_SOURCES)[number];

/** Returns empty statistics. */
export const createEmptyStatistics = (game: Statistics["game"]): Statistics => ({
  game,
  figures: {},
  tables: {},
  counters: {},
  targets: {},
});

/**
 * Returns the statistics with the first rows of each table: at most MAX_TABLE_ROWS, and fewer if the statistics would exceed
 * MAX_BYTES. Statistics that were merged from pages may be larger.
 */
export function limitStatistics({ tables, ...rest }: StoredStatistics): StoredStatistics {
  for (let count = MAX_TABLE_ROWS; ; count = Math.floor(count / 2)) {
    const limited = Object.entries(tables).map(([table, rows]) => [table, rows?.slice(0, count)] as const);
    const statistics = { ...rest, tables: Object.fromEntries(limited) };
    if (count === 0 || getJsonBytes(statistics) <= MAX_BYTES) return statistics;
  }
}

const MAX_BYTES_PER_CHARACTER = 3;

/** Returns an upper bound of the value's bytes as JSON: every character beyond ASCII counts as three bytes. */
export function getJsonBytes(value: unknown): number {
  const text = JSON.stringify(value);
  const beyond = text.replaceAll(/[ -~]/g, "").length;
  return text.length + beyond * (MAX_BYTES_PER_CHARACTER - 1);
}
