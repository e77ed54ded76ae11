// Correct responses of both games and Battlelog files, in order: all are accepted, and all their values are stored unchanged.
import { describe, expect, test } from "vitest";
import { createRandom } from "#domain/seeded-random.ts";
import { readBattlelog } from "#domain/soldier/battlelog/battlelog.ts";
import { getBattlelogBook } from "#domain/soldier/battlelog/book.ts";
import { isCumulative } from "#domain/soldier/figures/figures.ts";
import { TABLES } from "#domain/soldier/figures/table-id.ts";
import { toPlausible } from "#domain/soldier/plausible.ts";
import { judgeReading } from "#domain/soldier/reading.ts";
import type { Statistics, StoredStatistics } from "#domain/soldier/statistics.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import * as responses from "#test/fixtures/battlelog/responses.ts";
import { createBf4All, createBf4Stats, createBf4Weapons } from "#test/fixtures/statistics/bf4-stats.ts";
import { createBf2042Stats } from "#test/fixtures/statistics/bf2042-stats.ts";
import { inventSoldier } from "#test/fixtures/statistics/invented-soldier.ts";
import { createBf4Reader } from "./parsing/bf4-response.ts";
import { createBf2042Reader } from "./parsing/bf2042-response.ts";

const HOUR_MS = 60 * 60_000;
const START_MS = Date.parse("2026-11-01T18:00:00.000Z");
const NAMES = ["Robin", "Alex", "Sam", "Kim"];
const readBf2042 = createBf2042Reader(ARSENALS.bf2042);
const readBf4 = createBf4Reader(ARSENALS.bf4);

type Game = "bf2042" | "bf4";

function getTruth(game: Game, name: string, evening: number, formatted = false): Statistics {
  const soldier = inventSoldier(game, "pc", name);
  if (game === "bf2042") return readBf2042(createBf2042Stats(soldier, evening, { formatted }));
  const [all, stats, weapons] = [createBf4All, createBf4Stats, createBf4Weapons].map((page) =>
    page(soldier, evening, { formatted }),
  );
  return readBf4({ all: { ...all }, stats: { ...stats }, weapons: { ...weapons } });
}

const createReading = (hours: number, statistics: StoredStatistics) => ({
  statistics,
  takenAt: new Date(START_MS + hours * HOUR_MS).toISOString(),
});

function accept(
  before: ReturnType<typeof createReading> | null,
  hours: number,
  reported: Statistics,
): ReturnType<typeof createReading> {
  const judgement = judgeReading(before, createReading(hours, reported));
  if (judgement.kind !== "accepted") throw new Error(judgement.kind);
  return createReading(hours, judgement.statistics);
}

describe.for(["bf2042", "bf4"] as const)("correct responses about soldiers of %s", (game) => {
  test.for(NAMES)("are stored unchanged for %s, evening by evening", (name) => {
    for (const everyHours of [1, 24]) {
      let stored: ReturnType<typeof createReading> | null = null;
      for (let evening = 0; evening < 12; evening += 1) {
        const truth = getTruth(game, name, evening, evening % 2 === 1);
        expect(toPlausible(truth)).toEqual(truth);
        stored = accept(stored, evening * everyHours, truth);
        expect(stored.statistics).toEqual(truth);
      }
    }
  });

  test("are stored completely after responses with dropped, zero, too high or foreign values", () => {
    const random = createRandom(35);
    const stranger = getTruth(game, "A-Stranger", 40);
    const outcomes = new Set<string>();
    for (let run = 0; run < 16; run += 1) {
      const name = NAMES[run % NAMES.length] ?? "Robin";
      let stored = accept(null, 0, getTruth(game, name, 0));
      for (let reading = 1; reading <= 4; reading += 1) {
        const broken = breakSome(getTruth(game, name, reading), stranger, random() ** 2, random);
        const judgement = judgeReading(stored, createReading(reading, broken));
        outcomes.add(judgement.kind);
        if (judgement.kind !== "accepted") continue;
        expect(listLower(stored.statistics, judgement.statistics)).toEqual([]);
        stored = createReading(reading, judgement.statistics);
      }
      // Only a lifetime count that was too high, but possible, needs a decision; no other value may be below the correct one.
      for (let reading = 5; reading <= 7; reading += 1) {
        const judgement = judgeReading(stored, createReading((reading - 4) * 24, getTruth(game, name, reading)));
        outcomes.add(judgement.kind);
        if (judgement.kind === "accepted") stored = createReading((reading - 4) * 24, judgement.statistics);
      }
      const truth = getTruth(game, name, 7);
      if (stored.takenAt === createReading(72, truth).takenAt) expect(listLower(truth, stored.statistics)).toEqual([]);
    }
    expect(outcomes).toContain("accepted");
    expect(outcomes).toContain("decreased");
  });
});

