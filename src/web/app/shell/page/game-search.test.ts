import { expect, test } from "vitest";
import { anyText, matching, oneOf, readSearch } from "./game-search.ts";

const FIELDS = {
  token: anyText(),
  q: anyText(3),
  error: anyText(),
  list: anyText(),
  kit: oneOf(["recon", "support"]),
  order: oneOf(["up", "down"], "up"),
  id: matching(/^[0-9]+$/),
};

test("only declared fields are read from a search, and only as text", () => {
  const search = { token: "123456789012345678901234", error: "", other: "x", list: ["a"], q: "metro" };
  expect(readSearch(search, FIELDS)).toEqual({ token: "123456789012345678901234", q: "met" });
});

test("unknown values and defaults are left out", () => {
  expect(readSearch({ kit: "pilot", order: "up", id: "7x" }, FIELDS)).toEqual({});
  expect(readSearch({ kit: "recon", order: "down", id: "7" }, FIELDS)).toEqual({
    kit: "recon",
    order: "down",
    id: "7",
  });
});
