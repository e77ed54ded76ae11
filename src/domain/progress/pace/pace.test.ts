import { describe, expect, test } from "vitest";
import { estimateHours, getPace, type Moment, together } from "./pace.ts";

const moment = (day: number, hours: number | null, kills?: number): Moment => ({
  at: `2026-11-${String(day).padStart(2, "0")}T20:00:00.000Z`,
  secondsPlayed: hours === null ? null : hours * 3600,
  counters: kills === undefined ? {} : { kills },
});
const pace = (...moments: Moment[]) => getPace(moments)("kills");

describe("a player's own pace", () => {
  test("is the gain per hour of play, lowest and highest of the intervals", () => {
    expect(pace(moment(1, 10, 100), moment(2, 12, 130), moment(3, 13, 180))).toEqual({
      lowPerHour: 15,
      highPerHour: 50,
      snapshots: 3,
    });
  });

  test("looks back three intervals with play in them, in whatever order they come", () => {
    const days = [moment(5, 14, 1000), moment(1, 10, 0), moment(2, 11, 900), moment(3, 12, 930), moment(4, 13, 960)];
    expect(pace(...days)).toEqual({ lowPerHour: 30, highPerHour: 40, snapshots: 4 });
  });

  test("joins intervals with hardly any play, so that no gain is lost and none blown up", () => {
    expect(pace(moment(1, 10, 100), moment(2, 10.9, 145), moment(3, 11, 150))).toEqual({
      lowPerHour: 50,
      highPerHour: 50,
      snapshots: 2,
    });
  });

  test("leaves out an interval without the counter", () => {
    expect(pace(moment(1, 10, 100), moment(2, 11, 110), moment(3, 12))).toMatchObject({
      highPerHour: 10,
      snapshots: 2,
    });
  });

  test.for([
    ["without a gain", [moment(1, 10, 100), moment(2, 11, 100)]],
    ["from one snapshot", [moment(1, 10, 100)]],
    ["without a time of play", [moment(1, null, 100), moment(2, null, 200)]],
    ["of a counter without data", [moment(1, 10), moment(2, 11)]],
  ] as const)("is none %s", ([, moments]) => {
    expect(pace(...moments)).toBeNull();
  });

  test("makes a remainder a range of hours, without an end where the lowest gain is none", () => {
    expect(estimateHours(30, { lowPerHour: 10, highPerHour: 15, snapshots: 4 })).toEqual({
      least: 2,
      most: 3,
      snapshots: 4,
    });
    expect(estimateHours(30, { lowPerHour: 0, highPerHour: 15, snapshots: 4 })).toEqual({
      least: 2,
      most: null,
      snapshots: 4,
    });
  });
});

describe("several ranges together", () => {
  test("take as long as the longest: the same hours of play bring them all on", () => {
    expect(
      together([
        { least: 2, most: 3, snapshots: 2 },
        { least: 1, most: 9, snapshots: 4 },
      ]),
    ).toEqual({ least: 2, most: 9, snapshots: 4 });
    expect(
      together([
        { least: 2, most: 3, snapshots: 2 },
        { least: 1, most: null, snapshots: 3 },
      ]),
    ).toEqual({ least: 2, most: null, snapshots: 3 });
    expect(together([])).toBeNull();
  });
});
