import { describe, expect, test } from "vitest";
import { readSoldierSearch } from "./soldier-search.ts";

const ID = "0b5c1b1e-0000-4000-8000-000000000001";

describe("the search parameters of the soldier section", () => {
  test("are parsed", () => {
    const search = { soldier: ID, from: ID, to: ID, metric: "killDeath", with: `${ID},${ID}`, table: "maps" };
    expect(readSoldierSearch({ ...search, tab: "soldier" })).toEqual(search);
  });

  test.for([{ soldier: "me" }, { metric: "a b" }, { with: `${ID},${ID},${ID},${ID}` }, { table: "guns" }, { from: 7 }])(
    "are left out if they are invalid: %j",
    (search) => {
      expect(readSoldierSearch(search)).toEqual({});
    },
  );
});
