import { describe, expect, test } from "vitest";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { getSaveProblem } from "./use-saving.ts";

const createRefusal = (code: string, details: object = {}) => ({
  message: "The sentence of the fault.",
  data: { httpStatus: 409, fault: { code, details } },
});

describe("a refused save", () => {
  test("of an illegal loadout has its violations", () => {
    const violations = [{ rule: "empty-slot", slot: "grenade" }, "no violation"];
    expect(getSaveProblem(createRefusal("loadout_illegal", { violations }))).toEqual({
      kind: "illegal",
      violations: [{ rule: "empty-slot", slot: "grenade" }],
    });
  });

  test("of a loadout changed elsewhere has the newer version", () => {
    const loadout = createStarterLoadout(ARSENALS.bf4, "recon");
    const written = { name: "Theirs", note: "For the night", tags: ["night"], loadout };
    const current = { id: "1", ...written, version: 3, updatedAt: "2026-11-21T12:00:00.000Z" };
    expect(getSaveProblem(createRefusal("loadout_changed", { current }))).toEqual({
      kind: "changed",
      theirs: { ...written, version: 3 },
    });
  });

  test("of a deleted loadout has no newer version", () => {
    expect(getSaveProblem(createRefusal("loadout_changed", { current: null }))).toEqual({
      kind: "changed",
      theirs: null,
    });
  });

  test("for any other reason has a message", () => {
    expect(getSaveProblem(createRefusal("locker_full"))).toEqual({ kind: "other", text: "The sentence of the fault." });
  });
});
