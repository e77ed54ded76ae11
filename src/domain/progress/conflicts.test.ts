import { describe, expect, test } from "vitest";
import { createProgress } from "#messages/progress/targets.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { createKnownProgress, type Report, type Tick } from "./known-progress.ts";
import { getConflicts } from "./remaining.ts";

const { byId } = createProgress(ARSENALS.bf4);
const DAYS = ["2026-11-17T20:00:00.000Z", "2026-11-18T20:00:00.000Z", "2026-11-19T20:00:00.000Z"] as const;
const BARREL = "part:ace-23/ace-23-hd-33-1x";
const PACKED = "part:ace-23/ace-23-reflex-rds";
const STAR = "award:sshaaek971";

const createTick = (targetId: string, count: number, more: Partial<Tick> = {}): Tick => ({
  targetId,
  count,
  at: DAYS[1],
  confirmedAt: null,
  ...more,
});
const createReport = (counters: Report["counters"], at: string = DAYS[2]): Report => ({
  source: "service",
  at,
  counters,
  targets: {},
});
const getReportConflicts = (reports: readonly Report[], ...ticks: Tick[]) =>
  getConflicts(byId, createKnownProgress(reports, ticks));

describe("a tick", () => {
  test("that a later report contradicts is a conflict", () => {
    expect(getReportConflicts([createReport({ "kills:ace-23": 120 })], createTick(BARREL, 130))).toEqual([
      { targetId: BARREL, ticked: 130, tickedAt: DAYS[1], reported: 120, reportedBy: "service", reportedAt: DAYS[2] },
    ]);
  });

  test.for([
    ["the report is older than the tick", [createReport({ "kills:ace-23": 120 }, DAYS[0])], createTick(BARREL, 130)],
    ["the source agrees", [createReport({ "kills:ace-23": 130 })], createTick(BARREL, 130)],
    ["the source reports more", [createReport({ "kills:ace-23": 60 })], createTick(BARREL, 30)],
    ["no source has the counter", [createReport({})], createTick(BARREL, 130)],
    [
      "the player confirmed it before",
      [createReport({ "kills:ace-23": 120 })],
      createTick(BARREL, 130, { confirmedAt: DAYS[1] }),
    ],
    ["the target is unknown", [createReport({})], createTick("item:gone", 1)],
  ] as const)("is no conflict if %s", ([, reports, own]) => {
    expect(getReportConflicts(reports, own)).toEqual([]);
  });

  test("of a battlepack's item is a conflict if an import reports it as locked", () => {
    const reported: Report = { source: "battlelog", at: DAYS[2], counters: {}, targets: { [PACKED]: [0, 1] } };
    expect(getReportConflicts([reported], createTick(PACKED, 1))).toMatchObject([
      { ticked: 1, reported: 0, reportedBy: "battlelog" },
    ]);
  });

  test("of more stars than the reported kills give is a conflict", () => {
    expect(getReportConflicts([createReport({ "kills:aek-971": 237 })], createTick(STAR, 3))).toMatchObject([
      { ticked: 3, reported: 2 },
    ]);
    expect(getReportConflicts([createReport({ "kills:aek-971": 237 })], createTick(STAR, 2))).toEqual([]);
  });
});
