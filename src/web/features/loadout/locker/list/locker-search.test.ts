import { expect, test } from "vitest";
import { readLockerSearch } from "./locker-search.ts";

const ID = "3f0e1a52-7c1b-4f0a-9d7e-2b6a1c9d8e70";

test.for([
  ["no parameters", {}, {}],
  [
    "all parameters",
    { q: "metro", games: "both", kit: "recon", tag: "Fun ", folder: ID, order: "own" },
    { q: "metro", games: "both", kit: "recon", tag: "fun", folder: ID, order: "own" },
  ],
  ["no folder", { folder: "none" }, { folder: "none" }],
  ["invalid values", { games: "bf3", kit: "pilot", tag: "x".repeat(25), folder: "../x", order: "up", q: 7 }, {}],
  ["the deleted loadouts, which have no filters", { view: "deleted", q: "metro" }, { view: "deleted" }],
] as const)("readLockerSearch parses a URL with %s", ([, search, read]) => {
  expect(readLockerSearch(search)).toEqual(read);
});
