import { describe, expect, test } from "vitest";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { formatBuilds, parseBuilds, renewVersusTexts, type VersusTexts } from "./versus.ts";

describe("builds in an address", () => {
  test("name a weapon and its parts", () => {
    const text = "ak-24:6KU:High Power,m5a3,ac-42::Standard Issue";
    const builds = parseBuilds(text);
    expect(builds).toEqual([
      { weaponId: "ak-24", barrel: "6KU", ammunition: "High Power" },
      { weaponId: "m5a3" },
      { weaponId: "ac-42", ammunition: "Standard Issue" },
    ]);
    expect(formatBuilds(builds)).toBe(text);
  });

  test("are at most four, and each has a weapon", () => {
    expect(parseBuilds("a,b,c,d,e")).toHaveLength(4);
    expect(parseBuilds(",:6KU,a")).toEqual([{ weaponId: "a" }]);
    expect(parseBuilds("")).toEqual([]);
  });

  test("no barrel or ammunition name contains a separator", () => {
    for (const { configurations } of ARSENALS.bf2042.records.values())
      for (const { barrel, ammunition } of [...configurations.values()].flat())
        expect(barrel + ammunition).not.toMatch(/[,:]/);
  });
});

describe("an earlier link", () => {
  test.for<[VersusTexts, VersusTexts]>([
    [
      { duel: "ak-24:6KU,m5a3,40,35,20", patch: "7.2.0" } as VersusTexts,
      { versus: "ak-24:6KU,m5a3", range: "40", hit: "35", head: "20", patch: "7.2.0" } as VersusTexts,
    ],
    [{ duel: "ak-12,famas" }, { versus: "ak-12,famas", range: "25", hit: "40", head: "10" }],
    [
      { compare: "1", cmp: "ak-12,scar-h", range: "10" },
      { versus: "ak-12,scar-h", range: "10" },
    ],
    [{ compare: "1" }, {}],
    [{ cmp: "ak-12" }, { cmp: "ak-12" }],
    [{ versus: "a,b", duel: "c,d" }, { versus: "a,b" }],
  ])("%o is read as %o", ([texts, renewed]) => {
    expect(renewVersusTexts(texts)).toEqual(renewed);
  });
});
