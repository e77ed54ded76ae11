// The three soldiers of docs/progress.md, worked out there apart from the engine.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { getPace } from "#domain/progress/pace/pace.ts";
import { TARGET_KINDS } from "#domain/progress/target.ts";
import type { SnapshotSource } from "#domain/soldier/statistics.ts";
import { createProgress } from "#messages/progress/targets.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { closestNext } from "./closest-next.ts";
import { createKnownProgress, type Report, type Tick } from "./known-progress.ts";
import { getStandings, remaining } from "./remaining.ts";

const progress = createProgress(ARSENALS.bf4);
const page = readFileSync("docs/progress.md", "utf8");

const getCells = (line: string) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll("`", ""));

/** The rows of the table with this head. */
function table(...head: readonly string[]): string[][] {
  const lines = page.split("\n");
  const start = lines.findIndex((line) => line.startsWith("|") && getCells(line).join() === head.join());
  if (start < 0) throw new Error(`No table of ${head.join()}.`);
  const end = lines.findIndex((line, at) => at > start && !line.startsWith("|"));
  return lines.slice(start + 2, end).map(getCells);
}

const number = (text = "") => Number(text.replaceAll(",", ""));

const SAID = table("soldier", "source", "on", "what", "count");
const CLOSEST = table("soldier", "target", "name", "needed − done", "left");

function getKnown(soldier: string) {
  const own = SAID.filter(([name]) => name === soldier);
  const ticks = own.flatMap(([, by, at = "", targetId = "", count]): Tick[] =>
    by === "tick" ? [{ targetId, count: number(count), at, confirmedAt: null }] : [],
  );
  const sources = [...new Set(own.map(([, by]) => by))].filter((by): by is SnapshotSource => by !== "tick");
  const reports = sources.map((source): Report => {
    const reported = own.filter(([, by]) => by === source);
    const pairs = reported.filter(([, , , , count]) => count?.includes(" of "));
    const counts = reported.filter((row) => !pairs.includes(row));
    return {
      source,
      at: reported[0]?.[2] ?? "",
      counters: Object.fromEntries(counts.map(([, , , key, count]) => [key, number(count)])),
      targets: Object.fromEntries(
        pairs.map(([, , , id, count]) => {
          const [done, needed] = (count ?? "").split(" of ").map(number);
          return [id, [done ?? Number.NaN, needed ?? Number.NaN]];
        }),
      ),
    };
  });
  return createKnownProgress(reports, ticks);
}

describe("the page", () => {
  test("counts the targets of each kind as there are", () => {
    const counts = table("kind", "targets", "counted in", "rule", "source, grade").map(([, count]) => number(count));
    const kinds = TARGET_KINDS.map((kind) => progress.targets.filter((target) => target.kind === kind));
    expect(counts).toEqual(kinds.map(({ length }) => length));
    expect(page).toContain(`${progress.targets.length.toLocaleString("en")} targets`);
  });

  test("names sources and grades as the data does", () => {
    for (const [, , , , cell = ""] of table("kind", "targets", "counted in", "rule", "source, grade")) {
      const [id = "", grade] = cell.split(", ");
      expect(ARSENALS.bf4.sources.get(id)?.grade).toBe(grade);
    }
  });

  test("does not compare a target twice", () => {
    const reported = CLOSEST.map(([soldier, id]) => `${soldier} ${id}`);
    expect(new Set(reported).size).toBe(reported.length);
  });
});

describe.for(["Ada", "Ben", "Cleo"])("%s", (soldier) => {
  test("lists the closest targets of the page, complete and in order", () => {
    const list = closestNext(getStandings(progress.targets, getKnown(soldier)));
    const engine = list.map(({ target, remainder: { needed, done, left, unit } }) => ({
      id: target.id,
      name: target.name,
      needed,
      done,
      left: `${left.toLocaleString("en")} ${unit}`,
    }));
    const byHand = CLOSEST.filter(([name]) => name === soldier).map(([, id, name, sum = "", left]) => {
      const [needed, done] = sum.split(" − ").map(number);
      return { id, name, needed, done, left };
    });
    expect(byHand.length).toBeGreaterThan(0);
    expect(engine).toEqual(byHand);
  });

  test("has remainders that are the sums beside them", () => {
    for (const [, , , sum = "", left] of CLOSEST.filter(([name]) => name === soldier)) {
      const [needed = Number.NaN, done = Number.NaN] = sum.split(" − ").map(number);
      expect(number(left?.split(" ")[0])).toBe(needed - done);
    }
  });
});

test("Ben's ticks and his file agree about a battlepack's item", () => {
  const knownProgress = getKnown("Ben");
  for (const id of ["part:g36c/g36c-kobra-rds", "part:g36c/g36c-bipod"]) {
    const target = progress.byId.get(id);
    expect(target && remaining(target, knownProgress)).toMatchObject({ state: "reached" });
  }
});

test("Ben's Engineer Expert is unknown because his file lacks its goal; Cleo's is reached", () => {
  const assignment = progress.byId.get("award:as32");
  if (!assignment) throw new Error("No Engineer Expert.");
  expect(remaining(assignment, getKnown("Ben"))).toMatchObject({
    state: "unknown",
    missing: ["stat:c_as32_r38r__ga_g"],
  });
  expect(remaining(assignment, getKnown("Cleo"))).toMatchObject({ state: "reached" });
});

describe("Ada's pace", () => {
  const KEYS = ["kills:ak-12", "kills:p226", "score:assault"];
  const moments = table("on", "seconds played", ...KEYS).map(([at = "", seconds, ...counts]) => ({
    at,
    secondsPlayed: number(seconds),
    counters: Object.fromEntries(KEYS.map((key, index) => [key, number(counts[index])])),
  }));
  const list = closestNext(getStandings(progress.targets, getKnown("Ada")), { pace: getPace(moments) });

  test.for(table("target", "worked", "hours at best", "hours at worst"))("makes hours of %s", ([id, , best, worst]) => {
    const hours = list.find(({ target }) => target.id === id)?.hours;
    expect(hours?.least).toBeCloseTo(number(best), 3);
    if (worst === "—") expect(hours?.most).toBeNull();
    else expect(hours?.most).toBeCloseTo(number(worst), 3);
  });
});

test("The last battlepack falls on the kills a player's own table gives, for every weapon that has packs", () => {
  const packed = [...ARSENALS.bf4.weapons.values()].filter(({ battlepackKills }) => battlepackKills.length > 0);
  expect(packed).toHaveLength(99);
  for (const { lastAttachmentKills, battlepackKills, lastMilestoneKills } of packed) {
    const [packs = []] = battlepackKills.map(({ value }) => value);
    expect(packs.at(-1)).toBe(lastMilestoneKills[0]?.value);
    expect(packs.map((kills, index) => kills - 50 * (index + 1))).toEqual(
      packs.map(() => lastAttachmentKills[0]?.value),
    );
  }
});
