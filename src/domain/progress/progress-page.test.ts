// Compares the code with the three examples of docs/progress.md, which were computed by hand.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createPaces } from "#domain/progress/pace/pace.ts";
import { TARGET_KINDS } from "#domain/progress/target.ts";
import { createEmptyStatistics, type SnapshotSource } from "#domain/soldier/statistics.ts";
import { createProgress } from "#messages/progress/targets.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { listClosest } from "./closest-next.ts";
import { createKnownProgress, type Report, type Tick } from "./known-progress.ts";
import { getRemainder, listTargetProgress } from "./remaining.ts";

const progress = createProgress(ARSENALS.bf4);
const page = readFileSync("docs/progress.md", "utf8");

const getCells = (line: string) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll("`", ""));

/** Returns the rows of the page's table with these column titles. */
function readTable(...head: readonly string[]): string[][] {
  const lines = page.split("\n");
  const start = lines.findIndex((line) => line.startsWith("|") && getCells(line).join() === head.join());
  if (start < 0) throw new Error(`No table of ${head.join()}.`);
  const end = lines.findIndex((line, at) => at > start && !line.startsWith("|"));
  return lines.slice(start + 2, end).map(getCells);
}

const parseNumber = (text = "") => Number(text.replaceAll(",", ""));

const REPORTED_ROWS = readTable("soldier", "source", "on", "what", "count");
const CLOSEST_ROWS = readTable("soldier", "target", "name", "needed − done", "left");

function getKnown(soldier: string) {
  const own = REPORTED_ROWS.filter(([name]) => name === soldier);
  const ticks = own.flatMap(([, by, at = "", targetId = "", count]): Tick[] =>
    by === "tick" ? [{ targetId, count: parseNumber(count), at, confirmedAt: null }] : [],
  );
  const sources = [...new Set(own.map(([, by]) => by))].filter((by): by is SnapshotSource => by !== "tick");
  const reports = sources.map((source): Report => {
    const reported = own.filter(([, by]) => by === source);
    const pairs = reported.filter(([, , , , count]) => count?.includes(" of "));
    const counts = reported.filter((row) => !pairs.includes(row));
    return {
      source,
      at: reported[0]?.[2] ?? "",
      counters: Object.fromEntries(counts.map(([, , , key, count]) => [key, parseNumber(count)])),
      targets: Object.fromEntries(
        pairs.map(([, , , id, count]) => {
          const [done, needed] = (count ?? "").split(" of ").map(parseNumber);
          return [id, [done ?? Number.NaN, needed ?? Number.NaN]];
        }),
      ),
    };
  });
  return createKnownProgress(reports, ticks);
}

describe("the page", () => {
  test("has the number of targets of each kind", () => {
    const counts = readTable("kind", "targets", "counted in", "rule", "source, grade").map(([, count]) =>
      parseNumber(count),
    );
    const kinds = TARGET_KINDS.map((kind) => progress.targets.filter((target) => target.kind === kind));
    expect(counts).toEqual(kinds.map(({ length }) => length));
    expect(page).toContain(`${progress.targets.length.toLocaleString("en")} targets`);
  });

  test("has the grades of the sources", () => {
    for (const [, , , , cell = ""] of readTable("kind", "targets", "counted in", "rule", "source, grade")) {
      const [id = "", grade] = cell.split(", ");
      expect(ARSENALS.bf4.sources.get(id)?.grade).toBe(grade);
    }
  });

  test("lists no target of a soldier twice", () => {
    const reported = CLOSEST_ROWS.map(([soldier, id]) => `${soldier} ${id}`);
    expect(new Set(reported).size).toBe(reported.length);
  });
});

describe.for(["Ada", "Ben", "Cleo"])("%s", (soldier) => {
  test("has the closest targets of the page, complete and in order", () => {
    const list = listClosest(listTargetProgress(progress.targets, getKnown(soldier)));
    const engine = list.map(({ target, remainder: { needed, done, left, unit } }) => ({
      id: target.id,
      name: target.name,
      needed,
      done,
      left: `${left.toLocaleString("en")} ${unit}`,
    }));
    const byHand = CLOSEST_ROWS.filter(([name]) => name === soldier).map(([, id, name, sum = "", left]) => {
      const [needed, done] = sum.split(" − ").map(parseNumber);
      return { id, name, needed, done, left };
    });
    expect(byHand.length).toBeGreaterThan(0);
    expect(engine).toEqual(byHand);
  });

  test("has remainders that equal needed − done", () => {
    for (const [, , , sum = "", left] of CLOSEST_ROWS.filter(([name]) => name === soldier)) {
      const [needed = Number.NaN, done = Number.NaN] = sum.split(" − ").map(parseNumber);
      expect(parseNumber(left?.split(" ")[0])).toBe(needed - done);
    }
  });
});

test("Ben's battlepack items are reached by his ticks or his file", () => {
  const knownProgress = getKnown("Ben");
  for (const id of ["part:g36c/g36c-kobra-rds", "part:g36c/g36c-bipod"]) {
    const target = progress.byId.get(id);
    expect(target && getRemainder(target, knownProgress)).toMatchObject({ state: "reached" });
  }
});

test("Ben's Engineer Expert is unknown because his file lacks its goal; Cleo's is reached", () => {
  const assignment = progress.byId.get("award:as32");
  if (!assignment) throw new Error("No Engineer Expert.");
  expect(getRemainder(assignment, getKnown("Ben"))).toMatchObject({
    state: "unknown",
    missing: ["stat:c_as32_r38r__ga_g"],
  });
  expect(getRemainder(assignment, getKnown("Cleo"))).toMatchObject({ state: "reached" });
});

describe("Ada's estimates", () => {
  const moments = readTable("on", "seconds played", "score:assault").map(([at = "", seconds, score]) => ({
    at,
    secondsPlayed: parseNumber(seconds),
    counters: { "score:assault": parseNumber(score) },
  }));
  const getRow = (id: string, kills: number, secondsPlayed: number) => ({
    id,
    name: id,
    isKnown: true,
    values: { kills, secondsPlayed },
  });
  const weapons = [getRow("ak-12", 9, 5400), getRow("p226", 30, 9000)];
  const pace = createPaces({ ...createEmptyStatistics("bf4"), tables: { weapons } }, moments);
  const list = listClosest(listTargetProgress(progress.targets, getKnown("Ada")), { pace });

  test.for(readTable("target", "worked", "hours", "basis"))("has the hours of %s", ([id, , hours, basis]) => {
    const estimate = list.find(({ target }) => target.id === id)?.estimate;
    expect(estimate?.hours).toBeCloseTo(parseNumber(hours), 3);
    expect(estimate?.basis).toBe(basis);
  });
});

test("the last battlepack of every weapon needs the kills in the player-made table", () => {
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
