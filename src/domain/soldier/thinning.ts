// Selects the snapshots of a soldier to delete: older parts of the history need only one snapshot a day or a week.
import { compareTexts } from "#domain/plain-values.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Snapshots younger than this are never surplus. */
export const THINNED_AFTER_DAYS = 30;
/** Up to this age one snapshot a day remains, after it one a week. */
const WEEKLY_AFTER_DAYS = 365;

type Snapshot = { id: string; takenAt: string; series: number };

/**
 * Returns the ids of surplus snapshots. The last snapshot of each day (UTC), or of each week from Monday, is not surplus, as its
 * figures include the earlier ones. Neither are the first and the last of each series, from which changes are counted.
 * @param snapshots of one soldier, oldest first
 */
export function getSurplus(snapshots: readonly Snapshot[], now: Date): string[] {
  const getSpan = ({ takenAt, series }: Snapshot): string | null => {
    const takenMs = Date.parse(takenAt);
    const ageDays = (now.getTime() - takenMs) / DAY_MS;
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

type SizedSnapshot = Snapshot & { bytes: number; deletedAt: string | null };

/**
 * Returns the ids of the snapshots to delete if there are too many: first deleted snapshots, earliest deletion first; then all but the
 * last of each month (UTC), oldest first; then the oldest. The first of all is the last, because changes are counted from it.
 * @param snapshots of one soldier, oldest first
 * @param room the maximum count, and the maximum of their total bytes
 */
export function getOverflow(snapshots: readonly SizedSnapshot[], room: { count: number; bytes: number }): string[] {
  const getMonth = ({ takenAt, series }: Snapshot): string => `${series} ${takenAt.slice(0, "2026-01".length)}`;
  const deleted = snapshots.filter(({ deletedAt }) => deletedAt !== null);
  const [first, ...live] = snapshots.filter(({ deletedAt }) => deletedAt === null);
  const isLastOfMonth = (snapshot: Snapshot, index: number): boolean => {
    const next = live[index + 1];
    return next === undefined || getMonth(next) !== getMonth(snapshot);
  };
  const deletionOrder = [
    ...deleted.toSorted((a, b) => compareTexts(a.deletedAt ?? "", b.deletedAt ?? "")),
    ...live.filter((snapshot, index) => !isLastOfMonth(snapshot, index)),
    ...live.filter(isLastOfMonth),
    ...(first ? [first] : []),
  ];
  let count = snapshots.length;
  let bytes = snapshots.reduce((sum, snapshot) => sum + snapshot.bytes, 0);
  const overflow: string[] = [];
  for (const snapshot of deletionOrder) {
    if (count <= room.count && bytes <= room.bytes) break;
    overflow.push(snapshot.id);
    count -= 1;
    bytes -= snapshot.bytes;
  }
  return overflow;
}
