import { expect, test } from "vitest";
import { readSharedSearch } from "#web/routes/-game-page-search.ts";

test.for([
  ["no parameters", {}, null],
  ["an empty code", { l: "" }, null],
  ["a code", { l: "AbC-_9", tab: "loadouts" }, { l: "AbC-_9" }],
  ["a code and an id", { l: "AbC", s: "0123456789ab" }, { s: "0123456789ab" }],
  ["a list", { s: ["a", "b"] }, null],
] as const)("readSharedSearch parses a URL with %s", ([, search, read]) => {
  expect(readSharedSearch(search)).toEqual(read);
});
