import { describe, expect, test } from "vitest";
import { getId, getNumber, getPath, getText } from "#domain/soldier/parsing/fields.ts";

describe("a number", () => {
  test.for([
    [7, 7],
    [0, 0],
    [1.5, 1.5],
    ["12", 12],
    ["1,234", 1234],
    ["1,234,567.5", 1_234_567.5],
    ["12.68%", 12.68],
    [" 3 ", 3],
    ["6 days, 6:44:40", 542_680],
    ["1 day, 0:00:01", 86_401],
    ["23:59:59", 86_399],
    ["0:01:02.5", 62],
    [[41], 41],
  ])("%j is %d", ([response, number]) => {
    expect(getNumber(response)).toBe(number);
  });

  test.for([
    null,
    undefined,
    "",
    "-",
    "n/a",
    "Infinity",
    "1e9",
    "0x10",
    true,
    {},
    { value: 7 },
    [],
    [1, 2],
    -1,
    "-1",
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e15,
  ])("%j is missing", (response) => {
    expect(getNumber(response)).toBeUndefined();
  });
});

describe("an id", () => {
  test("comes as a number or as a text", () => {
    expect([1_000_000_000_001, "1000000000001"].map(getId)).toEqual(["1000000000001", "1000000000001"]);
  });

  test.for([0, -5, 1.5, 2 ** 60, "", "12a", " 12", "0", "1".repeat(30), null, [7]])("%j is missing", (response) => {
    expect(getId(response)).toBeUndefined();
  });
});

describe("a text", () => {
  test("is trimmed, cut and storable", () => {
    expect(getText("  M1\u0000911 ")).toBe("M1911");
    expect(getText("x".repeat(5000))).toHaveLength(100);
    expect(getText(`${"x".repeat(99)}\u{1f480}`)).toHaveLength(99);
    expect(getText(`${"x".repeat(99)}\u{1f480}`)?.isWellFormed()).toBe(true);
  });

  test.for(["", "  ", "\0", 7, null, {}])("%j is missing", (response) => {
    expect(getText(response)).toBeUndefined();
  });
});

test("a path reaches into objects and lists, and into nothing they inherit", () => {
  const answer = { XP: [{ total: 5 }], empty: null };
  expect(getPath(answer, "XP.0.total")).toBe(5);
  for (const path of ["XP.1.total", "empty.total", "constructor.name", "XP.length.x", "__proto__"]) {
    expect(getPath(answer, path)).toBeUndefined();
  }
});
