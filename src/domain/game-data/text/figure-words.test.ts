import { expect, test } from "vitest";
import { formatTtk } from "./figure-words.ts";

test("formats a time to kill in milliseconds, and a kill with the first hit as one hit", () => {
  expect([formatTtk(0), formatTtk(1099.6)]).toEqual(["1 hit", "1,100 ms"]);
});
