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

/** Yields every object in a value, outer objects first. */
function* listRecords(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield Object.fromEntries(Object.entries(value));
  for (const item of Object.values(value)) yield* listRecords(item);
}

/** Returns the content of a data file; for the records of Battlefield 2042, the lines of the gun as complete objects. */
function getContent(file = "", id: string, sourceId: string): unknown {
  if (file !== "bf2042/records") return read(`data/${file}.json`);
  const record = [...bf2042.records.values()].find((candidate) => candidate.sourceId === sourceId);
  const [gun = ""] = id.split(", ");
  return record?.configurations
    .get(gun)
    ?.map((line) => ({ ...line, line: [gun, line.barrel, line.ammunition].join(", ") }));
}

const getChild = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Object.entries(value).find(([name]) => name === key)?.[1] : undefined;

describe("a figure traced in docs/data.md", () => {
  test("is in a table of twelve figures", () => {
    expect(rows).toHaveLength(12);
  });

  test.for(rows)(
    "equals the figure of the data file: %s%s, %s, %s",
    ([, , file, id = "", field = "", sourceId = "", version, value]) => {
      const record = [...listRecords(getContent(file, id, sourceId))].find((candidate) =>
        [candidate["id"], candidate["weaponId"], candidate["line"]].includes(id),
      );
      const keys = field.split(".");
      const holders = keys.map((_, depth) => keys.slice(0, depth).reduce(getChild, record));
      const cited = holders.map((holder) => getChild(holder, "sourceId")).findLast((value) => value !== undefined);
      const source = sources.get(sourceId);
      expect(keys.reduce(getChild, record)).toBe(Number(value));
      expect(cited).toBe(sourceId);
      expect(`${source?.patch}, ${source?.grade}`).toBe(version);
    },
  );
});
