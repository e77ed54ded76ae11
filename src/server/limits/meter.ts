// A cheap limit on reads, in this process alone: it keeps one client from taking the machine for itself. What guards
// credentials, mails and writes is counted in the database instead.

export type Meter = {
  /** Counts `cost`; answers 0 when it was within the limit, else after how many milliseconds the count begins anew. */
  count(client: string, cost?: number): number;
};

/** Fixed windows, the same for all clients, so that forgetting them costs nothing. */
export function createMeter({ most, windowMs }: { most: number; windowMs: number }, now: () => number): Meter {
  let endsAt = 0;
  const counted = new Map<string, number>();
  return {
    count(client, cost = 1) {
      const at = now();
      // A clock that went back must not make a window longer.
      if (at >= endsAt || endsAt - at > windowMs) {
        counted.clear();
        endsAt = at + windowMs;
      }
      const sum = (counted.get(client) ?? 0) + cost;
      counted.set(client, sum);
      return sum <= most ? 0 : endsAt - at;
    },
  };
}
