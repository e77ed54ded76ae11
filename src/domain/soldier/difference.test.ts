import { describe, expect, test } from "vitest";
import { toCsv } from "#messages/soldier/statistics-csv.ts";
import { diffSnapshots } from "./difference.ts";
import { createEmptyStatistics, type Statistics } from "./statistics.ts";

const createStatistics = (figures: Record<string, number>, tables: Statistics["tables"] = {}): Statistics => ({
  ...createEmptyStatistics("bf2042"),
  figures,
  tables,
});

function getChange(id: string, older: Record<string, number>, newer: Record<string, number>) {
  return diffSnapshots(createStatistics(older), createStatistics(newer)).figures.find((change) => change.id === id);
}

describe("the difference between two snapshots", () => {
  test("has the differences of counts", () => {
    expect(getChange("kills", { kills: 100 }, { kills: 140 })).toMatchObject({ from: 100, to: 140, by: 40 });
  });

  test("has the K/D of the time between the snapshots, and no difference of quotients", () => {
    const older = { kills: 100, deaths: 100, killDeath: 1 };
    const newer = { kills: 160, deaths: 120, killDeath: 1.33 };
    expect(getChange("killDeath", older, newer)).toMatchObject({ from: 1, to: 1.33, by: null, between: 3 });
  });

  test.for([
    ["killsPerMinute", { kills: 10, secondsPlayed: 600 }, { kills: 40, secondsPlayed: 1200 }, 3],
    ["winShare", { wins: 5, losses: 5 }, { wins: 8, losses: 6 }, 0.75],
    ["headshotShare", { headshots: 1, kills: 10 }, { headshots: 6, kills: 30 }, 0.25],
    ["winShare", { wins: 5 }, { wins: 8, losses: 6 }, null],
    ["killDeath", { kills: 10, deaths: 5 }, { kills: 20, deaths: 5 }, null],
    ["accuracy", { accuracy: 0.1 }, { accuracy: 0.2 }, null],
  ] as const)(
    "has the %s of the time between the snapshots only if both have its counts",
    ([id, older, newer, between]) => {
      expect(getChange(id, { [id]: 1, ...older }, { [id]: 1, ...newer })?.between).toBe(between);
    },
  );

  test.for([
    [500.25, 520.25, 10, 720.25],
    [500, 520, 10, 720],
    [500, 501, 1, null],
    [500.25, 400.25, 10, null],
  ] as const)(
    "has the score per minute between %d and %d after %d hours, unless the rounding error is too large",
    (createRow) => {
      const [from, to, hours, between] = createRow;
      const createBf4Statistics = (scorePerMinute: number, played: number): Statistics => ({
        ...createEmptyStatistics("bf4"),
        figures: { scorePerMinute, secondsPlayed: played * 3600 },
      });
      const { figures } = diffSnapshots(createBf4Statistics(from, 100), createBf4Statistics(to, 100 + hours));
      const average = figures.find(({ id }) => id === "scorePerMinute")?.between ?? null;
      expect(average).toEqual(between === null ? null : expect.closeTo(between));
    },
  );

  test("has null for a value that one snapshot lacks, and omits a figure that both lack", () => {
    expect(getChange("kills", {}, { kills: 7 })).toMatchObject({ from: null, to: 7, by: null });
    expect(getChange("kills", { kills: 7 }, {})).toMatchObject({ from: 7, to: null, by: null });
    expect(getChange("kills", { deaths: 7 }, { deaths: 8 })).toBeUndefined();
  });

  test("has new rows and removed rows", () => {
    const createRow = (id: string, kills: number) => ({ id, name: id, isKnown: true, values: { kills } });
    const { tables } = diffSnapshots(
      createStatistics({}, { weapons: [createRow("old", 3), createRow("both", 1)] }),
      createStatistics({}, { weapons: [createRow("both", 5), createRow("fresh", 2)] }),
    );
    expect(tables.weapons?.map(({ id, kind, changes }) => [id, kind, changes[0]?.by])).toEqual([
      ["both", "both", 4],
      ["fresh", "new", null],
      ["old", "gone", null],
    ]);
    expect(Object.keys(tables)).toEqual(["weapons"]);
  });
});

test("statistics as CSV have a line per known value, and no text that acts as a formula", () => {
  const createRow = (name: string) => ({ id: "x", name, isKnown: false, values: { kills: 3 } });
  const csv = toCsv({
    ...createEmptyStatistics("bf4"),
    figures: { kills: 1200, killDeath: 1.5 },
    tables: { weapons: [createRow("=1+1"), createRow('5" gun, long')] },
  });
  expect(csv.split("\r\n")).toEqual([
    "table,id,name,figure,value",
    "soldier,killDeath,K/D,K/D,1.5",
    "soldier,kills,Kills,Kills,1200",
    "weapons,x,'=1+1,Kills,3",
    'weapons,x,"5"" gun, long",Kills,3',
  ]);
});
