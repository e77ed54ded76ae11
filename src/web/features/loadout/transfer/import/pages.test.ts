import { expect, test } from "vitest";
import { getPages } from "./send-import.ts";

const getBytes = (page: unknown) => new TextEncoder().encode(JSON.stringify(page)).length;

test("pages keep the order, and stay within bytes and items", () => {
  const items = Array.from({ length: 57 }, (_, at) => ({ at, text: "ä".repeat(at) }));
  const pages = getPages(items, 600, 10);
  expect(pages.flat()).toEqual(items);
  for (const page of pages) {
    expect(getBytes(page)).toBeLessThanOrEqual(601);
    expect(page.length).toBeLessThanOrEqual(10);
  }
  expect(Math.max(...pages.map(({ length }) => length))).toBe(10);
});

test("letters of more than one byte count as their bytes", () => {
  expect(getPages(["ääää", "ääää"], 12).length).toBe(2);
  expect(getPages(["aaaa", "aaaa"], 14).length).toBe(1);
});

test("what is too big for a page is alone, and nothing makes no page", () => {
  expect(getPages(["x".repeat(50), "y"], 20)).toEqual([["x".repeat(50)], ["y"]]);
  expect(getPages([])).toEqual([]);
});
