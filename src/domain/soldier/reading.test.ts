import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isCumulative, listFigures } from "./figures/figures.ts";
import { isEmptyReading, judgeReading, listFallen } from "./reading.ts";
import { noStatistics, type Statistics, type StoredStatistics } from "./statistics.ts";

const CAREER = { kills: 9111, deaths: 8000, secondsPlayed: 540_000, wins: 300, losses: 280, shotsFired: 90_000 };

const statistics = (figures: Record<string, number>, more: Partial<Statistics> = {}): Statistics => ({
  ...noStatistics("bf2042"),
  figures,
  ...more,
});

const START_MS = Date.parse("2026-11-01T18:00:00.000Z");

/** A reading so many minutes after the first; null: at a time that a person claims. */
const at = (minutes: number | null, reported: StoredStatistics) => ({
  statistics: reported,
  takenAt: new Date(START_MS + (minutes ?? 0) * 60_000).toISOString(),
  isTimeClaimed: minutes === null,
});

const judge = (figures: Record<string, number>, minutes: number | null = 60) =>
  judgeReading(at(0, statistics(CAREER)), at(minutes, statistics(figures)));

describe("a reading is compared with the one before it", () => {
  test.for(["kills", "deaths", "secondsPlayed", "wins", "losses", "shotsFired"] as const)(
    "and has fallen where it has fewer %s by more than rounding",
    (id) => {
      expect(listFallen(CAREER, { ...CAREER, [id]: CAREER[id] - 1 })).toEqual([id]);
      expect(listFallen(CAREER, { ...CAREER, [id]: CAREER[id] - 0.4 })).toEqual([]);
      expect(judge({ ...CAREER, [id]: 0 })).toEqual({ kind: "fallen" });
      expect(judge({ [id]: CAREER[id] + 1 })).toMatchObject({ kind: "accepted" });
    },
  );

  test("and has risen where it has more than anyone can play in between", () => {
    const evening = { kills: 9200, deaths: 8070, secondsPlayed: 551_000, wins: 303, losses: 285, shotsFired: 99_000 };
    expect(judge(evening, 1)).toMatchObject({ kind: "accepted" });
    expect(judge({ ...evening, kills: 20_000 }, 1)).toEqual({ kind: "risen" });
    expect(judge({ ...evening, secondsPlayed: 1_000_000 }, 24 * 60)).toEqual({ kind: "risen" });
    expect(judge({ kills: 20_000, secondsPlayed: 900_000 }, 100 * 24 * 60)).toMatchObject({ kind: "accepted" });
    // The time of a file is a person's claim.
    expect(judge({ ...evening, kills: 20_000, secondsPlayed: 2_000_000 }, null)).toMatchObject({ kind: "accepted" });
  });

  test("and completed by it: what it lacks stays, and what a career only adds to never falls", () => {
    const rows = (kills: number) => ({ weapons: [{ id: "m5a3", name: "M5A3", isKnown: true, values: { kills } }] });
    const before = statistics(
      { ...CAREER, revives: 40, infantryKillDeath: 1.2 },
      { tables: rows(400), counters: { a: 5, b: 1 }, targets: { t: [9, 10] } },
    );
    const after = statistics(
      { kills: 9120, secondsPlayed: 541_000, revives: 12, infantryKillDeath: 1.1 },
      { tables: rows(0), counters: { a: 2 }, targets: { t: [1, 10] } },
    );
    const judgement = judgeReading(at(0, before), at(60, after));
    if (judgement.kind !== "accepted") throw new Error(judgement.kind);
    expect(judgement.statistics).toMatchObject({
      figures: { ...CAREER, kills: 9120, secondsPlayed: 541_000, revives: 40, infantryKillDeath: 1.1 },
      tables: rows(400),
      counters: { a: 5, b: 1 },
      targets: { t: [9, 10] },
    });
    expect(judgement.statistics.figures["killDeath"]).toBeCloseTo(9120 / 8000);
  });

  test("and read once more is the same, whatever it holds", () => {
    const ids = listFigures("bf2042").map(({ id }) => id);
    const figures = fc.dictionary(fc.constantFrom(...ids), fc.nat(10_000), { minKeys: 1, noNullPrototype: true });
    fc.assert(
      fc.property(figures, figures, (first, second) => {
        const stored = judgeReading(null, at(0, statistics(first)));
        if (stored.kind !== "accepted") throw new Error(stored.kind);
        const again = judgeReading(at(0, stored.statistics), at(0, statistics(first)));
        expect(again).toEqual(stored);
        const next = judgeReading(at(0, stored.statistics), at(null, statistics(second)));
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

/** What is stored after these readings, of which each comes so many minutes after the first. */
function storeAll(readings: readonly (readonly [minutes: number, reported: Statistics])[]): StoredStatistics {
  let stored: ReturnType<typeof at> | null = null;
  for (const [minutes, reported] of readings) {
    const judgement = judgeReading(stored, at(minutes, reported));
    if (judgement.kind === "accepted") stored = at(minutes, judgement.statistics);
  }
  if (!stored) throw new Error("No reading was accepted.");
  return stored.statistics;
}

const DAY = 24 * 60;
const row = (id: string, values: Record<string, number>, isKnown = true) => ({
  id,
  name: id.toUpperCase(),
  isKnown,
  values,
});

describe("a wrong value beside right lifetime counts", () => {
  const TRUE = { kills: 2000, secondsPlayed: 360_000, revives: 500, vehiclesDestroyed: 9, rank: 60 };
  const truth = (evening: number, wrong: Record<string, number> = {}, m5a3 = 300 + evening) =>
    statistics(
      { ...TRUE, kills: 2000 + evening, secondsPlayed: 360_000 + evening * 60, revives: 500 + evening, ...wrong },
      {
        tables: { weapons: [row("m5a3", { kills: m5a3 })] },
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
    ["too high", truth(1, { revives: 88_888, vehiclesDestroyed: 7_777_777, rank: 140 }, 1999)],
    ["too low", truth(1, { revives: 12, vehiclesDestroyed: 3, rank: 2 }, 5)],
    ["zero", truth(1, { revives: 0, vehiclesDestroyed: 0, rank: 0 }, 0)],
  ] as const)("that is %s is not stored, and the next true answer is", ([, wrong]) => {
    expect(
      getValues(
        storeAll([
          [0, truth(0)],
          [60, wrong],
        ]),
      ),
    ).toEqual(getValues(truth(0)));
    expect(
      getValues(
        storeAll([
          [0, truth(0)],
          [60, wrong],
          [120, truth(2)],
        ]),
      ),
    ).toEqual(getValues(truth(2)));
    const repeated = [60, 600, 900].map((minutes) => [minutes, wrong] as const);
    expect(getValues(storeAll([[0, truth(0)], ...repeated, [3 * DAY, truth(2)]]))).toEqual(getValues(truth(2)));
  });

  test("of the first reading stays until it is reached: only the person can say that it was wrong", () => {
    const wrong = truth(0, { revives: 1000, rank: 140 }, 1999);
    const readings = [60, 700, 1400, 3 * DAY].map((minutes, evening) => [minutes, truth(evening)] as const);
    const stayed = { ...getValues(truth(3)), revives: 1000, rank: 140, m5a3: 1999, counter: 1999 };
    expect(getValues(storeAll([[0, wrong], ...readings]))).toEqual(stayed);
    const reached = [50 * DAY, truth(5, { revives: 1007 })] as const;
    expect(getValues(storeAll([[0, wrong], ...readings, reached]))).toEqual({ ...stayed, revives: 1007 });
  });

  test("that an earlier release stored gives way at once where it cannot be", () => {
    const stored = at(0, truth(0, { rank: 999 }, 999_999));
    const judgement = judgeReading(stored, at(60, truth(1, { rank: 60 })));
    expect(judgement.kind === "accepted" && getValues(judgement.statistics)).toEqual(getValues(truth(1)));
  });
});

describe("the time between two readings", () => {
  test("is that since the count was last reported", () => {
    const evening = { kills: 9500, secondsPlayed: 540_000 + 25 * 3600 };
    const partial = statistics({ kills: 9200, deaths: 8000 });
    const stored = storeAll([
      [0, statistics(CAREER)],
      [3 * DAY, partial],
      [3 * DAY + 360, statistics({ ...CAREER, ...evening })],
    ]);
    expect(stored.figures).toMatchObject(evening);
    expect(stored.staleSince).toBeUndefined();
  });

  test("is not that of a count which another reading had", () => {
    const partial = statistics({ secondsPlayed: 540_000 + 25 * 3600 });
    const after = { ...CAREER, kills: 10_500, secondsPlayed: 540_000 + 26 * 3600 };
    const stored = storeAll([
      [0, statistics(CAREER)],
      [3 * DAY, partial],
      [3 * DAY + 60, statistics(after)],
    ]);
    expect(stored.figures).toMatchObject(after);
  });
});

describe("a thing that is listed under another id by now", () => {
  const ids = (table: "modes" | "vehicles", before: readonly string[], after: readonly string[]) => {
    const tables = (all: readonly string[]) => ({
      [table]: all.map((id) => row(id, { kills: 500 }, /^\d|-15$/.test(id))),
    });
    const reported = (all: readonly string[]) => statistics(CAREER, { game: "bf4", tables: tables(all) });
    return storeAll([
      [0, reported(before)],
      [60, reported(after)],
    ]).tables[table]?.map(({ id }) => id);
  };

  test("is stored once", () => {
    expect(ids("modes", ["deathmatch", "2"], ["8", "32"])).toEqual(["2", "8", "32"]);
    expect(ids("modes", ["8", "32"], ["deathmatch"])).toEqual(["deathmatch"]);
    expect(ids("modes", ["1", "64", "68719476736"], ["conquest"])).toEqual(["conquest"]);
    expect(ids("vehicles", ["dv-151", "dv-15"], ["dv-15"])).toEqual(["dv-15"]);
    expect(ids("vehicles", ["dv-151", "x"], ["dv-15"])).toEqual(["x", "dv-15"]);
  });
});
