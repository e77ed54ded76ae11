import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readArsenals } from "#server/arsenals.ts";

const { sources } = readArsenals("data").bf4;
const read = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

const rows = readFileSync("docs/data.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| Battlefield "))
  .map((line) => line.split("|").map((cell) => cell.trim().replaceAll("`", "")));

/** Every object below a value, outermost first. */
function* recordsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield Object.fromEntries(Object.entries(value));
  for (const item of Object.values(value)) yield* recordsIn(item);
}

const stepInto = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Object.entries(value).find(([name]) => name === key)?.[1] : undefined;

describe("a figure traced in docs/data.md", () => {
  test("is one of ten", () => {
    expect(rows).toHaveLength(10);
  });

  test.for(rows)("%s%s", ([, , file, id, field = "", sourceId = "", version, value]) => {
    const record = [...recordsIn(read(`data/${file}.json`))].find((one) => one["id"] === id || one["weaponId"] === id);
    const keys = field.split(".");
    const passed = keys.map((_, depth) => keys.slice(0, depth).reduce(stepInto, record));
    const cited = passed.map((holder) => stepInto(holder, "sourceId")).findLast((found) => found !== undefined);
    const source = sources.get(sourceId);
    expect(keys.reduce(stepInto, record)).toBe(Number(value));
    expect(cited).toBe(sourceId);
    expect(`${source?.patch}, ${source?.grade}`).toBe(version);
  });
});
