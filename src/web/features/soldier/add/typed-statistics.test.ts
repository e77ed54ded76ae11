import { expect, test } from "vitest";
import { statistics } from "#domain/soldier/statistics.ts";
import { typedStatistics } from "./typed-dialog.tsx";

test("typed figures hold what was typed and what follows from it, and nothing else", () => {
  const typed = {
    kills: 300,
    deaths: 200,
    wins: 3,
    losses: 1,
    hoursPlayed: 5,
    accuracyPercent: 12.5,
    rankPoints: 9000,
  };
  const made = typedStatistics("bf4", typed, [{ id: "ak-12", name: "AK-12", kills: 41 }]);
  expect(statistics.parse(made)).toEqual(made);
  expect(made.figures).toEqual({
    kills: 300,
    deaths: 200,
    wins: 3,
    losses: 1,
    rankPoints: 9000,
    secondsPlayed: 18_000,
    accuracy: 0.125,
    killDeath: 1.5,
    killsPerMinute: 1,
    winShare: 0.75,
  });
  expect(made.counters).toEqual({ "kills:ak-12": 41, rankPoints: 9000 });
  expect(made.tables.weapons).toMatchObject([{ id: "ak-12", values: { kills: 41 } }]);
});

test("what was left empty stays unknown, nothing is divided by nothing, and no deaths count as one", () => {
  const { figures, tables, counters } = typedStatistics("bf2042", { kills: 3, deaths: 0, wins: 0, losses: 0 }, []);
  expect(figures).toEqual({ kills: 3, deaths: 0, killDeath: 3, wins: 0, losses: 0 });
  expect([tables, counters]).toEqual([{}, {}]);
});
