// What one reader found in one answer, and how findings come together.
import { mergedStatistics } from "#domain/soldier/snapshots.ts";
import { noStatistics, type Statistics } from "#domain/soldier/statistics.ts";

/** How much of each kind was understood. */
export type Found = { weapons: number; unlockRows: number; awards: number; assignments: number; vehicles: number };

export type Reading = {
  statistics: Statistics;
  found: Found;
  /** What was there and not understood: a reason, as often as it occurred. */
  ignored: string[];
};

const NOTHING_FOUND: Found = { weapons: 0, unlockRows: 0, awards: 0, assignments: 0, vehicles: 0 };

type Findings = { statistics?: Partial<Omit<Statistics, "game">>; found?: Partial<Found>; ignored?: string[] };

/** A reading of what was found; the rest of it is empty. */
export const getReading = ({ statistics, found, ignored }: Findings): Reading => ({
  statistics: { ...noStatistics("bf4"), ...statistics },
  found: { ...NOTHING_FOUND, ...found },
  ignored: ignored ?? [],
});

/** All readings as one. */
export function mergedReadings(readings: readonly Reading[]): Reading {
  const found = { ...NOTHING_FOUND };
  for (const reading of readings) {
    for (const kind of Object.keys(found) as (keyof Found)[]) found[kind] += reading.found[kind];
  }
  const statistics = mergedStatistics(readings.map((reading) => reading.statistics)) ?? noStatistics("bf4");
  return { statistics, found, ignored: readings.flatMap(({ ignored }) => ignored) };
}

// What Battlelog writes: numbers as numbers or as text, null for what it does not know. Nothing here throws.

export type Data = Record<string, unknown>;

const MAX_TEXT_LENGTH = 100;

/** A finite number, also one written as text; anything else is unknown. */
export function asNumber(value: unknown): number | undefined {
  if (typeof value === "string" && value.trim() !== "") return asNumber(Number(value));
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export const asText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" && value.length <= MAX_TEXT_LENGTH ? value : undefined;

export const asRecord = (value: unknown): Data | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Data) : undefined;

/** The objects of a list, or of the values of an object. */
export const asRows = (value: unknown): Data[] =>
  listed(value)
    .map(asRecord)
    .filter((row) => row !== undefined);

/** The entries of an object whose values are numbers. */
export const asNumbers = (value: unknown): [key: string, number][] =>
  Object.entries(asRecord(value) ?? {}).flatMap(([key, each]) => {
    const number = asNumber(each);
    return number === undefined ? [] : [[key, number]];
  });

/** What is known of these, without what is undefined. */
export const known = (values: Record<string, number | undefined>): Record<string, number> =>
  Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));

/** A part of a whole, unknown where either is or where there is no whole. */
export const ratio = (part: number | undefined, whole: number | undefined): number | undefined =>
  part === undefined || whole === undefined || whole <= 0 ? undefined : part / whole;

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : Object.values(asRecord(value) ?? {}));
