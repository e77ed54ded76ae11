// Merges the reports of all sources and the player's ticks into a soldier's known progress.
import { compareTexts } from "#domain/plain-values.ts";
import type { SnapshotSource, Statistics } from "#domain/soldier/statistics.ts";

/** The report of one source; `at` is when it was last read. */
export type Report = { source: SnapshotSource; at: string } & Pick<Statistics, "counters" | "targets">;

/** Progress ticked by hand; `confirmedAt` is when the player confirmed it although a source disagreed, or null. */
export type Tick = { targetId: string; count: number; at: string; confirmedAt: string | null };

/** The source of a value, and when it was read. */
export type ReportSource = { by: SnapshotSource | "tick"; at: string };

export type ReportedCount = ReportSource & { count: number };

/** A target's done and needed amounts according to a source. */
type ReportedTarget = ReportSource & { done: number; needed: number };

export type KnownProgress = {
  readonly counters: ReadonlyMap<string, ReportedCount>;
  readonly targets: ReadonlyMap<string, ReportedTarget>;
  readonly ticks: ReadonlyMap<string, Tick>;
};

/** Returns all reports and ticks merged. */
export function createKnownProgress(reports: readonly Report[], ticks: readonly Tick[] = []): KnownProgress {
  const merging = mergeReports(reports);
  for (;;) {
    const { done, value } = merging.next();
    if (done) return withTicks(value, ticks);
  }
}

/** Returns the progress with its ticks replaced by these. */
export const withTicks = (progress: KnownProgress, ticks: readonly Tick[]): KnownProgress => ({
  ...progress,
  ticks: new Map(ticks.map((tick) => [tick.targetId, tick])),
});

/**
 * Merges all reports. Yields after each report and each source, because all of them may take long. Within a source, the newest
 * value of each counter and target is used, so that an import of one page does not remove the values of other pages. Between
 * sources, the largest value is used, because counts never decrease.
 */
export function* mergeReports(reports: readonly Report[]): Generator<void, KnownProgress> {
  const counters = new Map<string, ReportedCount>();
  const targets = new Map<string, ReportedTarget>();
  const sources = new Map<SnapshotSource, SourceValues>();
  for (const { source, at, counters, targets } of reports.toSorted((a, b) => compareTexts(a.at, b.at))) {
    const own: SourceValues = sources.get(source) ?? { source, counts: new Map(), pairs: new Map() };
    sources.set(source, own);
    for (const [key, value] of Object.entries(counters)) own.counts.set(key, { at, value });
    for (const [id, value] of Object.entries(targets)) own.pairs.set(id, { at, value });
    yield;
  }
  for (const { source: by, counts, pairs } of sources.values()) {
    for (const [key, { at, value: count }] of counts) {
      if (count > (counters.get(key)?.count ?? -1)) counters.set(key, { by, at, count });
    }
    for (const [id, { at, value }] of pairs) {
      const pair = { by, at, done: value[0], needed: value[1] };
      if (pair.needed > 0 && isFurtherAlong(pair, targets.get(id))) targets.set(id, pair);
    }
    yield;
  }
  return { counters, targets, ticks: new Map() };
}

const isFurtherAlong = (pair: ReportedTarget, than: ReportedTarget | undefined): boolean =>
  !than || pair.done * than.needed > than.done * pair.needed;

type NewestValues<Value> = Map<string, { at: string; value: Value }>;
type SourceValues = {
  source: SnapshotSource;
  counts: NewestValues<number>;
  pairs: NewestValues<Statistics["targets"][string]>;
};

// The counters of progress in Battlefield 4. A counter that no source reports is missing, which is not the same as 0.

/** The keys of `Statistics.counters`, the same for every source. */
export const counter = {
  /** Kills with a weapon or gadget, by the arsenal's id. */
  kills: (weaponId: string) => `kills:${weaponId}`,
  /** Score on a ladder, by the arsenal's id of the ladder. */
  score: (ladderId: string) => `score:${ladderId}`,
  /** Points that count toward the rank, in total. */
  rankPoints: "rankPoints",
  /** How often an award was earned, by its code in lower case. */
  award: (code: string) => `award:${code.toLowerCase()}`,
  /** The count of an award's criterion, by its code in the statistics. */
  stat: (statCode: string) => `stat:${statCode}`,
} as const;
