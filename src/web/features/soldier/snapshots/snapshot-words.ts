import type { SnapshotSource } from "#domain/soldier/statistics.ts";

export const SOURCE_TITLES: Record<SnapshotSource, string> = {
  service: "Statistics service",
  battlelog: "Battlelog file",
  typed: "Typed by hand",
  sample: "Sample",
};

const INSTANT = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

export const formatInstant = (instant: string): string => INSTANT.format(Date.parse(instant));
