import { expect, test } from "vitest";
import { readLoadoutSearch } from "./loadout-search.ts";

const ID = "3f0e1a52-7c1b-4f0a-9d7e-2b6a1c9d8e70";

test.for([
  ["no parameters", {}, {}],
  ["a saved loadout", { edit: ID, weapon: "ak-12" }, { edit: ID }],
  [
    "a new loadout with a weapon",
    { edit: "new", weapon: "ak-12", kit: "assault" },
    { edit: "new", weapon: "ak-12", kit: "assault" },
  ],
  [
    "a new loadout of a vehicle",
    { edit: "new", vehicle: "vehiclembt", kit: "recon" },
    { edit: "new", vehicle: "vehiclembt" },
  ],
  ["a new loadout in a folder", { edit: "new", folder: ID }, { edit: "new", folder: ID }],
  ["a folder that is not an id", { edit: "new", folder: "Mine" }, { edit: "new" }],
  ["a loadout and the draft to compare", { diff: `${ID},draft`, kit: "pilot" }, { diff: `${ID},draft` }],
  ["a saved and a shared loadout to compare", { diff: `${ID},l:AbC-_9` }, { diff: `${ID},l:AbC-_9` }],
  ["a shared loadout and the draft to compare", { diff: "s:0123456789ab,draft" }, { diff: "s:0123456789ab,draft" }],
  ["an invalid share to compare", { diff: `${ID},s:short` }, {}],
  ["a single loadout to compare", { diff: ID }, { diff: ID }],
  ["an editor and two loadouts to compare", { edit: ID, diff: `${ID},draft` }, { edit: ID }],
  ["three loadouts to compare", { diff: `${ID},${ID},${ID}` }, {}],
  ["a vehicle that is not an id", { edit: "new", vehicle: "a tank" }, { edit: "new" }],
  ["a loadout to share, over the editor", { edit: ID, share: ID }, { edit: ID, share: ID }],
  ["two loadouts to compare", { diff: `${ID},${ID}` }, { diff: `${ID},${ID}` }],
  ["a share that is not an id, and a draft to compare", { share: "new", diff: "draft" }, { diff: "draft" }],
  ["a loadout that is not an id", { edit: "../x" }, {}],
  ["an unknown kit", { edit: "new", kit: "pilot", weapon: "<b>" }, { edit: "new" }],
] as const)("readLoadoutSearch parses a URL with %s", ([, search, read]) => {
  expect(readLoadoutSearch(search)).toEqual(read);
});
