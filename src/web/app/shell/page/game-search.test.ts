import { expect, test } from "vitest";
import { getSearchText } from "./game-search.ts";

test("only named text is read from a search", () => {
  const search = { token: "123456789012345678901234", error: "", other: "x", list: ["a"] };
  expect(getSearchText(search, ["token", "error", "list"])).toEqual({ token: "123456789012345678901234" });
});
