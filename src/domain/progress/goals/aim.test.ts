import { describe, expect, test } from "vitest";
import { formatAim, formatDone } from "#messages/progress/goal-words.ts";
import type { Aim } from "./aim.ts";

const KILLS = { kind: "row", table: "weapons", rowId: "ak-24", columnId: "kills" } as const satisfies Aim;

describe("a goal", () => {
  test.for([
    [KILLS, { name: "AK-24", label: "Kills", unit: "count" }, "Kills with the AK-24"],
    [{ ...KILLS, table: "vehicles" }, { name: "AA Mine", label: "Kills", unit: "count" }, "Kills with the AA Mine"],
    [
      { ...KILLS, table: "gadgets", columnId: "uses" },
      { name: "Ammo Crate", label: "Uses", unit: "count" },
      "Uses of the Ammo Crate",
    ],
    [{ ...KILLS, table: "classes" }, { name: "Recon", label: "Revives", unit: "count" }, "Revives as Recon"],
    [{ kind: "figure", figureId: "winShare" }, { name: null, label: "Win rate", unit: "share" }, "Win rate"],
    [{ kind: "figure", figureId: "killDeath" }, { name: null, label: "K/D", unit: "ratio" }, "K/D"],
  ] as const)("about %j with the words %j reads as %s", ([aim, words, sentence]) => {
    expect(formatAim(aim, words)).toBe(sentence);
  });

  test.for([
    [{ amount: 100, from: null }, 41, "count", "41 of 100"],
    [{ amount: 1000, from: 250 }, 0, "count", "0 of 1,000 more"],
    [{ amount: 0.3, from: null }, 0.25, "share", "25 % of 30 %"],
    [{ amount: 36_000, from: null }, null, "seconds", "10 h"],
  ] as const)("formats %j with %s done as %s", ([goal, done, unit, sentence]) => {
    expect(formatDone(goal, done, unit)).toBe(sentence);
  });
});
