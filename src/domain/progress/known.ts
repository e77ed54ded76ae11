// What is known of a soldier's progress, from what sources told and from what its player ticked.
import type { SnapshotSource, Statistics } from "#domain/soldier/statistics.ts";

/** What one source told; `at` is when it last said so. */
export type Telling = { source: SnapshotSource; at: string } & Pick<Statistics, "counters" | "targets">;

/** What somebody ticked by hand; `settledAt` is set once they kept it against what a source says. */
export type Tick = { targetId: string; count: number; at: string; settledAt: string | null };

/** Who says so, and when. */
export type Teller = { by: SnapshotSource | "tick"; at: string };

export type Told = Teller & { count: number };

/** What a source says of a target itself. */
type ToldTarget = Teller & { done: number; needed: number };

export type Known = {
  readonly counters: ReadonlyMap<string, Told>;
  readonly targets: ReadonlyMap<string, ToldTarget>;
  readonly ticks: ReadonlyMap<string, Tick>;
};

/** What the newest telling of each source and the ticks say together. Counts never fall: of two the larger is the newer. */
export function knownFrom(tellings: readonly Telling[], ticks: readonly Tick[] = []): Known {
  const counters = new Map<string, Told>();
  const targets = new Map<string, ToldTarget>();
  for (const { source: by, at, counters: counts, targets: pairs } of newestOfEach(tellings)) {
    for (const [key, count] of Object.entries(counts)) {
      if (count > (counters.get(key)?.count ?? -1)) counters.set(key, { by, at, count });
    }
    for (const [id, [done, needed]] of Object.entries(pairs)) {
      const pair = { by, at, done, needed };
      if (needed > 0 && isFurther(pair, targets.get(id))) targets.set(id, pair);
    }
  }
  return { counters, targets, ticks: new Map(ticks.map((tick) => [tick.targetId, tick])) };
}

const isFurther = (pair: ToldTarget, than: ToldTarget | undefined): boolean =>
  !than || pair.done * than.needed > than.done * pair.needed;

function newestOfEach(tellings: readonly Telling[]): readonly Telling[] {
  const newest = new Map<SnapshotSource, Telling>();
  for (const telling of tellings) {
    const other = newest.get(telling.source);
    if (!other || telling.at > other.at) newest.set(telling.source, telling);
  }
  return [...newest.values()];
}
