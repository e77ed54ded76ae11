import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isCumulative, listFigures } from "./figures/figures.ts";
import { isEmptyReading, judgeReading, listDecreased } from "./reading.ts";
import { createEmptyStatistics, type Statistics, type StoredStatistics } from "./statistics.ts";

const CAREER = { kills: 9111, deaths: 8000, secondsPlayed: 540_000, wins: 300, losses: 280, shotsFired: 90_000 };

const createStatistics = (figures: Record<string, number>, otherFields: Partial<Statistics> = {}): Statistics => ({
  ...createEmptyStatistics("bf2042"),
  figures,
  ...otherFields,
});

const START_MS = Date.parse("2026-11-01T18:00:00.000Z");

/** Returns a reading this number of minutes after the first; null for a time that a user entered. */
const createReading = (minutes: number | null, reported: StoredStatistics) => ({
  statistics: reported,
  takenAt: new Date(START_MS + (minutes ?? 0) * 60_000).toISOString(),
  isTimeFromUser: minutes === null,
});

const judge = (figures: Record<string, number>, minutes: number | null = 60) =>
  judgeReading(createReading(0, createStatistics(CAREER)), createReading(minutes, createStatistics(figures)));

describe("a reading compared with the previous reading", () => {
  test.for(["kills", "deaths", "secondsPlayed", "wins", "losses", "shotsFired"] as const)(
    "is refused as decreased if it has fewer %s by more than rounding",
    (id) => {
      expect(listDecreased(CAREER, { ...CAREER, [id]: CAREER[id] - 1 })).toEqual([id]);
      expect(listDecreased(CAREER, { ...CAREER, [id]: CAREER[id] - 0.4 })).toEqual([]);
      expect(judge({ ...CAREER, [id]: 0 })).toEqual({ kind: "decreased" });
      expect(judge({ [id]: CAREER[id] + 1 })).toMatchObject({ kind: "accepted" });
    },
  );

  test("is refused as increased if it has more than a soldier can play in between", () => {
    const evening = { kills: 9200, deaths: 8070, secondsPlayed: 551_000, wins: 303, losses: 285, shotsFired: 99_000 };
    expect(judge(evening, 1)).toMatchObject({ kind: "accepted" });
    expect(judge({ ...evening, kills: 20_000 }, 1)).toEqual({ kind: "increased" });
    expect(judge({ ...evening, secondsPlayed: 1_000_000 }, 24 * 60)).toEqual({ kind: "increased" });
    expect(judge({ kills: 20_000, secondsPlayed: 900_000 }, 100 * 24 * 60)).toMatchObject({ kind: "accepted" });
    // The time of a file is entered by a user, so no increase is refused.
    expect(judge({ ...evening, kills: 20_000, secondsPlayed: 2_000_000 }, null)).toMatchObject({ kind: "accepted" });
  });

  test("is completed with the previous values it lacks, and its lifetime counts never decrease", () => {
    const createRows = (kills: number) => ({
      weapons: [{ id: "m5a3", name: "M5A3", isKnown: true, values: { kills } }],
    });
    const before = createStatistics(
      { ...CAREER, revives: 40, infantryKillDeath: 1.2 },
      { tables: createRows(400), counters: { a: 5, b: 1 }, targets: { t: [9, 10] } },
    );
    const after = createStatistics(
      { kills: 9120, secondsPlayed: 541_000, revives: 12, infantryKillDeath: 1.1 },
      { tables: createRows(0), counters: { a: 2 }, targets: { t: [1, 10] } },
    );
    const judgement = judgeReading(createReading(0, before), createReading(60, after));
    if (judgement.kind !== "accepted") throw new Error(judgement.kind);
    expect(judgement.statistics).toMatchObject({
      figures: { ...CAREER, kills: 9120, secondsPlayed: 541_000, revives: 40, infantryKillDeath: 1.1 },
      tables: createRows(400),
      counters: { a: 5, b: 1 },
      targets: { t: [9, 10] },
    });
    expect(judgement.statistics.figures["killDeath"]).toBeCloseTo(9120 / 8000);
  });

  test("is unchanged if it is judged twice", () => {
    const ids = listFigures("bf2042").map(({ id }) => id);
    const figures = fc.dictionary(fc.constantFrom(...ids), fc.nat(10_000), { minKeys: 1, noNullPrototype: true });
    fc.assert(
      fc.property(figures, figures, (first, second) => {
        const stored = judgeReading(null, createReading(0, createStatistics(first)));
        if (stored.kind !== "accepted") throw new Error(stored.kind);
        const again = judgeReading(createReading(0, stored.statistics), createReading(0, createStatistics(first)));
        expect(again).toEqual(stored);
        const next = judgeReading(createReading(0, stored.statistics), createReading(null, createStatistics(second)));
        if (next.kind !== "accepted") return;
        for (const [id, value] of Object.entries(stored.statistics.figures)) {
          if (isCumulative(id)) expect(next.statistics.figures[id]).toBeGreaterThanOrEqual(value);
        }
      }),
      { numRuns: 500, seed: 35 },
    );
  });
});

