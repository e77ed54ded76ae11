import { describe, expect, test } from "vitest";
import { readProgressSearch } from "./progress-search.ts";

const SOLDIER = "0f4b2a58-9c1e-4b6e-8a53-1f2e3d4c5b6a";

describe("the address of the progress section", () => {
  test("reads soldier, list and filters", () => {
    const search = { soldier: SOLDIER, list: "checklists", kind: "medal", state: "left", q: "tank", group: "Medals" };
    expect(readProgressSearch("bf4", search)).toEqual(search);
  });

  test("omits defaults and invalid values", () => {
    const search = { soldier: "me", list: "next", order: "remainder", kind: "unicorn", state: "", unit: "feat", q: "" };
    expect(readProgressSearch("bf4", search)).toEqual({});
  });

  test("has no lists of unlocks in Battlefield 2042", () => {
    expect(readProgressSearch("bf2042", { list: "plan", soldier: "none" })).toEqual({ soldier: "none" });
  });
});
