// A figure over time. Periods without a snapshot are gaps.

export type Seen = { takenAt: string; value: number | null };
export type Point = { takenAt: string; value: number };

const MS_PER_DAY = 86_400_000;

/** More days than this between two snapshots, and nothing is known of what lay between. */
export const GAP_DAYS = 7;

/**
 * The stretches in which the figure was followed, oldest first: within one, no more than `gapDays` days lie between two
 * points. A snapshot that does not know the figure ends a stretch, too. Every known value is in one of them.
 */
export function getStretches(seen: readonly Seen[], gapDays = GAP_DAYS): Point[][] {
  const stretches: Point[][] = [];
  let last: Seen | undefined;
  for (const { takenAt, value } of inTime(seen)) {
    if (value !== null) {
      const stretch = last && last.value !== null && daysBetween(last.takenAt, takenAt) <= gapDays;
      if (!stretch) stretches.push([]);
      stretches.at(-1)?.push({ takenAt, value });
    }
    last = { takenAt, value };
  }
  return stretches;
}

const inTime = (seen: readonly Seen[]) =>
  seen.toSorted((one, other) => Date.parse(one.takenAt) - Date.parse(other.takenAt));

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / MS_PER_DAY;