type Random = () => number;

/** Returns the statistics with some values dropped, zero, far too high, or from another soldier: figures, counters and rows. */
function breakSome(truth: Statistics, other: Statistics, share: number, random: Random): Statistics {
  const breakValues = (values: Record<string, number>, others: Record<string, number> = {}, isLifetime = false) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([id, value]) => {
        if (random() > share || (isLifetime && random() > 0.05)) return [[id, value]];
        const faults = [[], [[id, 0]], [[id, value * 1000 + 1_000_000]], [[id, others[id] ?? value]]];
        return (faults[Math.floor(random() * faults.length)] ?? []) as [string, number][];
      }),
    );
  const tables: Statistics["tables"] = {};
  for (const table of TABLES) {
    const others = new Map(other.tables[table]?.map(({ id, values }) => [id, values]));
    const rows = truth.tables[table]?.filter(() => random() > share / 4);
    if (rows) tables[table] = rows.map((row) => ({ ...row, values: breakValues(row.values, others.get(row.id)) }));
  }
  const { kills, deaths, secondsPlayed, wins, losses, shotsFired, shotsHit, ...figures } = truth.figures;
  const lifetime = Object.fromEntries(
    Object.entries({ kills, deaths, secondsPlayed, wins, losses, shotsFired, shotsHit }).flatMap(([id, value]) =>
      value === undefined ? [] : [[id, value]],
    ),
  );
  return {
    ...truth,
    figures: { ...breakValues(figures, other.figures), ...breakValues(lifetime, other.figures, true) },
    tables,
    counters: breakValues(truth.counters, other.counters),
  };
}

/** Returns all counts by table, row and id. */
const getCounts = ({ figures, tables, counters }: Statistics): Record<string, number> =>
  Object.fromEntries([
    ...Object.entries(figures).filter(([id]) => isCumulative(id)),
    ...Object.entries(counters),
    ...TABLES.flatMap((table) =>
      (tables[table] ?? []).flatMap((row) =>
        Object.entries(row.values).flatMap(([id, value]) =>
          isCumulative(id) ? [[`${table}/${row.id}/${id}`, value] as const] : [],
        ),
      ),
    ),
  ]);

function listLower(before: Statistics, after: Statistics): readonly string[] {
  const counts = getCounts(after);
  return Object.entries(getCounts(before)).flatMap(([place, value]) => ((counts[place] ?? -1) >= value ? [] : [place]));
}

describe("correct Battlelog files", () => {
  const book = getBattlelogBook(ARSENALS.bf4);
  const read = (json: unknown): Statistics => {
    const file = readBattlelog(json, book, { name: "Robin", platform: "pc", playerId: null });
    if ("problem" in file) throw new Error(file.problem.kind);
    return file.statistics;
  };

  // The generated files have different scores of a kit, so scores are not compared.
  const withoutScores = (counts: Record<string, number>) =>
    Object.fromEntries(Object.entries(counts).filter(([place]) => !place.startsWith("score:")));

  test("are accepted in any order, and as one file", () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const files = [
        responses.createDetailsResponse(seed),
        responses.createWeaponsResponse(seed),
        responses.createVehiclesResponse(seed),
        responses.createKitsResponse(seed),
        responses.createAwardsResponse(seed),
        responses.createAssignmentsResponse(seed),
      ];
      for (const order of [files, files.toReversed()]) {
        let stored: (ReturnType<typeof createReading> & { isTimeFromUser: true }) | null = null;
        for (const [day, file] of order.entries()) {
          const reading = { ...createReading(day * 24, read(file)), isTimeFromUser: true as const };
          const judgement = judgeReading(stored, reading);
          if (judgement.kind !== "accepted") throw new Error(judgement.kind);
          expect(getCounts(judgement.statistics)).toMatchObject(withoutScores(getCounts(reading.statistics)));
          stored = { ...reading, statistics: judgement.statistics };
        }
      }
      expect(Object.keys(getCounts(read(files))).length).toBeGreaterThan(400);
    }
  });
});
