import { expect, test } from "vitest";
import { getPages } from "./send-import.ts";

const getBytes = (page: unknown) => new TextEncoder().encode(JSON.stringify(page)).length;

test("getPages preserves the order, and limits bytes and items per page", () => {
  const items = Array.from({ length: 57 }, (_, at) => ({ at, text: "ä".repeat(at) }));
  const pages = getPages(items, 600, 10);
  expect(pages.flat()).toEqual(items);
  for (const page of pages) {
    expect(getBytes(page)).toBeLessThanOrEqual(601);
    expect(page.length).toBeLessThanOrEqual(10);
  }
  expect(Math.max(...pages.map(({ length }) => length))).toBe(10);
});

test("getPages counts UTF-8 bytes", () => {
  expect(getPages(["ääää", "ääää"], 12).length).toBe(2);
  expect(getPages(["aaaa", "aaaa"], 14).length).toBe(1);
});

test("getPages gives an item above the limit its own page, and returns no page for no items", () => {
  expect(getPages(["x".repeat(50), "y"], 20)).toEqual([["x".repeat(50)], ["y"]]);
  expect(getPages([])).toEqual([]);
});
