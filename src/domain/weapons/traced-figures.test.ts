import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readArsenals } from "#server/arsenals.ts";

const { bf4, bf2042 } = readArsenals("data");
const { sources } = bf4;
const read = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

const rows = readFileSync("docs/data.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| Battlefield "))
  .map((line) => line.split("|").map((cell) => cell.trim().replaceAll("`", "")));

/** Yields every object in a value, outermost first. */
function* recordsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield Object.fromEntries(Object.entries(value));
  for (const item of Object.values(value)) yield* recordsIn(item);
}

/** Returns the content of a data file; for the records of Battlefield 2042, the lines of the gun as complete objects. */
function getContent(file = "", id: string, sourceId: string): unknown {
  if (file !== "bf2042/records") return read(`data/${file}.json`);
  const record = [...bf2042.records.values()].find((one) => one.sourceId === sourceId);
  const [gun = ""] = id.split(", ");
  return record?.configurations
    .get(gun)
    ?.map((line) => ({ ...line, line: [gun, line.barrel, line.ammunition].join(", ") }));
}

const stepInto = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Object.entries(value).find(([name]) => name === key)?.[1] : undefined;

describe("a figure traced in docs/data.md", () => {
  test("is one of twelve", () => {
    expect(rows).toHaveLength(12);
  });

  test.for(rows)("%s%s", ([, , file, id = "", field = "", sourceId = "", version, value]) => {
    const record = [...recordsIn(getContent(file, id, sourceId))].find((one) =>
      [one["id"], one["weaponId"], one["line"]].includes(id),
    );
    const keys = field.split(".");
    const passed = keys.map((_, depth) => keys.slice(0, depth).reduce(stepInto, record));
    const cited = passed.map((holder) => stepInto(holder, "sourceId")).findLast((value) => value !== undefined);
    const source = sources.get(sourceId);
    expect(keys.reduce(stepInto, record)).toBe(Number(value));
    expect(cited).toBe(sourceId);
    expect(`${source?.patch}, ${source?.grade}`).toBe(version);
  });
});
