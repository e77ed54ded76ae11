// A soldier's statistics from a source at one moment, in one form for both games and all sources.
import { z } from "zod";
import { GAMES } from "#domain/game.ts";
import type { KitId } from "#domain/game-data/kit-id.ts";
import { TABLES } from "#domain/soldier/figures/table-id.ts";

/** Rows of one table of a new snapshot. The longest lists seen have 136. */
const MAX_TABLE_ROWS = 300;
/** Rows of one table that earlier versions have stored. */
const MAX_READABLE_ROWS = 500;
const MAX_VALUES = 40;
/** Of a snapshot as JSON, so that a page of an export has room for one. The largest seen has 0.3 MB. */
const MAX_BYTES = 900_000;

const id = z.string().min(1).max(100);
const values = z.record(id, z.number()).refine((all) => Object.keys(all).length <= MAX_VALUES);

const row = z.object({
  /** The arsenal's id where it knows the thing, else the source's own. */
  id,
  name: z.string().min(1).max(100),
  /** Whether `id` is one of the arsenal's. What it does not know is shown and never dropped. */
  isKnown: z.boolean(),
  /** Column → value, by the ids of `columns.ts`; what the source left out is missing, never 0. */
  values,
});

export const statistics = z.object({
  game: z.enum(GAMES),
  /** Figure → value, by the ids of `figures.ts`; what the source left out is missing, never 0. */
  figures: z.record(id, z.number()),
  tables: z.partialRecord(z.enum(TABLES), z.array(row).max(MAX_READABLE_ROWS)),
  /** Battlefield 4: what progress is counted in, by the keys of `domain/progress/counter.ts`. */
  counters: z.record(id, z.number()),
  /** Battlefield 4: the source's own progress of each target by `targetId`: amount done, amount needed. */
  targets: z.record(z.string().min(1).max(150), z.tuple([z.number(), z.number()])),
});

/**
 * Statistics as a snapshot holds them: completed by the reading before it. Both parts are missing where nothing of the
 * reading before it was needed.
 */
export const storedStatistics = statistics.extend({
  /** What is from an earlier reading, as "kills" of "figures/kills" or all of "vehicles" → the time of the reading that had it. */
  staleSince: z.record(z.string(), z.iso.datetime()).optional(),
  /** The time played at each of these times, in seconds, where it was reported then. */
  secondsAt: z.record(z.string(), z.number()).optional(),
});

/** The names with which rows of classes are stored, in English as all names of the games; screens word their ids. */
export const CLASS_NAMES: Readonly<Record<KitId | "commander", string>> = {
  assault: "Assault",
  engineer: "Engineer",
  support: "Support",
  recon: "Recon",
  commander: "Commander",
};

/** Where a snapshot is from. */
export const SNAPSHOT_SOURCES = ["service", "battlelog", "typed", "sample"] as const;

/** Values by the ids of figures or columns. */
export type Values = Readonly<Record<string, number>>;
export type StatisticsRow = z.infer<typeof row>;
export type Statistics = z.infer<typeof statistics>;
export type StoredStatistics = z.infer<typeof storedStatistics>;
export type SnapshotSource = (typeof SNAPSHOT_SOURCES)[number];

/** Statistics of which nothing is known. */
export const noStatistics = (game: Statistics["game"]): Statistics => ({
  game,
  figures: {},
  tables: {},
  counters: {},
  targets: {},
});

/**
 * The statistics with the first rows of each table: at most `MAX_TABLE_ROWS`, and fewer while all of it takes more than
 * `MAX_BYTES`. What is put together of pages may have more.
 */
export function withinLimits({ tables, ...rest }: StoredStatistics): StoredStatistics {
  for (let count = MAX_TABLE_ROWS; ; count = Math.floor(count / 2)) {
    const limited = Object.entries(tables).map(([table, rows]) => [table, rows?.slice(0, count)] as const);
    const statistics = { ...rest, tables: Object.fromEntries(limited) };
    if (count === 0 || getJsonBytes(statistics) <= MAX_BYTES) return statistics;
  }
}

const MAX_BYTES_PER_CHARACTER = 3;

/** Bytes the value takes as JSON; what is beyond ASCII is counted as its longest form. */
export function getJsonBytes(value: unknown): number {
  const text = JSON.stringify(value);
  const beyond = text.replaceAll(/[ -~]/g, "").length;
  return text.length + beyond * (MAX_BYTES_PER_CHARACTER - 1);
}
