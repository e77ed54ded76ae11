import { describe, expect, test } from "vitest";
import { type KillStep, killSentence } from "./kill-sentence.ts";

const steps = (...pairs: readonly (readonly [fromM: number, ttkMs: number | null])[]): KillStep[] =>
  pairs.map(([fromM, ttkMs]) => ({ fromM, ttkMs }));

describe("two builds' times to kill", () => {
  test.for<[string, KillStep[], KillStep[], string]>([
    [
      "that cross",
      steps([0, 300], [40, 400]),
      steps([0, 259], [25, 300], [40, 450]),
      "B kills 41 ms faster under 25 m, slower beyond 40 m",
    ],
    ["that are alike", steps([0, 300], [40, 400]), steps([0, 300], [40, 400]), "No difference at any range"],
    ["that differ everywhere", steps([0, 300]), steps([0, 350]), "B kills 50 ms slower at every range"],
    [
      "that differ by more and less are one stretch",
      steps([0, 300], [30, 400], [60, 500]),
      steps([0, 290], [30, 370], [60, 500]),
      "B kills up to 30 ms faster under 60 m",
    ],
    [
      "in the middle",
      steps([0, 200], [12.5, 300], [40, 400]),
      steps([0, 200], [12.5, 240], [40, 400]),
      "B kills 60 ms faster from 12.5 to 40 m",
    ],
    ["without figures", steps([0, null]), steps([0, 200]), "No public figure"],
    ["without steps", [], [], "No public figure"],
    ["known to a distance", steps([0, 200], [50, null]), steps([0, 190], [50, 300]), "B kills 10 ms faster under 50 m"],
    [
      "alike as far as they are known",
      steps([0, 200], [50, null]),
      steps([0, 200]),
      "No difference where both have a public figure",
    ],
    ["that round to the same", steps([0, 200.2]), steps([0, 200.4]), "No difference at any range"],
    [
      "that cross often: the three greatest",
      steps([0, 100], [10, 100], [20, 100], [30, 100]),
      steps([0, 90], [10, 105], [20, 60], [30, 150]),
      "B kills up to 40 ms faster under 10 m and from 20 to 30 m, slower beyond 30 m",
    ],
    [
      "that cross twice: each direction once",
      steps([0, 100], [10, 100], [20, 100]),
      steps([0, 120], [10, 60], [20, 150]),
      "B kills up to 50 ms slower under 10 m and beyond 20 m, faster from 10 to 20 m",
    ],
  ])("%s", ([, a, b, sentence]) => {
    expect(killSentence(a, b)).toBe(sentence);
  });
});
