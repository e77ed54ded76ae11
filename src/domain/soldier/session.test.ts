import { describe, expect, test } from "vitest";
import { getSessionReport, listMostUsed } from "./session.ts";

const OLDER = { kills: 1020, deaths: 1000, secondsPlayed: 36_000, wins: 10, losses: 10, killDeath: 1.02 };

describe("a session", () => {
  test("has its own K/D even if the career K/D has not changed", () => {
    const newer = { ...OLDER, kills: 1041, deaths: 1020, secondsPlayed: 37_200, wins: 12, losses: 11, killDeath: 1.02 };
    const report = getSessionReport("bf4", OLDER, newer);
    const getValue = (id: string) => report?.quotients.find((figure) => figure.id === id)?.value;
    expect(getValue("killDeath")).toBeCloseTo(21 / 20);
    expect(getValue("killsPerMinute")).toBeCloseTo(21 / 20);
    expect(getValue("winShare")).toBeCloseTo(2 / 3);
    expect(getValue("accuracy")).toBeUndefined();
    expect(report?.counts).toMatchObject([
      { id: "kills", value: 21 },
      { id: "secondsPlayed", value: 1200 },
      { id: "deaths", value: 20 },
      { id: "wins", value: 2 },
    ]);
  });

  test("has SPM and accuracy if the source counts score and shots, and lists the missing counts", () => {
    const older = { ...OLDER, score: 600_000, shotsFired: 50_000, shotsHit: 6000 };
    const newer = { ...older, kills: 1041, secondsPlayed: 37_200, score: 612_000, shotsFired: 51_000, shotsHit: 6150 };
    const report = getSessionReport("bf4", older, newer);
    expect(report?.quotients.find(({ id }) => id === "scorePerMinute")?.value).toBeCloseTo(600);
    expect(report?.quotients.find(({ id }) => id === "accuracy")?.value).toBeCloseTo(0.15);
    expect(report?.unknown).toEqual([]);

    const rates = getSessionReport("bf4", OLDER, { ...OLDER, kills: 1041, deaths: 1020, secondsPlayed: 37_200 });
    expect(rates?.unknown).toMatchObject([
      { id: "scorePerMinute", lacks: "score" },
      { id: "accuracy", lacks: "shots" },
    ]);
    const typed = getSessionReport("bf4", { kills: 10, deaths: 8 }, { kills: 12, deaths: 9 });
    expect(typed?.unknown.map(({ id, lacks }) => `${id} ${lacks}`)).toEqual([
      "killsPerMinute counts",
      "scorePerMinute score",
      "winShare counts",
      "accuracy shots",
    ]);
  });

  test("is null if nothing was played or a count decreased", () => {
    expect(getSessionReport("bf4", OLDER, OLDER)).toBeNull();
    expect(getSessionReport("bf4", OLDER, { ...OLDER, kills: 12, deaths: 1010 })).toBeNull();
  });

  test("lists the weapons with the most kills, ignoring rows whose earlier kills are unknown", () => {
    const createRow = (id: string, kills?: number) => ({
      id,
      name: id.toUpperCase(),
      isKnown: true,
      values: kills === undefined ? {} : { kills },
    });
    const older = [createRow("a", 10), createRow("b", 5), createRow("c")];
    const newer = [createRow("a", 12), createRow("b", 9), createRow("c", 400), createRow("d", 3)];
    expect(listMostUsed(older, newer, 2)).toEqual([
      { id: "b", name: "B", kills: 4 },
      { id: "d", name: "D", kills: 3 },
    ]);
  });
});
