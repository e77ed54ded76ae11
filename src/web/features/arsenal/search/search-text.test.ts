import { describe, expect, test } from "vitest";
import { aWeapon } from "#test/fixtures/weapon.ts";
import { getMatcher, getSearchText } from "#web/features/arsenal/listed-weapon.ts";

const AK_12 = getSearchText(aWeapon({ name: "AK-12", class: "assault-rifle", kitIds: ["assault"] }));

describe("the search field", () => {
  test.for(["", "ak", "AK-12", "ak12", "ak 12", "assault rifles", "rifle 12", "  ák  "])(
    "finds the AK-12 by “%s”",
    (typed) => {
      expect(getMatcher(typed)(AK_12)).toBe(true);
    },
  );

  test.for(["ak-15", "recon", "ak lmg"])("does not find it by “%s”", (typed) => {
    expect(getMatcher(typed)(AK_12)).toBe(false);
  });
});
