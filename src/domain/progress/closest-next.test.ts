import { describe, expect, test } from "vitest";
import { getPace } from "#domain/progress/pace/pace.ts";
import type { Target } from "#domain/progress/target.ts";
import { createProgress } from "#messages/progress/targets.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { closestNext } from "./closest-next.ts";
import { createKnownProgress } from "./known-progress.ts";
import { getStandings } from "./remaining.ts";

const { targets } = createProgress(ARSENALS.bf4);
const at = "2026-11-20T20:00:00.000Z";
const standings = (counters: Record<string, number>) =>
  getStandings(targets, createKnownProgress([{ source: "service", at, counters, targets: {} }]));
const left = (list: ReturnType<typeof closestNext>) => list.map(({ remainder }) => remainder.left);

const TWO_RIFLES = { "kills:ace-23": 129, "kills:ak-12": 30 };

describe("closest next", () => {
  test("puts one kill away before fifty, whatever share of its whole is done", () => {
    const [first, ...others] = closestNext(standings({ "kills:ace-23": 129, "kills:aek-971": 50 }));
    expect(first).toMatchObject({ target: { id: "part:ace-23/ace-23-hd-33-1x" }, remainder: { left: 1 } });
    expect(left(others)).toEqual(left(others).toSorted((a, b) => a - b));
  });

  test("lists nothing reached, nothing unknown, nothing that is not counted", () => {
    const list = closestNext(standings({ "kills:ace-23": 160 }));
    expect(new Set(list.map(({ remainder }) => remainder.counter))).toEqual(new Set(["kills:ace-23"]));
    expect(list.map(({ target }) => target.kind)).not.toContain("part");
  });

  test("goes unit by unit, because a kill and a point do not compare", () => {
    const list = closestNext(standings({ "kills:ace-23": 129, rankPoints: 10_999, "score:assault": 7999 }));
    const units = list.map(({ remainder }) => remainder.unit);
    expect([...new Set(units)]).toEqual(["kills", "score", "points"]);
    expect(units).toEqual(units.toSorted((a, b) => "kills score points".indexOf(a) - "kills score points".indexOf(b)));
  });

  test("shows what an assignment gives once, at the assignment", () => {
    const counters = { "stat:c_xp2as06_rgog__kw_g": 7 };
    const list = closestNext(standings(counters));
    expect(list).toMatchObject([{ target: { id: "award:xp2as06", gives: ["SW40"] }, remainder: { left: 3 } }]);
  });

  test.for([
    ["class", ({ group }: Target) => group],
    ["weapon", ({ weapon }: Target) => weapon?.name ?? "of no weapon"],
  ] as const)("by %s keeps the arsenal's order, and within it the smallest remainder first", ([order, wordOf]) => {
    const all = standings({ ...TWO_RIFLES, "score:assault": 0 });
    const list = closestNext(all, { order });
    const words = [...new Set(list.map(({ target }) => wordOf(target)))];
    const inOrder = new Set(all.map(({ target }) => wordOf(target)).filter((word) => word !== "of no weapon"));
    expect(words).toEqual([...inOrder, "of no weapon"].filter((word) => words.includes(word)));
    for (const word of words) {
      const own = list.filter(({ target }) => wordOf(target) === word && target.kind !== "gadget");
      const kills = own.filter(({ remainder }) => remainder.unit === "kills");
      expect(left(kills)).toEqual(left(kills).toSorted((a, b) => a - b));
    }
  });

  test("by time sorts by the player's own pace, and puts last what has none", () => {
    const moments = [
      { at: "2026-11-18T20:00:00.000Z", secondsPlayed: 0, counters: { "kills:ace-23": 119, "kills:ak-12": 0 } },
      { at, secondsPlayed: 3600, counters: { ...TWO_RIFLES, "kills:g36c": 10 } },
    ];
    const list = closestNext(standings({ ...TWO_RIFLES, "kills:g36c": 10 }), { order: "time", pace: getPace(moments) });
    const hours = list.map(({ hours }) => hours?.least ?? Number.POSITIVE_INFINITY);
    expect(hours).toEqual(hours.toSorted((a, b) => a - b));
    expect(list[0]).toMatchObject({ remainder: { left: 1 }, hours: { least: 0.1, most: 0.1 } });
    expect(list.at(-1)?.target.weapon?.name).toBe("G36C");
  });
});
