// The answers of both games and files of Battlelog, in their order: none is refused, and nothing of them is left out or doubted.
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
import * as answers from "#test/fixtures/battlelog/answers.ts";
import { bf4All, bf4Stats, bf4Weapons } from "#test/fixtures/statistics/bf4-stats.ts";
import { bf2042Stats } from "#test/fixtures/statistics/bf2042-stats.ts";
import { inventSoldier } from "#test/fixtures/statistics/invented-soldier.ts";
import { createBf4Reader } from "./parsing/bf4-answer.ts";
import { createBf2042Reader } from "./parsing/bf2042-answer.ts";

const HOUR_MS = 60 * 60_000;
const START_MS = Date.parse("2026-11-01T18:00:00.000Z");
const NAMES = ["Robin", "Alex", "Sam", "Kim"];
const readBf2042 = createBf2042Reader(ARSENALS.bf2042);
const readBf4 = createBf4Reader(ARSENALS.bf4);

type Game = "bf2042" | "bf4";

function getTruth(game: Game, name: string, evening: number, formatted = false): Statistics {
  const soldier = inventSoldier(game, "pc", name);
  if (game === "bf2042") return readBf2042(bf2042Stats(soldier, evening, { formatted }));
  const [all, stats, weapons] = [bf4All, bf4Stats, bf4Weapons].map((page) => page(soldier, evening, { formatted }));
  return readBf4({ all: { ...all }, stats: { ...stats }, weapons: { ...weapons } });
}

const at = (hours: number, statistics: StoredStatistics) => ({
  statistics,
  takenAt: new Date(START_MS + hours * HOUR_MS).toISOString(),
});

function accept(before: ReturnType<typeof at> | null, hours: number, reported: Statistics): ReturnType<typeof at> {
  const judgement = judgeReading(before, at(hours, reported));
  if (judgement.kind !== "accepted") throw new Error(judgement.kind);
  return at(hours, judgement.statistics);
}

describe.for(["bf2042", "bf4"] as const)("true answers about soldiers of %s", (game) => {
  test.for(NAMES)("such as %s are stored as they are, evening by evening", (name) => {
    for (const everyHours of [1, 24]) {
      let stored: ReturnType<typeof at> | null = null;
      for (let evening = 0; evening < 12; evening += 1) {
        const truth = getTruth(game, name, evening, evening % 2 === 1);
        expect(toPlausible(truth)).toEqual(truth);
        stored = accept(stored, evening * everyHours, truth);
        expect(stored.statistics).toEqual(truth);
      }
    }
  });

  test("are stored whole after answers in which anything was dropped, zero, too high, or another's", () => {
    const random = createRandom(35);
    const stranger = getTruth(game, "A-Stranger", 40);
    const outcomes = new Set<string>();
    for (let run = 0; run < 16; run += 1) {
      const name = NAMES[run % NAMES.length] ?? "Robin";
      let stored = accept(null, 0, getTruth(game, name, 0));
      for (let reading = 1; reading <= 4; reading += 1) {
        const broken = breakSome(getTruth(game, name, reading), stranger, random() ** 2, random);
        const judgement = judgeReading(stored, at(reading, broken));
        outcomes.add(judgement.kind);
        if (judgement.kind !== "accepted") continue;
        expect(listLower(stored.statistics, judgement.statistics)).toEqual([]);
        stored = at(reading, judgement.statistics);
      }
      // A lifetime count that was too high by what can be played is left to the person; nothing else is below the truth.
      for (let reading = 5; reading <= 7; reading += 1) {
        const judgement = judgeReading(stored, at((reading - 4) * 24, getTruth(game, name, reading)));
        outcomes.add(judgement.kind);
        if (judgement.kind === "accepted") stored = at((reading - 4) * 24, judgement.statistics);
      }
      const truth = getTruth(game, name, 7);
      if (stored.takenAt === at(72, truth).takenAt) expect(listLower(truth, stored.statistics)).toEqual([]);
    }
    expect(outcomes).toContain("accepted");
    expect(outcomes).toContain("fallen");
  });
});

type Random = () => number;

/** The truth with some of its values dropped, zero, far too high, or another soldier's: figures, counters and single rows. */
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

/** Every count by its place. */
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

describe("true files of Battlelog", () => {
  const book = getBattlelogBook(ARSENALS.bf4);
  const read = (json: unknown): Statistics => {
    const file = readBattlelog(json, book, { name: "Robin", platform: "pc", playerId: null });
    if ("problem" in file) throw new Error(file.problem.kind);
    return file.statistics;
  };

  // The invented files do not agree on the score of a kit.
  const withoutScores = (counts: Record<string, number>) =>
    Object.fromEntries(Object.entries(counts).filter(([place]) => !place.startsWith("score:")));

  test("are accepted in any order, and together", () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const files = [
        answers.detailsAnswer(seed),
        answers.weaponsAnswer(seed),
        answers.vehiclesAnswer(seed),
        answers.kitsAnswer(seed),
        answers.awardsAnswer(seed),
        answers.assignmentsAnswer(seed),
      ];
      for (const order of [files, files.toReversed()]) {
        let stored: (ReturnType<typeof at> & { isTimeClaimed: true }) | null = null;
        for (const [day, file] of order.entries()) {
          const reading = { ...at(day * 24, read(file)), isTimeClaimed: true as const };
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
