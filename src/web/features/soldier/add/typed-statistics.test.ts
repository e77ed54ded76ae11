import { expect, test } from "vitest";
import { statistics } from "#domain/soldier/statistics.ts";
import { createTypedStatistics } from "./typed-dialog.tsx";

test("typed statistics contain the typed figures and the figures derived from them", () => {
  const typed = {
    kills: 300,
    deaths: 200,
    wins: 3,
    losses: 1,
    hoursPlayed: 5,
    accuracyPercent: 12.5,
    rankPoints: 9000,
  };
  const created = createTypedStatistics("bf4", typed, [{ id: "ak-12", name: "AK-12", kills: 41 }]);
  expect(statistics.parse(created)).toEqual(created);
  expect(created.figures).toEqual({
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
  expect(created.counters).toEqual({ "kills:ak-12": 41, rankPoints: 9000 });
  expect(created.tables.weapons).toMatchObject([{ id: "ak-12", values: { kills: 41 } }]);
});

test("empty fields are unknown, 0 ÷ 0 is unknown, and 0 deaths count as 1 for K/D", () => {
  const { figures, tables, counters } = createTypedStatistics(
    "bf2042",
    { kills: 3, deaths: 0, wins: 0, losses: 0 },
    [],
  );
  expect(figures).toEqual({ kills: 3, deaths: 0, killDeath: 3, wins: 0, losses: 0 });
  expect([tables, counters]).toEqual([{}, {}]);
});
