// Which snapshots of a soldier need no longer be stored: a history of years is read by weeks.
const DAY_MS = 24 * 60 * 60_000;

/** All snapshots of this many days stay. */
export const THINNED_AFTER_DAYS = 30;
/** Older ones stay for each day until then, and for each week after it. */
const WEEKLY_AFTER_DAYS = 365;

type Snapshot = { id: string; takenAt: string; series: number };

/**
 * Returns the ids of those that may go. Of each day (UTC), or week from Monday on, the last one stays, since its figures hold
 * those before it, and the first of all, because changes are counted from it; so do the last and the first of each series.
 * @param snapshots of one soldier, oldest first
 */
export function getSurplus(snapshots: readonly Snapshot[], at: Date): string[] {
  const getSpan = ({ takenAt, series }: Snapshot): string | null => {
    const takenMs = Date.parse(takenAt);
    const ageDays = (at.getTime() - takenMs) / DAY_MS;
    if (ageDays < THINNED_AFTER_DAYS) return null;
    const day = Math.floor(takenMs / DAY_MS);
    // 1 January 1970 was a Thursday.
    const span = ageDays < WEEKLY_AFTER_DAYS ? `day ${day}` : `week ${Math.floor((day + 3) / 7)}`;
    return `${series} ${span}`;
  };
  return snapshots
    .filter((snapshot, index) => {
      const [span, next] = [getSpan(snapshot), snapshots[index + 1]];
      const isFirst = snapshots[index - 1]?.series !== snapshot.series;
      return !isFirst && span !== null && next !== undefined && getSpan(next) === span;
    })
    .map(({ id }) => id);
}
