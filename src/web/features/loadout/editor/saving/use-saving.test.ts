import { describe, expect, test } from "vitest";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { getSaveProblem } from "./use-saving.ts";

const refusal = (code: string, details: object = {}) => ({
  message: "The sentence of the fault.",
  data: { httpStatus: 409, fault: { code, details } },
});

describe("a refused save", () => {
  test("of an illegal loadout names what it breaks", () => {
    const violations = [{ rule: "empty-slot", slot: "grenade" }, "no violation"];
    expect(getSaveProblem(refusal("loadout_illegal", { violations }))).toEqual({
      kind: "illegal",
      violations: [{ rule: "empty-slot", slot: "grenade" }],
    });
  });

  test("of a loadout changed elsewhere brings the other one", () => {
    const loadout = starterLoadout(ARSENALS.bf4, "recon");
    const written = { name: "Theirs", note: "For the night", tags: ["night"], loadout };
    const current = { id: "1", ...written, version: 3, updatedAt: "2026-11-21T12:00:00.000Z" };
    expect(getSaveProblem(refusal("loadout_changed", { current }))).toEqual({
      kind: "changed",
      theirs: { ...written, version: 3 },
    });
  });

  test("of a loadout that is gone brings none", () => {
    expect(getSaveProblem(refusal("loadout_changed", { current: null }))).toEqual({ kind: "changed", theirs: null });
  });

  test("for anything else is a sentence", () => {
    expect(getSaveProblem(refusal("locker_full"))).toEqual({ kind: "other", text: "The sentence of the fault." });
  });
});
