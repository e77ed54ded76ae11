import { describe, expect, test } from "vitest";
import { createProgress } from "#messages/progress/targets.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { createKnownProgress, type Report, type Tick } from "./known-progress.ts";
import { remaining } from "./remaining.ts";

const { byId } = createProgress(ARSENALS.bf4);
const TUESDAY = "2026-11-17T20:00:00.000Z";
const FRIDAY = "2026-11-20T20:00:00.000Z";

const service = (counters: Report["counters"], at = TUESDAY): Report => ({
  source: "service",
  at,
  counters,
  targets: {},
});
const file = (reported: Partial<Report>, at = TUESDAY): Report => ({
  source: "battlelog",
  at,
  counters: {},
  targets: {},
  ...reported,
});
const tick = (targetId: string, count: number): Tick => ({ targetId, count, at: FRIDAY, confirmedAt: null });

function getState(id: string, reports: readonly Report[], ticks: readonly Tick[] = []) {
  const target = byId.get(id);
  if (!target) throw new Error(`No target "${id}".`);
  return remaining(target, createKnownProgress(reports, ticks));
}

const BARREL = "part:ace-23/ace-23-hd-33-1x";
const STAR = "award:sshaaek971";

describe("what is left of a target", () => {
  test("is what its counter lacks", () => {
    const state = getState(BARREL, [service({ "kills:ace-23": 129 })]);
    expect(state).toMatchObject({ state: "left", left: 1, done: 129, needed: 130, unit: "kills" });
    expect(state).toMatchObject({ source: { by: "service", at: TUESDAY } });
  });

  test.for([130, 131])("is nothing at %i of 130", (kills) => {
    expect(getState(BARREL, [service({ "kills:ace-23": kills })])).toMatchObject({ state: "reached" });
  });

  test("is unknown, never the whole amount, without a source of the counter", () => {
    expect(getState(BARREL, [service({ "kills:ak-12": 7 })])).toMatchObject({
      state: "unknown",
      missing: ["kills:ace-23"],
    });
    expect(getState(BARREL, [service({ "kills:ace-23": 0 })])).toMatchObject({ state: "left", left: 130 });
  });

  test("goes by the larger count, because counts never fall", () => {
    const reported = file({ counters: { "kills:ace-23": 100 } }, FRIDAY);
    expect(getState(BARREL, [service({ "kills:ace-23": 120 }), reported])).toMatchObject({
      left: 10,
      source: { by: "service" },
    });
  });

  test("goes by the newest word of each source", () => {
    const older = service({ "kills:ace-23": 125 }, TUESDAY);
    expect(getState(BARREL, [older, service({ "kills:ace-23": 120 }, FRIDAY)])).toMatchObject({ left: 10 });
  });

  test("keeps what an earlier import reported of other pages", () => {
    const pages = [file({ counters: { "kills:ace-23": 125 } }), file({ counters: { "award:r01": 3 } }, FRIDAY)];
    expect(getState(BARREL, pages)).toMatchObject({ left: 5, source: { by: "battlelog", at: TUESDAY } });
    expect(getState("award:r01", pages)).toMatchObject({ state: "reached", source: { at: FRIDAY } });
  });

  test("follows the source's own figure of what is needed", () => {
    const reported = file({ targets: { [BARREL]: [100, 125] }, counters: { "kills:ace-23": 90 } });
    expect(getState(BARREL, [reported])).toMatchObject({ left: 25, done: 100, needed: 125 });
    expect(getState(BARREL, [reported, service({ "kills:ace-23": 125 })])).toMatchObject({ state: "reached" });
  });

  test("of an item from a battlepack is not counted until a source or the player has it", () => {
    const id = "part:ace-23/ace-23-reflex-rds";
    expect(getState(id, [service({ "kills:ace-23": 9000 })])).toMatchObject({ state: "uncounted" });
    expect(getState(id, [file({ targets: { [id]: [1, 1] } })])).toMatchObject({
      state: "reached",
      source: { by: "battlelog" },
    });
    expect(getState(id, [], [tick(id, 1)])).toMatchObject({ state: "reached", source: { by: "tick", at: FRIDAY } });
  });

  test("of a score that a licence gives, too, is the score", () => {
    expect(getState("item:ak-5c", [service({ "score:engineer": 14_000 })])).toMatchObject({
      left: 1000,
      unit: "score",
    });
  });

  test("of a rank is the points of the rank less those of the soldier", () => {
    expect(getState("rank:2", [service({ rankPoints: 10_500 })])).toMatchObject({ left: 500, unit: "points" });
  });

  test("of an award that was earned is nothing, however it was", () => {
    const earned = file({ counters: { "award:as31": 1 } });
    expect(getState("award:as31", [earned])).toMatchObject({ state: "reached" });
    expect(getState("item:ace-23", [earned])).toMatchObject({ state: "reached" });
    expect(getState("award:r01", [file({ counters: { "award:r01": 12 } })])).toMatchObject({
      state: "reached",
      times: 12,
    });
  });

  test("of a medal comes from a source, as most have no goal in the data", () => {
    expect(getState("award:m01", [])).toMatchObject({ state: "uncounted" });
    const reported = { targets: { "award:m01": [37, 50] } } satisfies Partial<Report>;
    expect(getState("award:m01", [file(reported)])).toMatchObject({
      state: "left",
      left: 13,
      needed: 50,
      unit: "times",
    });
    const again = file({ ...reported, counters: { "award:m01": 2 } });
    expect(getState("award:m01", [again])).toMatchObject({ state: "reached", times: 2 });
  });

  test("of two sources goes by the one that is further on with the target", () => {
    const typed: Report = { ...file({ targets: { [BARREL]: [1, 1] } }), source: "typed" };
    expect(getState(BARREL, [file({ targets: { [BARREL]: [100, 130] } }), typed])).toMatchObject({ state: "reached" });
  });

  test("of an item from the campaign is nothing once its award is known", () => {
    expect(getState("item:p90", [])).toMatchObject({ state: "uncounted" });
    expect(getState("item:p90", [file({ counters: { "award:sp_as05": 1 } })])).toMatchObject({ state: "reached" });
  });
});

