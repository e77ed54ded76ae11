import { describe, expect, test } from "vitest";
import { createProgress } from "#messages/progress/targets.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { createKnownProgress, type Report, type Tick } from "./known-progress.ts";
import { getRemainder } from "./remaining.ts";

const { byId } = createProgress(ARSENALS.bf4);
const TUESDAY = "2026-11-17T20:00:00.000Z";
const FRIDAY = "2026-11-20T20:00:00.000Z";

const createServiceReport = (counters: Report["counters"], at = TUESDAY): Report => ({
  source: "service",
  at,
  counters,
  targets: {},
});
const createFileReport = (reported: Partial<Report>, at = TUESDAY): Report => ({
  source: "battlelog",
  at,
  counters: {},
  targets: {},
  ...reported,
});
const createTick = (targetId: string, count: number): Tick => ({ targetId, count, at: FRIDAY, confirmedAt: null });

function getRemainderOf(id: string, reports: readonly Report[], ticks: readonly Tick[] = []) {
  const target = byId.get(id);
  if (!target) throw new Error(`No target "${id}".`);
  return getRemainder(target, createKnownProgress(reports, ticks));
}

const BARREL = "part:ace-23/ace-23-hd-33-1x";
const STAR = "award:sshaaek971";

describe("the remainder of a target", () => {
  test("is the needed amount less its counter", () => {
    const state = getRemainderOf(BARREL, [createServiceReport({ "kills:ace-23": 129 })]);
    expect(state).toMatchObject({ state: "left", left: 1, done: 129, needed: 130, unit: "kills" });
    expect(state).toMatchObject({ source: { by: "service", at: TUESDAY } });
  });

  test.for([130, 131])("is reached at %i of 130", (kills) => {
    expect(getRemainderOf(BARREL, [createServiceReport({ "kills:ace-23": kills })])).toMatchObject({
      state: "reached",
    });
  });

  test("is unknown, not the whole amount, if no source reports the counter", () => {
    expect(getRemainderOf(BARREL, [createServiceReport({ "kills:ak-12": 7 })])).toMatchObject({
      state: "unknown",
      missing: ["kills:ace-23"],
    });
    expect(getRemainderOf(BARREL, [createServiceReport({ "kills:ace-23": 0 })])).toMatchObject({
      state: "left",
      left: 130,
    });
  });

  test("uses the larger count of two sources, because counts never decrease", () => {
    const reported = createFileReport({ counters: { "kills:ace-23": 100 } }, FRIDAY);
    expect(getRemainderOf(BARREL, [createServiceReport({ "kills:ace-23": 120 }), reported])).toMatchObject({
      left: 10,
      source: { by: "service" },
    });
  });

  test("uses the newest report of each source", () => {
    const older = createServiceReport({ "kills:ace-23": 125 }, TUESDAY);
    expect(getRemainderOf(BARREL, [older, createServiceReport({ "kills:ace-23": 120 }, FRIDAY)])).toMatchObject({
      left: 10,
    });
  });

  test("uses an earlier import for pages that the newest import lacks", () => {
    const pages = [
      createFileReport({ counters: { "kills:ace-23": 125 } }),
      createFileReport({ counters: { "award:r01": 3 } }, FRIDAY),
    ];
    expect(getRemainderOf(BARREL, pages)).toMatchObject({ left: 5, source: { by: "battlelog", at: TUESDAY } });
    expect(getRemainderOf("award:r01", pages)).toMatchObject({ state: "reached", source: { at: FRIDAY } });
  });

  test("uses the source's own needed amount", () => {
    const reported = createFileReport({ targets: { [BARREL]: [100, 125] }, counters: { "kills:ace-23": 90 } });
    expect(getRemainderOf(BARREL, [reported])).toMatchObject({ left: 25, done: 100, needed: 125 });
    expect(getRemainderOf(BARREL, [reported, createServiceReport({ "kills:ace-23": 125 })])).toMatchObject({
      state: "reached",
    });
  });

  test("of an item from a battlepack is uncounted until a source reports it or the player ticks it", () => {
    const id = "part:ace-23/ace-23-reflex-rds";
    expect(getRemainderOf(id, [createServiceReport({ "kills:ace-23": 9000 })])).toMatchObject({ state: "uncounted" });
    expect(getRemainderOf(id, [createFileReport({ targets: { [id]: [1, 1] } })])).toMatchObject({
      state: "reached",
      source: { by: "battlelog" },
    });
    expect(getRemainderOf(id, [], [createTick(id, 1)])).toMatchObject({
      state: "reached",
      source: { by: "tick", at: FRIDAY },
    });
  });

  test("of an item with a score or a licence is the remaining score", () => {
    expect(getRemainderOf("item:ak-5c", [createServiceReport({ "score:engineer": 14_000 })])).toMatchObject({
      left: 1000,
      unit: "score",
    });
  });

  test("of a rank is the rank's points less the soldier's points", () => {
    expect(getRemainderOf("rank:2", [createServiceReport({ rankPoints: 10_500 })])).toMatchObject({
      left: 500,
      unit: "points",
    });
  });

  test("of an earned award is reached, whatever the other counters are", () => {
    const earned = createFileReport({ counters: { "award:as31": 1 } });
    expect(getRemainderOf("award:as31", [earned])).toMatchObject({ state: "reached" });
    expect(getRemainderOf("item:ace-23", [earned])).toMatchObject({ state: "reached" });
    expect(getRemainderOf("award:r01", [createFileReport({ counters: { "award:r01": 12 } })])).toMatchObject({
      state: "reached",
      times: 12,
    });
  });

  test("of a medal comes from a source, because the data has no goal for most of them", () => {
    expect(getRemainderOf("award:m01", [])).toMatchObject({ state: "uncounted" });
    const reported = { targets: { "award:m01": [37, 50] } } satisfies Partial<Report>;
    expect(getRemainderOf("award:m01", [createFileReport(reported)])).toMatchObject({
      state: "left",
      left: 13,
      needed: 50,
      unit: "times",
    });
    const again = createFileReport({ ...reported, counters: { "award:m01": 2 } });
    expect(getRemainderOf("award:m01", [again])).toMatchObject({ state: "reached", times: 2 });
  });

  test("uses the source that reports more progress on the target", () => {
    const typed: Report = { ...createFileReport({ targets: { [BARREL]: [1, 1] } }), source: "typed" };
    expect(getRemainderOf(BARREL, [createFileReport({ targets: { [BARREL]: [100, 130] } }), typed])).toMatchObject({
      state: "reached",
    });
  });

  test("of an item from the campaign is reached once its award is earned", () => {
    expect(getRemainderOf("item:p90", [])).toMatchObject({ state: "uncounted" });
    expect(getRemainderOf("item:p90", [createFileReport({ counters: { "award:sp_as05": 1 } })])).toMatchObject({
      state: "reached",
    });
  });
});

