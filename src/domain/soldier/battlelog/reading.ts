// What one reader found in one answer, and how findings come together.
import { mergedStatistics } from "#domain/soldier/merged.ts";
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
