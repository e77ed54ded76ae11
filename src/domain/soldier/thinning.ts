// Which snapshots of a soldier need no longer be stored: a history of years is read by weeks.
import { compareTexts } from "#domain/plain-values.ts";

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

type SizedSnapshot = Snapshot & { bytes: number; deletedAt: string | null };

/**
 * Returns the ids of those that go where there are too many: what was deleted, the longest deleted first; then of each month (UTC),
 * from the oldest on, all but the last; then the oldest. The first of all goes last, because changes are counted from it.
 * @param snapshots of one soldier, oldest first
 * @param room how many may stay, and their bytes together
 */
export function getOverflow(snapshots: readonly SizedSnapshot[], room: { count: number; bytes: number }): string[] {
  const getMonth = ({ takenAt, series }: Snapshot): string => `${series} ${takenAt.slice(0, "2026-01".length)}`;
  const deleted = snapshots.filter(({ deletedAt }) => deletedAt !== null);
  const [first, ...live] = snapshots.filter(({ deletedAt }) => deletedAt === null);
  const isLastOfMonth = (snapshot: Snapshot, index: number): boolean => {
    const next = live[index + 1];
    return next === undefined || getMonth(next) !== getMonth(snapshot);
  };
  const inOrder = [
    ...deleted.toSorted((a, b) => compareTexts(a.deletedAt ?? "", b.deletedAt ?? "")),
    ...live.filter((snapshot, index) => !isLastOfMonth(snapshot, index)),
    ...live.filter(isLastOfMonth),
    ...(first ? [first] : []),
  ];
  let count = snapshots.length;
  let bytes = snapshots.reduce((sum, snapshot) => sum + snapshot.bytes, 0);
  const overflow: string[] = [];
  for (const snapshot of inOrder) {
    if (count <= room.count && bytes <= room.bytes) break;
    overflow.push(snapshot.id);
    count -= 1;
    bytes -= snapshot.bytes;
  }
  return overflow;
}