describe("the remainder of several needs", () => {
  const counters = (medkits: number, kills: number, rifles: number) =>
    createFileReport({
      counters: { "stat:c_as31_r36r__ga_g": medkits, "stat:c_as31_wA__kwa_g": kills, "stat:c_as31_r11r__ga_g": rifles },
    });

  test("lists every need", () => {
    const state = getRemainderOf("award:as31", [counters(20, 150, 10)]);
    expect(state).toMatchObject({ needs: [{ left: 30 }, { left: 50 }, { left: 0 }] });
  });

  test("of two units has the later unit, so that it never looks closer than it is", () => {
    expect(getRemainderOf("award:as31", [counters(49, 0, 10)])).toMatchObject({ unit: "times", left: 1 });
    expect(getRemainderOf("award:as31", [counters(50, 0, 10)])).toMatchObject({ unit: "kills", left: 200 });
  });

  test("of one unit is the largest, not the sum, because one action may count for both", () => {
    expect(getRemainderOf("award:as31", [counters(47, 200, 5)])).toMatchObject({
      unit: "times",
      left: 5,
      needed: 10,
      done: 5,
    });
  });

  test("is reached if all needs are met, and unknown if one is unknown", () => {
    expect(getRemainderOf("award:as31", [counters(50, 200, 10)])).toMatchObject({ state: "reached" });
    const partly = createFileReport({ counters: { "stat:c_as31_wA__kwa_g": 200 } });
    expect(getRemainderOf("award:as31", [partly])).toMatchObject({
      state: "unknown",
      missing: ["stat:c_as31_r36r__ga_g", "stat:c_as31_r11r__ga_g"],
    });
  });

  test("is uncounted if one open need is a feat", () => {
    const reported = createFileReport({ counters: { "stat:c_xp1as09_xp1cat9__ga_g": 3 } });
    expect(getRemainderOf("award:xp0as02", [reported])).toMatchObject({ state: "uncounted" });
  });

  test("uses a source's report of the whole target only if it is done", () => {
    expect(getRemainderOf("award:as31", [createFileReport({ targets: { "award:as31": [3, 3] } })])).toMatchObject({
      state: "reached",
    });
    expect(getRemainderOf("award:as31", [createFileReport({ targets: { "award:as31": [2, 3] } })])).toMatchObject({
      state: "unknown",
    });
  });
});

describe("a service star", () => {
  test.for([
    [0, 100, 0],
    [37, 63, 37],
    [100, 100, 0],
    [1299, 1, 99],
  ])("at %i kills has %i left, with %i of its 100 done", ([kills = 0, left, done]) => {
    const state = { state: "left", left, done, needed: 100 };
    expect(getRemainderOf(STAR, [createServiceReport({ "kills:aek-971": kills })])).toMatchObject(state);
  });

  test("uses the reported stars if they exceed the reported kills", () => {
    const stars = createFileReport({ counters: { "award:sshaaek971": 3 } });
    expect(getRemainderOf(STAR, [createServiceReport({ "kills:aek-971": 237 }), stars])).toMatchObject({
      left: 100,
      done: 0,
      needed: 100,
    });
  });

  test("ticked three times counts as earned three times", () => {
    expect(getRemainderOf(STAR, [createServiceReport({ "kills:aek-971": 237 })], [createTick(STAR, 3)])).toMatchObject({
      left: 100,
      needed: 100,
    });
  });
});

describe("a tick by hand", () => {
  test("of the needed amount reaches the target", () => {
    expect(getRemainderOf(BARREL, [], [createTick(BARREL, 130)])).toMatchObject({
      state: "reached",
      source: { by: "tick" },
    });
  });

  test("of a smaller amount counts as progress, unless a source reports more", () => {
    expect(getRemainderOf(BARREL, [], [createTick(BARREL, 30)])).toMatchObject({ left: 100, source: { by: "tick" } });
    expect(
      getRemainderOf(BARREL, [createServiceReport({ "kills:ace-23": 60 })], [createTick(BARREL, 30)]),
    ).toMatchObject({ left: 70 });
  });
});
