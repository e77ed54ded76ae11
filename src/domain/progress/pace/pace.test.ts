import { describe, expect, test } from "vitest";
import { createEmptyStatistics, type Statistics, type StatisticsRow } from "#domain/soldier/statistics.ts";
import { addEstimates, createPaces, getEstimateAtPace, type Moment } from "./pace.ts";

const createRow = (id: string, values: StatisticsRow["values"]): StatisticsRow => ({
  id,
  name: id,
  isKnown: true,
  values,
});
const HOUR_S = 3600;

const createStatistics = (change: Partial<Statistics>): Statistics => ({ ...createEmptyStatistics("bf4"), ...change });

describe("the pace of kills with an item", () => {
  test("is the pace with the item itself, regardless of kills in vehicles", () => {
    // 150 kills an hour in a tank, and one with the AK-12 in four hours.
    const pace = createPaces(
      createStatistics({
        figures: { kills: 601, secondsPlayed: 8 * HOUR_S },
        tables: {
          weapons: [createRow("ak-12", { kills: 1, secondsPlayed: 4 * HOUR_S })],
          vehicles: [createRow("m1-abrams", { kills: 600, secondsPlayed: 4 * HOUR_S })],
        },
      }),
      [],
    );
    expect(pace("kills:ak-12")).toEqual({ perHour: 0.25, basis: "item" });
    expect(pace("kills:m1-abrams")).toEqual({ perHour: 150, basis: "item" });
    expect(pace("kills:famas")).toEqual({ perHour: 0.25, basis: "infantry" });
  });

  test("is the pace on foot if the source reports no time for the item, or less than one round", () => {
    const pace = createPaces(
      createStatistics({
        figures: { kills: 100, secondsPlayed: 3 * HOUR_S },
        tables: {
          weapons: [createRow("ak-12", { kills: 30 }), createRow("famas", { kills: 5, secondsPlayed: 20 })],
          vehicles: [
            createRow("m1-abrams", { kills: 40, secondsPlayed: HOUR_S }),
            createRow("quad-bike", { kills: 0 }),
          ],
        },
      }),
      [],
    );
    for (const id of ["ak-12", "famas"]) expect(pace(`kills:${id}`)).toEqual({ perHour: 30, basis: "infantry" });
  });

  test.for<[string, Partial<Statistics>]>([
    ["the kills in vehicles are unknown", { figures: { kills: 100, secondsPlayed: HOUR_S } }],
    [
      "the time in a vehicle is unknown",
      { figures: { kills: 100, secondsPlayed: HOUR_S }, tables: { vehicles: [createRow("m1-abrams", { kills: 40 })] } },
    ],
    ["the play time is unknown", { figures: { kills: 100 }, tables: { vehicles: [] } }],
    ["the soldier has no kills on foot", { figures: { kills: 0, secondsPlayed: HOUR_S }, tables: { vehicles: [] } }],
  ])("is null if %s", ([, change]) => {
    expect(createPaces(createStatistics(change), [])("kills:ak-12")).toBeNull();
  });

  test("is null without statistics", () => {
    expect(createPaces(null, [])("kills:ak-12")).toBeNull();
  });
});

const createMoment = (day: number, hours: number | null, score?: number): Moment => ({
  at: `2026-11-${String(day).padStart(2, "0")}T20:00:00.000Z`,
  secondsPlayed: hours === null ? null : hours * HOUR_S,
  counters: score === undefined ? {} : { "score:assault": score },
});
const getPlayPace = (...moments: Moment[]) => createPaces(null, moments)("score:assault");

describe("the pace of play", () => {
  test("is the gain per hour of play", () => {
    expect(getPlayPace(createMoment(1, 10, 100), createMoment(2, 12, 130), createMoment(3, 13, 190))).toEqual({
      perHour: 30,
      basis: "play",
    });
  });

  test("uses the newest three intervals with play, in any order of the moments", () => {
    const days = [
      createMoment(5, 14, 1000),
      createMoment(1, 10, 0),
      createMoment(2, 11, 910),
      createMoment(3, 12, 930),
      createMoment(4, 13, 960),
    ];
    expect(getPlayPace(...days)).toMatchObject({ perHour: 30 });
  });

  test("joins intervals with little play", () => {
    expect(getPlayPace(createMoment(1, 10, 100), createMoment(2, 10.9, 145), createMoment(3, 11, 150))).toMatchObject({
      perHour: 50,
    });
  });

  test("ignores a moment without the counter", () => {
    expect(getPlayPace(createMoment(1, 10, 100), createMoment(2, 11, 110), createMoment(3, 12))).toMatchObject({
      perHour: 10,
    });
  });

  test.for([
    ["without a gain", [createMoment(1, 10, 100), createMoment(2, 11, 100)]],
    ["from one snapshot", [createMoment(1, 10, 100)]],
    ["without a play time", [createMoment(1, null, 100), createMoment(2, null, 200)]],
    ["of a counter without data", [createMoment(1, 10), createMoment(2, 11)]],
  ] as const)("is null %s", ([, moments]) => {
    expect(getPlayPace(...moments)).toBeNull();
  });
});

describe("estimates", () => {
  test("are the remaining amount divided by the pace", () => {
    expect(getEstimateAtPace(30, { perHour: 10, basis: "item" })).toEqual({ hours: 3, basis: "item" });
  });

  test("of two items add up; a counter of general play needs no extra time", () => {
    const [two, three] = [
      { hours: 2, basis: "item" },
      { hours: 3, basis: "item" },
    ] as const;
    expect(addEstimates([two, three])).toEqual({ hours: 5, basis: null });
    expect(addEstimates([two])).toEqual(two);
    expect(addEstimates([two, { hours: 1, basis: "play" }])).toEqual({ hours: 2, basis: null });
    expect(addEstimates([two, { hours: 9, basis: "play" }])).toEqual({ hours: 9, basis: null });
    expect(
      addEstimates([
        { hours: 4, basis: "play" },
        { hours: 3, basis: "play" },
      ]),
    ).toEqual({ hours: 4, basis: "play" });
    expect(addEstimates([])).toBeNull();
  });
});
