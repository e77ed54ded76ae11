/** What the ratio of ours to that of the limit or the peer should be. */
export type Goal = { of: "limit" | "peer"; atLeast?: number; atMost?: number };

/** One row of the table. Each function measures once and gives a time in ms, or another quantity all three share. */
export type Measurement = {
  /** Which of the promises of docs/performance.md it is. */
  id: string;
  name: string;
  goals: readonly Goal[];
  /** What ours may be at most, in its own unit, where the product promises that much. */
  most?: { value: number; unit: "ms" | "MiB" | "kB" };
  rounds: number;
  ours: () => Promise<number>;
  /** The usual way. */
  peer: () => Promise<number>;
  /** The least that could do it. */
  limit: () => Promise<number>;
};

/** What the measurements of a run share, and ends with it. */
export const opened = new AsyncDisposableStack();

/** Returns a function that creates the value on its first call and caches it until the run ends. */
export function shared<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
