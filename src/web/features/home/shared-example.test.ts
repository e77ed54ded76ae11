import { expect, test } from "vitest";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { decodeShare } from "#domain/loadout/sharing/share-code.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { SHARED_EXAMPLE } from "./shared-example.ts";

test("the example of a shared loadout is legal and has a primary with parts", () => {
  const arsenal = ARSENALS[SHARED_EXAMPLE.game];
  const decoded = decodeShare(SHARED_EXAMPLE.code, arsenal.codebook);
  if (decoded.kind !== "loadout") throw new Error(decoded.kind);
  expect(findViolations(decoded.loadout, arsenal)).toEqual([]);
  expect(decoded.loadout).toMatchObject({ primary: { weaponId: "avancys", board: { sight: ["bravo-3x"] } } });
});
