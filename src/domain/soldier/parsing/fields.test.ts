import { describe, expect, test } from "vitest";
import { getId, getNumber, getPath, getText } from "#domain/soldier/parsing/fields.ts";

describe("getNumber", () => {
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
  ])("parses %j as %d", ([response, number]) => {
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
  ])("returns undefined for %j", (response) => {
    expect(getNumber(response)).toBeUndefined();
  });
});

describe("getId", () => {
  test("accepts a number or a text", () => {
    expect([1_000_000_000_001, "1000000000001"].map(getId)).toEqual(["1000000000001", "1000000000001"]);
  });

  test.for([0, -5, 1.5, 2 ** 60, "", "12a", " 12", "0", "1".repeat(30), null, [7]])(
    "returns undefined for %j",
    (response) => {
      expect(getId(response)).toBeUndefined();
    },
  );
});

describe("getText", () => {
  test("trims and cuts the text, and removes characters that cannot be stored", () => {
    expect(getText("  M1\u0000911 ")).toBe("M1911");
    expect(getText("x".repeat(5000))).toHaveLength(100);
    expect(getText(`${"x".repeat(99)}\u{1f480}`)).toHaveLength(99);
    expect(getText(`${"x".repeat(99)}\u{1f480}`)?.isWellFormed()).toBe(true);
  });

  test.for(["", "  ", "\0", 7, null, {}])("returns undefined for %j", (response) => {
    expect(getText(response)).toBeUndefined();
  });
});

test("getPath follows objects and lists, but not inherited properties", () => {
  const response = { XP: [{ total: 5 }], empty: null };
  expect(getPath(response, "XP.0.total")).toBe(5);
  for (const path of ["XP.1.total", "empty.total", "constructor.name", "XP.length.x", "__proto__"]) {
    expect(getPath(response, path)).toBeUndefined();
  }
});
