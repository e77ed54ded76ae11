import { describe, expect, test } from "vitest";
import { getOverflow, getSurplus } from "./thinning.ts";

const NOW = new Date("2026-11-25T12:00:00.000Z");
const HOUR_MS = 60 * 60_000;

/** Returns a snapshot for every six hours of the last `days` days, oldest first. */
const createSnapshotsEvery6h = (days: number) =>
  Array.from({ length: days * 4 }, (_, index) => {
    const takenAt = new Date(NOW.getTime() - (days * 4 - index) * 6 * HOUR_MS).toISOString();
    return { id: takenAt, takenAt, series: 0 };
  });

const listRemainingIds = (days: number) => {
  const all = createSnapshotsEvery6h(days);
  const surplus = new Set(getSurplus(all, NOW));
  return all.map(({ id }) => id).filter((id) => !surplus.has(id));
};

describe("the surplus of snapshots", () => {
  test("is empty in the first thirty days", () => {
    expect(getSurplus(createSnapshotsEvery6h(30), NOW)).toEqual([]);
  });

  test("excludes the last snapshot of each day for a year, and the first of all", () => {
    const remaining = listRemainingIds(100).filter((id) => Date.parse(id) < NOW.getTime() - 31 * 24 * HOUR_MS);
    expect(remaining.slice(1).every((id) => id.includes("T18:00"))).toBe(true);
    expect(new Set(remaining.map((id) => id.slice(0, 10))).size).toBeGreaterThanOrEqual(remaining.length - 1);
    expect(remaining[0]).toBe(createSnapshotsEvery6h(100)[0]?.id);
  });

  test("excludes one snapshot a week after a year", () => {
    const remaining = listRemainingIds(365 + 70).filter((id) => Date.parse(id) < NOW.getTime() - 366 * 24 * HOUR_MS);
    expect(remaining.length).toBeGreaterThanOrEqual(10);
    expect(remaining.length).toBeLessThanOrEqual(12);
  });

  test("is empty after it was deleted once", () => {
    const remaining = listRemainingIds(500).map((id) => ({ id, takenAt: id, series: 0 }));
    expect(getSurplus(remaining, NOW)).toEqual([]);
  });

  test("excludes the newest snapshot", () => {
    const old = [1, 2, 3].map((hour) => ({ id: `${hour}`, takenAt: `2020-01-01T0${hour}:00:00.000Z`, series: 0 }));
    expect(getSurplus(old, NOW)).toEqual(["2"]);
  });

  test("excludes the last snapshot before a restart of the statistics and the first one after it", () => {
    const day = [0, 0, 0, 1, 1, 1].map((series, hour) => {
      return { id: `${hour}`, takenAt: `2020-01-01T0${hour}:00:00.000Z`, series };
    });
    expect(getSurplus(day, NOW)).toEqual(["1", "4"]);
  });
});

/** Returns snapshots of these days, oldest first, with ten bytes each. */
const createSnapshotsOn = (...days: string[]) =>
  days.map((day) => ({ id: day, takenAt: `${day}T12:00:00.000Z`, series: 0, bytes: 10, deletedAt: null }));

describe("the overflow of snapshots", () => {
  const YEAR = createSnapshotsOn("2025-01-01", "2025-01-20", "2025-02-01", "2025-02-11", "2025-02-21", "2025-03-01");
  const listIdsWithoutOverflow = (all: Parameters<typeof getOverflow>[0], room: { count?: number; bytes?: number }) => {
    const overflow = getOverflow(all, { count: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY, ...room });
    return all.map(({ id }) => id).filter((id) => !overflow.includes(id));
  };

  test("is empty if there is room", () => {
    expect(getOverflow(YEAR, { count: 6, bytes: 60 })).toEqual([]);
    expect(getOverflow([], { count: 0, bytes: 0 })).toEqual([]);
  });

  test("has all but the last snapshot of each month first, then the oldest, and the first of all last", () => {
    expect(getOverflow(YEAR, { count: 0, bytes: 0 })).toEqual([
      "2025-02-01",
      "2025-02-11",
      "2025-01-20",
      "2025-02-21",
      "2025-03-01",
      "2025-01-01",
    ]);
  });

  test("has no more snapshots than necessary, by count or by bytes", () => {
    expect(listIdsWithoutOverflow(YEAR, { count: 4 })).toEqual([
      "2025-01-01",
      "2025-01-20",
      "2025-02-21",
      "2025-03-01",
    ]);
    expect(listIdsWithoutOverflow(YEAR, { bytes: 59 })).toEqual(
      YEAR.map(({ id }) => id).filter((id) => id !== "2025-02-01"),
    );
  });

  test("begins with deleted snapshots, earliest deletion first", () => {
    const all = YEAR.map((snapshot, index) => ({
      ...snapshot,
      deletedAt: index === 0 ? "2025-06-02" : index === 5 ? "2025-06-01" : null,
    }));
    expect(getOverflow(all, { count: 3, bytes: 60 })).toEqual(["2025-03-01", "2025-01-01", "2025-02-01"]);
  });

  test("excludes the last snapshot of a month in each series", () => {
    const restarted = YEAR.map((snapshot, index) => ({ ...snapshot, series: index < 3 ? 0 : 1 }));
    expect(listIdsWithoutOverflow(restarted, { count: 5 })).toEqual(
      YEAR.map(({ id }) => id).filter((id) => id !== "2025-02-11"),
    );
  });
});
