import { expect, test } from "vitest";
import { sayTtk } from "./figure-words.ts";

test("a time to kill is told in milliseconds, a first hit that kills as one hit", () => {
  expect([sayTtk(0), sayTtk(1099.6)]).toEqual(["1 hit", "1,100 ms"]);
});
