/**
 * An LRU cache with single flight: concurrent callers of a key share one computation. The weight of all cached values
 * and the lengths of their keys are together at most `maxWeight`; the least recently used value is evicted first.
 */
export class ComputingCache<Value> {
  readonly #cached = new Map<string, { value: Value; weight: number }>();
  readonly #computing = new Map<string, Promise<Value | null>>();
  readonly #maxWeight: number;
  readonly #weigh: (value: Value) => number;
  #weight = 0;

  constructor(maxWeight: number, weigh: (value: Value) => number) {
    this.#maxWeight = maxWeight;
    this.#weigh = weigh;
  }

  /** Returns the cached value, or null if there is none. */
  peek(key: string): Value | null {
    return this.#cached.get(key)?.value ?? null;
  }

  /** Returns the cached value, or the result of `compute`. Null is not cached. */
  async get<Computed extends Value | null>(key: string, compute: () => Promise<Computed>): Promise<Computed | Value> {
    const entry = this.#cached.get(key);
    if (!entry) return (this.#computing.get(key) as Promise<Computed> | undefined) ?? this.#compute(key, compute);
    // Deleting and setting again makes the key the newest of the map.
    this.#cached.delete(key);
    this.#cached.set(key, entry);
    return entry.value;
  }

  async #compute<Computed extends Value | null>(key: string, compute: () => Promise<Computed>): Promise<Computed> {
    const computing = compute();
    this.#computing.set(key, computing);
    try {
      const value = await computing;
      if (value !== null) this.#add(key, value);
      return value;
    } finally {
      this.#computing.delete(key);
    }
  }

  #add(key: string, value: Value): void {
    const weight = this.#weigh(value) + key.length;
    this.#cached.set(key, { value, weight });
    this.#weight += weight;
    for (const [oldest, entry] of this.#cached) {
      if (this.#weight <= this.#maxWeight) return;
      this.#cached.delete(oldest);
      this.#weight -= entry.weight;
    }
  }
}

/** Returns a function that creates the value on its first call and returns the same value afterwards. */
export function lazy<Created>(create: () => Created): () => Created {
  let stored: { made: Created } | undefined;
  return () => {
    stored ??= { made: create() };
    return stored.made;
  };
}
