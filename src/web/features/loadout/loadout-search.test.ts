import { expect, test } from "vitest";
import { readLoadoutSearch } from "./loadout-search.ts";

const ID = "3f0e1a52-7c1b-4f0a-9d7e-2b6a1c9d8e70";

test.for([
  ["nothing", {}, {}],
  ["a saved loadout", { edit: ID, weapon: "ak-12" }, { edit: ID }],
  [
    "a new one with its weapon",
    { edit: "new", weapon: "ak-12", kit: "assault" },
    { edit: "new", weapon: "ak-12", kit: "assault" },
  ],
  ["a loadout that is no id", { edit: "../x" }, {}],
  ["a kit that is none", { edit: "new", kit: "pilot", weapon: "<b>" }, { edit: "new" }],
] as const)("an address with %s", ([, search, read]) => {
  expect(readLoadoutSearch(search)).toEqual(read);
});
