/** The expected ratio of our figure to that of the limit or the peer. */
export type Goal = { baseline: "limit" | "peer"; atLeast?: number; atMost?: number };

/** A row of the table. Each function measures once and returns a time in ms, or another quantity that all three share. */
export type Measurement = {
  /** The id of the promise in docs/performance.md. */
  id: string;
  name: string;
  goals: readonly Goal[];
  /** The maximum of our figure in its own unit, if docs/performance.md promises one. */
  maximum?: { value: number; unit: "ms" | "MiB" | "kB" };
  rounds: number;
  /** Measures the product. */
  ours: () => Promise<number>;
  /** Measures a conventional solution. */
  peer: () => Promise<number>;
  /** Measures the minimal work that any solution needs. */
  limit: () => Promise<number>;
};

/** Resources that the measurements of a run share; they are disposed at its end. */
export const resources = new AsyncDisposableStack();

/** Returns a function that creates the value on its first call and caches it until the run ends. */
export function lazy<Value>(create: () => Promise<Value>): () => Promise<Value> {
  let created: Promise<Value> | undefined;
  return () => (created ??= create());
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
