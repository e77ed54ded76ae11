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
  [
    "a new one for a vehicle",
    { edit: "new", vehicle: "vehiclembt", kit: "recon" },
    { edit: "new", vehicle: "vehiclembt" },
  ],
  ["a new one in a folder", { edit: "new", folder: ID }, { edit: "new", folder: ID }],
  ["a folder that is no id", { edit: "new", folder: "Mine" }, { edit: "new" }],
  ["two to compare", { diff: `${ID},draft`, kit: "pilot" }, { diff: `${ID},draft` }],
  ["one's own and a shared one", { diff: `${ID},l:AbC-_9` }, { diff: `${ID},l:AbC-_9` }],
  ["a shared one and the draft", { diff: "s:0123456789ab,draft" }, { diff: "s:0123456789ab,draft" }],
  ["a share that is none", { diff: `${ID},s:short` }, {}],
  ["one to compare", { diff: ID }, { diff: ID }],
  ["an editor and two to compare", { edit: ID, diff: `${ID},draft` }, { edit: ID }],
  ["three to compare", { diff: `${ID},${ID},${ID}` }, {}],
  ["a vehicle that is no id", { edit: "new", vehicle: "a tank" }, { edit: "new" }],
  ["a loadout to share, over the editor", { edit: ID, share: ID }, { edit: ID, share: ID }],
  ["two loadouts to compare", { diff: `${ID},${ID}` }, { diff: `${ID},${ID}` }],
  ["a share that is no id, and a draft to compare", { share: "new", diff: "draft" }, { diff: "draft" }],
  ["a loadout that is no id", { edit: "../x" }, {}],
  ["a kit that is none", { edit: "new", kit: "pilot", weapon: "<b>" }, { edit: "new" }],
] as const)("an address with %s", ([, search, read]) => {
  expect(readLoadoutSearch(search)).toEqual(read);
});
