// What is known of a soldier's progress: from the reports of sources and from the player's ticks.
import { compareTexts } from "#domain/plain-values.ts";
import type { SnapshotSource, Statistics } from "#domain/soldier/statistics.ts";

/** One source's report; `at` is when it was last read. */
export type Report = { source: SnapshotSource; at: string } & Pick<Statistics, "counters" | "targets">;

/** Progress ticked by hand; `confirmedAt` is set once the player confirmed it against a source. */
export type Tick = { targetId: string; count: number; at: string; confirmedAt: string | null };

/** The source of a value, and when it was read. */
export type ReportSource = { by: SnapshotSource | "tick"; at: string };

export type ReportedCount = ReportSource & { count: number };

/** A source's own figures of a target. */
type ReportedTarget = ReportSource & { done: number; needed: number };

export type KnownProgress = {
  readonly counters: ReadonlyMap<string, ReportedCount>;
  readonly targets: ReadonlyMap<string, ReportedTarget>;
  readonly ticks: ReadonlyMap<string, Tick>;
};

/** All reports and ticks merged. */
export function createKnownProgress(reports: readonly Report[], ticks: readonly Tick[] = []): KnownProgress {
  const merging = mergeReports(reports);
  for (;;) {
    const { done, value } = merging.next();
    if (done) return withTicks(value, ticks);
  }
}

/** The same, with these ticks alone. */
export const withTicks = (progress: KnownProgress, ticks: readonly Tick[]): KnownProgress => ({
  ...progress,
  ticks: new Map(ticks.map((tick) => [tick.targetId, tick])),
});

/**
 * Merges all reports, one step for each report and each source, because all together may take long. Of one source the
 * newest word on a counter or target counts, so that an import of one page leaves the others as they were; of two sources
 * the larger, because counts never fall.
 */
export function* mergeReports(reports: readonly Report[]): Generator<void, KnownProgress> {
  const counters = new Map<string, ReportedCount>();
  const targets = new Map<string, ReportedTarget>();
  const sources = new Map<SnapshotSource, Source>();
  for (const { source, at, counters, targets } of reports.toSorted((a, b) => compareTexts(a.at, b.at))) {
    const own: Source = sources.get(source) ?? { source, counts: new Map(), pairs: new Map() };
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
      if (pair.needed > 0 && isFurther(pair, targets.get(id))) targets.set(id, pair);
    }
    yield;
  }
  return { counters, targets, ticks: new Map() };
}

const isFurther = (pair: ReportedTarget, than: ReportedTarget | undefined): boolean =>
  !than || pair.done * than.needed > than.done * pair.needed;

type Words<Value> = Map<string, { at: string; value: Value }>;
type Source = { source: SnapshotSource; counts: Words<number>; pairs: Words<Statistics["targets"][string]> };

// What progress in Battlefield 4 is counted in. A counter is known or missing; missing is never 0.

/** Keys of `Statistics.counters`, in one form for every source. */
export const counter = {
  /** Kills with a weapon or gadget, by the arsenal's id. */
  kills: (weaponId: string) => `kills:${weaponId}`,
  /** Score on a ladder, by the arsenal's id of the ladder. */
  score: (ladderId: string) => `score:${ladderId}`,
  /** Points that count toward the rank, in total. */
  rankPoints: "rankPoints",
  /** How often an award was earned, by its code in lower case. */
  award: (code: string) => `award:${code.toLowerCase()}`,
  /** What a criterion of an award counts, by its code of the statistics. */
  stat: (statCode: string) => `stat:${statCode}`,
} as const;