describe("what is left of several needs", () => {
  const counters = (medkits: number, kills: number, rifles: number) =>
    file({
      counters: { "stat:c_as31_r36r__ga_g": medkits, "stat:c_as31_wA__kwa_g": kills, "stat:c_as31_r11r__ga_g": rifles },
    });

  test("lists every need", () => {
    const state = getState("award:as31", [counters(20, 150, 10)]);
    expect(state).toMatchObject({ needs: [{ left: 30 }, { left: 50 }, { left: 0 }] });
  });

  test("of two units stands under the later one, so that it is never said to be nearer than it is", () => {
    expect(getState("award:as31", [counters(49, 0, 10)])).toMatchObject({ unit: "times", left: 1 });
    expect(getState("award:as31", [counters(50, 0, 10)])).toMatchObject({ unit: "kills", left: 200 });
  });

  test("of one unit is that of the hardest, and no sum: one deed may count for both", () => {
    expect(getState("award:as31", [counters(47, 200, 5)])).toMatchObject({
      unit: "times",
      left: 5,
      needed: 10,
      done: 5,
    });
  });

  test("is nothing when all are met, and unknown while one is unknown", () => {
    expect(getState("award:as31", [counters(50, 200, 10)])).toMatchObject({ state: "reached" });
    const partly = file({ counters: { "stat:c_as31_wA__kwa_g": 200 } });
    expect(getState("award:as31", [partly])).toMatchObject({
      state: "unknown",
      missing: ["stat:c_as31_r36r__ga_g", "stat:c_as31_r11r__ga_g"],
    });
  });

  test("is not counted while one of them is a feat", () => {
    const reported = file({ counters: { "stat:c_xp1as09_xp1cat9__ga_g": 3 } });
    expect(getState("award:xp0as02", [reported])).toMatchObject({ state: "uncounted" });
  });

  test("follows a source that reports the whole target as done, and no other report of the target", () => {
    expect(getState("award:as31", [file({ targets: { "award:as31": [3, 3] } })])).toMatchObject({ state: "reached" });
    expect(getState("award:as31", [file({ targets: { "award:as31": [2, 3] } })])).toMatchObject({ state: "unknown" });
  });
});

describe("a service star", () => {
  test.for([
    [0, 100, 0],
    [37, 63, 37],
    [100, 100, 0],
    [1299, 1, 99],
  ])("at %i kills is %i away, with %i of its 100", ([kills = 0, left, done]) => {
    const state = { state: "left", left, done, needed: 100 };
    expect(getState(STAR, [service({ "kills:aek-971": kills })])).toMatchObject(state);
  });

  test("that a source counts further than the kills do goes by the stars", () => {
    const stars = file({ counters: { "award:sshaaek971": 3 } });
    expect(getState(STAR, [service({ "kills:aek-971": 237 }), stars])).toMatchObject({
      left: 100,
      done: 0,
      needed: 100,
    });
  });

  test("ticked three times is three times earned", () => {
    expect(getState(STAR, [service({ "kills:aek-971": 237 })], [tick(STAR, 3)])).toMatchObject({
      left: 100,
      needed: 100,
    });
  });
});

describe("a tick by hand", () => {
  test("of as much as is needed reaches the target", () => {
    expect(getState(BARREL, [], [tick(BARREL, 130)])).toMatchObject({ state: "reached", source: { by: "tick" } });
  });

  test("of less counts as far as it goes, and gives way to a larger count", () => {
    expect(getState(BARREL, [], [tick(BARREL, 30)])).toMatchObject({ left: 100, source: { by: "tick" } });
    expect(getState(BARREL, [service({ "kills:ace-23": 60 })], [tick(BARREL, 30)])).toMatchObject({ left: 70 });
  });
});
