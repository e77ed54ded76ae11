import { describe, expect, test } from "vitest";
import type { Bf4Loadout, Loadout } from "#domain/loadout/loadout.ts";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { createValidator } from "#web/features/loadout/editor/editing.ts";

const { bf4 } = ARSENALS;

function assault(changes: Partial<Bf4Loadout> = {}): Loadout {
  const starter = starterLoadout(bf4, "assault");
  return starter.game === "bf4" ? { ...starter, ...changes } : starter;
}

const carrying = (weaponId: string, attachments: Bf4Loadout["primary"]["attachments"] = {}) => ({
  primary: { weaponId, attachments },
});

describe("a choice not yet made", () => {
  test("that the game allows meets no objection", () => {
    expect(createValidator(assault(), bf4)(assault(carrying("m416")))).toBeNull();
  });

  test("of another kit's weapon is answered with the reason", () => {
    expect(createValidator(assault(), bf4)(assault(carrying("m249")))).toBe("LMGs are Support-only in Battlefield 4.");
  });
});
