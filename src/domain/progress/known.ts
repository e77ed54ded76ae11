// What is known of a soldier's progress, from what sources told and from what its player ticked.
import { compareTexts } from "#domain/compare.ts";
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

/** What all tellings and the ticks say together. */
export function knownFrom(tellings: readonly Telling[], ticks: readonly Tick[] = []): Known {
  const merging = mergeTellings(tellings);
  for (;;) {
    const { done, value } = merging.next();
    if (done) return withTicks(value, ticks);
  }
}

/** The same, with these ticks alone. */
export const withTicks = (known: Known, ticks: readonly Tick[]): Known => ({
  ...known,
  ticks: new Map(ticks.map((tick) => [tick.targetId, tick])),
});

/**
 * What all tellings say together, a step for each of them and each source: together they may take long. Of one source its
 * newest word on a counter or target counts, so that an import of one page leaves the others as they were; of two sources
 * the larger, because counts never fall.
 */
export function* mergeTellings(tellings: readonly Telling[]): Generator<void, Known> {
  const counters = new Map<string, Told>();
  const targets = new Map<string, ToldTarget>();
  const sources = new Map<SnapshotSource, Source>();
  for (const { source, at, counters, targets } of tellings.toSorted((a, b) => compareTexts(a.at, b.at))) {
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

const isFurther = (pair: ToldTarget, than: ToldTarget | undefined): boolean =>
  !than || pair.done * than.needed > than.done * pair.needed;

type Words<Value> = Map<string, { at: string; value: Value }>;
type Source = { source: SnapshotSource; counts: Words<number>; pairs: Words<Statistics["targets"][string]> };
