import { expect, test } from "vitest";
import type { Unlock } from "#domain/game-data/schemas/award.ts";
import { formatUnlocks } from "./unlock-words.ts";

const score: Unlock = { kind: "score", ladderId: "assaultrifles", statCode: "sc_assaultrifles", score: 28_000 };
const license: Unlock = { kind: "license", license: "sc_wpn_arifles" };

test.for<[string, readonly Unlock[] | null, string]>([
  ["no requirement", [], "From the start"],
  ["an unknown requirement", null, "No public rule"],
  ["kills", [{ kind: "kills", statCode: "c_ak12__kwa_g", kills: 60 }], "60 kills with it"],
  ["a score or the shop", [score, license], "28,000 assault rifle score"],
  ["an award", [{ kind: "award", awardCode: "xp2as02", rawCode: "xp2as02" }], "Assignment or award XP2AS02"],
  [
    "two ways",
    [
      { kind: "rank", rank: 100 },
      { kind: "battlepack", license: "c100" },
    ],
    "Rank 100, or Battlepack",
  ],
  ["the shop only", [license], "A licence from the store or an edition"],
])("formats an unlock by %s", ([, unlocks, text]) => {
  expect(formatUnlocks(unlocks)).toBe(text);
});