test("a reading without a lifetime count above zero is empty", () => {
  expect([{}, { kills: 0, deaths: 0 }, { kills: 0, rank: 3 }, { deaths: 1 }].map(isEmptyReading)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

/** Returns what is stored after these readings; each was taken so many minutes after the first. */
function storeAll(readings: readonly (readonly [minutes: number, reported: Statistics])[]): StoredStatistics {
  let stored: ReturnType<typeof createReading> | null = null;
  for (const [minutes, reported] of readings) {
    const judgement = judgeReading(stored, createReading(minutes, reported));
    if (judgement.kind === "accepted") stored = createReading(minutes, judgement.statistics);
  }
  if (!stored) throw new Error("No reading was accepted.");
  return stored.statistics;
}

const DAY = 24 * 60;
const createRow = (id: string, values: Record<string, number>, isKnown = true) => ({
  id,
  name: id.toUpperCase(),
  isKnown,
  values,
});

describe("a wrong value in a reading with correct lifetime counts", () => {
  const TRUE = { kills: 2000, secondsPlayed: 360_000, revives: 500, vehiclesDestroyed: 9, rank: 60 };
  const createTruth = (evening: number, wrong: Record<string, number> = {}, m5a3 = 300 + evening) =>
    createStatistics(
      { ...TRUE, kills: 2000 + evening, secondsPlayed: 360_000 + evening * 60, revives: 500 + evening, ...wrong },
      {
        tables: { weapons: [createRow("m5a3", { kills: m5a3 })] },
        counters: { "kills:m5a3": m5a3 },
        game: "bf4",
      },
    );
  const getValues = ({ figures, tables, counters }: Statistics) => ({
    revives: figures["revives"],
    vehiclesDestroyed: figures["vehiclesDestroyed"],
    rank: figures["rank"],
    m5a3: tables.weapons?.[0]?.values["kills"],
    counter: counters["kills:m5a3"],
  });

  test.for([
    ["too high", createTruth(1, { revives: 88_888, vehiclesDestroyed: 7_777_777, rank: 140 }, 1999)],
    ["too low", createTruth(1, { revives: 12, vehiclesDestroyed: 3, rank: 2 }, 5)],
    ["zero", createTruth(1, { revives: 0, vehiclesDestroyed: 0, rank: 0 }, 0)],
  ] as const)("is not stored if it is %s, but the next correct value is", ([, wrong]) => {
    expect(
      getValues(
        storeAll([
          [0, createTruth(0)],
          [60, wrong],
        ]),
      ),
    ).toEqual(getValues(createTruth(0)));
    expect(
      getValues(
        storeAll([
          [0, createTruth(0)],
          [60, wrong],
          [120, createTruth(2)],
        ]),
      ),
    ).toEqual(getValues(createTruth(2)));
    const repeated = [60, 600, 900].map((minutes) => [minutes, wrong] as const);
    expect(getValues(storeAll([[0, createTruth(0)], ...repeated, [3 * DAY, createTruth(2)]]))).toEqual(
      getValues(createTruth(2)),
    );
  });

  test("of the first reading is stored until a later reading reaches it, as only the user can correct it", () => {
    const wrong = createTruth(0, { revives: 1000, rank: 140 }, 1999);
    const readings = [60, 700, 1400, 3 * DAY].map((minutes, evening) => [minutes, createTruth(evening)] as const);
    const stayed = { ...getValues(createTruth(3)), revives: 1000, rank: 140, m5a3: 1999, counter: 1999 };
    expect(getValues(storeAll([[0, wrong], ...readings]))).toEqual(stayed);
    const reached = [50 * DAY, createTruth(5, { revives: 1007 })] as const;
    expect(getValues(storeAll([[0, wrong], ...readings, reached]))).toEqual({ ...stayed, revives: 1007 });
  });

  test("stored by an earlier release is replaced at once if it is implausible", () => {
    const stored = createReading(0, createTruth(0, { rank: 999 }, 999_999));
    const judgement = judgeReading(stored, createReading(60, createTruth(1, { rank: 60 })));
    expect(judgement.kind === "accepted" && getValues(judgement.statistics)).toEqual(getValues(createTruth(1)));
  });
});

describe("the time between two readings", () => {
  test("begins when the count was last reported", () => {
    const evening = { kills: 9500, secondsPlayed: 540_000 + 25 * 3600 };
    const partial = createStatistics({ kills: 9200, deaths: 8000 });
    const stored = storeAll([
      [0, createStatistics(CAREER)],
      [3 * DAY, partial],
      [3 * DAY + 360, createStatistics({ ...CAREER, ...evening })],
    ]);
    expect(stored.figures).toMatchObject(evening);
    expect(stored.staleSince).toBeUndefined();
  });

  test("is not shortened by a reading without the count", () => {
    const partial = createStatistics({ secondsPlayed: 540_000 + 25 * 3600 });
    const after = { ...CAREER, kills: 10_500, secondsPlayed: 540_000 + 26 * 3600 };
    const stored = storeAll([
      [0, createStatistics(CAREER)],
      [3 * DAY, partial],
      [3 * DAY + 60, createStatistics(after)],
    ]);
    expect(stored.figures).toMatchObject(after);
  });
});

describe("a row whose id has changed", () => {
  const listStoredIds = (
    table: "modes" | "vehicles" | "weapons" | "gadgets",
    before: readonly string[],
    after: readonly string[],
  ) => {
    const createTables = (all: readonly string[]) => ({
      [table]: all.map((id) => createRow(id, { kills: 500 }, /^\d|-15$/.test(id))),
    });
    const createReported = (all: readonly string[]) =>
      createStatistics(CAREER, { game: "bf4", tables: createTables(all) });
    return storeAll([
      [0, createReported(before)],
      [60, createReported(after)],
    ]).tables[table]?.map(({ id }) => id);
  };

  test("is stored once", () => {
    expect(listStoredIds("modes", ["deathmatch", "2"], ["8", "32"])).toEqual(["2", "8", "32"]);
    expect(listStoredIds("modes", ["8", "32"], ["deathmatch"])).toEqual(["deathmatch"]);
    expect(listStoredIds("modes", ["1", "64", "68719476736"], ["conquest"])).toEqual(["conquest"]);
    expect(listStoredIds("vehicles", ["dv-151", "dv-15"], ["dv-15"])).toEqual(["dv-15"]);
    expect(listStoredIds("vehicles", ["dv-151", "x"], ["dv-15"])).toEqual(["x", "dv-15"]);
    expect(listStoredIds("gadgets", ["char_hack", "x"], ["cyberwarfare-suite"])).toEqual(["x", "cyberwarfare-suite"]);
    expect(listStoredIds("weapons", ["an-94-bc2", "x"], ["an-94"])).toEqual(["x", "an-94"]);
  });
});
