import { describe, expect, test } from "vitest";
import { getOverflow, getSurplus } from "./thinning.ts";

const AT = new Date("2026-11-25T12:00:00.000Z");
const HOUR_MS = 60 * 60_000;

/** A snapshot every six hours of the last `days` days, oldest first. */
const takeEvery6h = (days: number) =>
  Array.from({ length: days * 4 }, (_, index) => {
    const takenAt = new Date(AT.getTime() - (days * 4 - index) * 6 * HOUR_MS).toISOString();
    return { id: takenAt, takenAt, series: 0 };
  });

const getRest = (days: number) => {
  const all = takeEvery6h(days);
  const surplus = new Set(getSurplus(all, AT));
  return all.map(({ id }) => id).filter((id) => !surplus.has(id));
};

describe("the surplus of snapshots", () => {
  test("is empty in the first thirty days", () => {
    expect(getSurplus(takeEvery6h(30), AT)).toEqual([]);
  });

  test("leaves the last one of each day for a year, and the first of all", () => {
    const rest = getRest(100).filter((id) => Date.parse(id) < AT.getTime() - 31 * 24 * HOUR_MS);
    expect(rest.slice(1).every((id) => id.includes("T18:00"))).toBe(true);
    expect(new Set(rest.map((id) => id.slice(0, 10))).size).toBeGreaterThanOrEqual(rest.length - 1);
    expect(rest[0]).toBe(takeEvery6h(100)[0]?.id);
  });

  test("leaves one a week after a year", () => {
    const rest = getRest(365 + 70).filter((id) => Date.parse(id) < AT.getTime() - 366 * 24 * HOUR_MS);
    expect(rest.length).toBeGreaterThanOrEqual(10);
    expect(rest.length).toBeLessThanOrEqual(12);
  });

  test("is the same after a second run, so that a history does not wear away", () => {
    const rest = getRest(500).map((id) => ({ id, takenAt: id, series: 0 }));
    expect(getSurplus(rest, AT)).toEqual([]);
  });

  test("never holds the newest one", () => {
    const old = [1, 2, 3].map((hour) => ({ id: `${hour}`, takenAt: `2020-01-01T0${hour}:00:00.000Z`, series: 0 }));
    expect(getSurplus(old, AT)).toEqual(["2"]);
  });

  test("never holds the last one before statistics were restarted, nor the first one after", () => {
    const day = [0, 0, 0, 1, 1, 1].map((series, hour) => {
      return { id: `${hour}`, takenAt: `2020-01-01T0${hour}:00:00.000Z`, series };
    });
    expect(getSurplus(day, AT)).toEqual(["1", "4"]);
  });
});

/** Snapshots of these days, oldest first, of ten bytes each. */
const takeOn = (...days: string[]) =>
  days.map((day) => ({ id: day, takenAt: `${day}T12:00:00.000Z`, series: 0, bytes: 10, deletedAt: null }));

describe("the overflow of snapshots", () => {
  const YEAR = takeOn("2025-01-01", "2025-01-20", "2025-02-01", "2025-02-11", "2025-02-21", "2025-03-01");
  const getLeft = (all: Parameters<typeof getOverflow>[0], room: { count?: number; bytes?: number }) => {
    const overflow = getOverflow(all, { count: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY, ...room });
    return all.map(({ id }) => id).filter((id) => !overflow.includes(id));
  };

  test("is empty while there is room", () => {
    expect(getOverflow(YEAR, { count: 6, bytes: 60 })).toEqual([]);
    expect(getOverflow([], { count: 0, bytes: 0 })).toEqual([]);
  });

  test("holds all but the last of each month, from the oldest on, then the oldest, and the first of all at last", () => {
    expect(getOverflow(YEAR, { count: 0, bytes: 0 })).toEqual([
      "2025-02-01",
      "2025-02-11",
      "2025-01-20",
      "2025-02-21",
      "2025-03-01",
      "2025-01-01",
    ]);
  });

  test("is no more than what makes room, by count or by bytes", () => {
    expect(getLeft(YEAR, { count: 4 })).toEqual(["2025-01-01", "2025-01-20", "2025-02-21", "2025-03-01"]);
    expect(getLeft(YEAR, { bytes: 59 })).toEqual(YEAR.map(({ id }) => id).filter((id) => id !== "2025-02-01"));
  });

  test("begins with what was deleted, the longest deleted first", () => {
    const all = YEAR.map((snapshot, index) => ({
      ...snapshot,
      deletedAt: index === 0 ? "2025-06-02" : index === 5 ? "2025-06-01" : null,
    }));
    expect(getOverflow(all, { count: 3, bytes: 60 })).toEqual(["2025-03-01", "2025-01-01", "2025-02-01"]);
  });

  test("takes the last of a month in each series", () => {
    const restarted = YEAR.map((snapshot, index) => ({ ...snapshot, series: index < 3 ? 0 : 1 }));
    expect(getLeft(restarted, { count: 5 })).toEqual(YEAR.map(({ id }) => id).filter((id) => id !== "2025-02-11"));
  });
});
