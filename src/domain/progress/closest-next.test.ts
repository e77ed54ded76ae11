import { describe, expect, test } from "vitest";
import { createPaces } from "#domain/progress/pace/pace.ts";
import type { Target } from "#domain/progress/target.ts";
import { createEmptyStatistics } from "#domain/soldier/statistics.ts";
import { createProgress } from "#messages/progress/targets.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { isStarted, listClosest } from "./closest-next.ts";
import { createKnownProgress } from "./known-progress.ts";
import { listTargetProgress } from "./remaining.ts";

const { targets, steps } = createProgress(ARSENALS.bf4);
const at = "2026-11-20T20:00:00.000Z";
const getProgressWith = (counters: Record<string, number>) =>
  listTargetProgress(targets, createKnownProgress([{ source: "service", at, counters, targets: {} }]));
const getAmounts = (list: ReturnType<typeof listClosest>) => list.map(({ remainder }) => remainder.left);

const TWO_RIFLES = { "kills:ace-23": 129, "kills:ak-12": 30 };

describe("closest next", () => {
  test("lists a target with 1 kill left before one with 50 left, whatever the done share is", () => {
    const [first, ...others] = listClosest(getProgressWith({ "kills:ace-23": 129, "kills:aek-971": 50 }));
    expect(first).toMatchObject({ target: { id: "part:ace-23/ace-23-hd-33-1x" }, remainder: { left: 1 } });
    expect(getAmounts(others)).toEqual(getAmounts(others).toSorted((a, b) => a - b));
  });

  test("omits targets that are reached, unknown or not counted", () => {
    const list = listClosest(getProgressWith({ "kills:ace-23": 160 }));
    expect(new Set(list.map(({ remainder }) => remainder.counter))).toEqual(new Set(["kills:ace-23"]));
    expect(list.map(({ target }) => target.kind)).not.toContain("part");
  });

  test("is grouped by unit, because kills and points cannot be compared", () => {
    const list = listClosest(getProgressWith({ "kills:ace-23": 129, rankPoints: 10_999, "score:assault": 7999 }));
    const units = list.map(({ remainder }) => remainder.unit);
    expect([...new Set(units)]).toEqual(["kills", "score", "points"]);
    expect(units).toEqual(units.toSorted((a, b) => "kills score points".indexOf(a) - "kills score points".indexOf(b)));
  });

  test("lists an assignment's reward only at the assignment", () => {
    const counters = { "stat:c_xp2as06_rgog__kw_g": 7 };
    const list = listClosest(getProgressWith(counters));
    expect(list).toMatchObject([{ target: { id: "award:xp2as06", gives: ["SW40"] }, remainder: { left: 3 } }]);
  });

  test.for([
    ["class", ({ group }: Target) => group],
    ["weapon", ({ weapon }: Target) => weapon?.name ?? "of no weapon"],
  ] as const)(
    "by %s has the arsenal's order, and within a group the smallest remainder first",
    ([order, getGroupName]) => {
      const all = getProgressWith({ ...TWO_RIFLES, "score:assault": 0 });
      const list = listClosest(all, { order });
      const words = [...new Set(list.map(({ target }) => getGroupName(target)))];
      const inOrder = new Set(all.map(({ target }) => getGroupName(target)).filter((word) => word !== "of no weapon"));
      expect(words).toEqual([...inOrder, "of no weapon"].filter((word) => words.includes(word)));
      for (const word of words) {
        const own = list.filter(({ target }) => getGroupName(target) === word && target.kind !== "gadget");
        const kills = own.filter(({ remainder }) => remainder.unit === "kills");
        expect(getAmounts(kills)).toEqual(getAmounts(kills).toSorted((a, b) => a - b));
      }
    },
  );

  test("by time is sorted by estimate, with targets without an estimate last", () => {
    const counters = { ...TWO_RIFLES, "kills:g36c": 10 };
    const getRow = (id: string, kills: number) => ({
      id,
      name: id,
      isKnown: true,
      values: { kills, secondsPlayed: 3600 },
    });
    const weapons = [getRow("ace-23", 10), getRow("ak-12", 30)];
    const pace = createPaces({ ...createEmptyStatistics("bf4"), tables: { weapons } }, []);
    const list = listClosest(getProgressWith(counters), { order: "time", pace });
    const hours = list.map(({ estimate }) => estimate?.hours ?? Number.POSITIVE_INFINITY);
    expect(hours).toEqual(hours.toSorted((a, b) => a - b));
    expect(list[0]).toMatchObject({ remainder: { left: 1 }, estimate: { hours: 0.1, basis: "item" } });
    expect(list.at(-1)?.target.weapon?.name).toBe("G36C");
  });
});

test("a target is started if it is the current step of its counter, not by any kill with the weapon", () => {
  const started = listClosest(getProgressWith({ "kills:ace-23": 129 })).filter((next) => isStarted(next, steps));
  expect(started.map(({ target }) => target.id)).toContain("part:ace-23/ace-23-hd-33-1x");
  const battlepack = started.find(({ target }) => target.id === "battlepack:ace-23/210");
  expect(battlepack).toBeUndefined();
  for (const { remainder } of started) expect(remainder.done).toBeGreaterThan(0);
});
