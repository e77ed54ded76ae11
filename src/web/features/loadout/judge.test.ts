import { describe, expect, test } from "vitest";
import type { Armoury } from "#domain/loadout/armoury.ts";
import type { Bf4Loadout, Bf2042Loadout, Loadout } from "#domain/loadout/loadout.ts";
import { violationsOf } from "#domain/loadout/rules.ts";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { judgeOf, mendedAll } from "./judge.ts";

const { bf4, bf2042 } = ARSENALS;

function assault(changes: Partial<Bf4Loadout> = {}): Loadout {
  const starter = starterLoadout(bf4, "assault");
  return starter.game === "bf4" ? { ...starter, ...changes } : starter;
}

function recon(changes: Partial<Bf2042Loadout>): Loadout {
  const starter = starterLoadout(bf2042, "recon");
  return starter.game === "bf2042" ? { ...starter, ...changes } : starter;
}

const carrying = (weaponId: string, attachments: Bf4Loadout["primary"]["attachments"] = {}) => ({
  primary: { weaponId, attachments },
});

describe("a choice not yet made", () => {
  test("that the game allows meets no objection", () => {
    expect(judgeOf(assault(), bf4)(assault(carrying("m416")))).toBeNull();
  });

  test("of another kit's weapon is answered with the reason", () => {
    expect(judgeOf(assault(), bf4)(assault(carrying("m249")))).toBe("LMGs are Support-only in Battlefield 4.");
  });
});

describe("mending", () => {
  test.for<[string, Loadout, Armoury]>([
    ["another kit", assault({ kitId: "support" }), bf4],
    ["a part that does not fit", assault(carrying("m416", { optic: "ak-12-kobra-rds" })), bf4],
    ["two gadgets of one kind", assault({ gadget1Id: "m320-he", gadget2Id: "m320-smk" }), bf4],
    ["another class", recon({ classId: "assault" }), bf2042],
    ["the same gadget twice", recon({ gadgetIds: ["soflam", "soflam"] }), bf2042],
  ])("after %s leaves a loadout the game accepts", ([, broken, arsenal]) => {
    expect(violationsOf(broken, arsenal)).not.toEqual([]);
    expect(violationsOf(mendedAll(broken, arsenal), arsenal)).toEqual([]);
  });
});
