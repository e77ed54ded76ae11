import { describe, expect, test } from "vitest";
import { describeKillDifference, type KillStep } from "./kill-sentence.ts";

const createSteps = (...pairs: readonly (readonly [fromM: number, ttkMs: number | null])[]): KillStep[] =>
  pairs.map(([fromM, ttkMs]) => ({ fromM, ttkMs }));

describe("the comparison of two times to kill", () => {
  test.for<[string, KillStep[], KillStep[], string]>([
    [
      "with one crossing",
      createSteps([0, 300], [40, 400]),
      createSteps([0, 259], [25, 300], [40, 450]),
      "B kills 41 ms faster under 25 m, slower beyond 40 m",
    ],
    [
      "with equal times",
      createSteps([0, 300], [40, 400]),
      createSteps([0, 300], [40, 400]),
      "No difference at any range",
    ],
    [
      "with a difference at every range",
      createSteps([0, 300]),
      createSteps([0, 350]),
      "B kills 50 ms slower at every range",
    ],
    [
      "with several differences in the same direction",
      createSteps([0, 300], [30, 400], [60, 500]),
      createSteps([0, 290], [30, 370], [60, 500]),
      "B kills up to 30 ms faster under 60 m",
    ],
    [
      "with a difference only at medium range",
      createSteps([0, 200], [12.5, 300], [40, 400]),
      createSteps([0, 200], [12.5, 240], [40, 400]),
      "B kills 60 ms faster from 12.5 to 40 m",
    ],
    ["without figures", createSteps([0, null]), createSteps([0, 200]), "Not public"],
    ["without steps", [], [], "Not public"],
    [
      "with figures up to a distance",
      createSteps([0, 200], [50, null]),
      createSteps([0, 190], [50, 300]),
      "B kills 10 ms faster under 50 m",
    ],
    [
      "with equal times up to a distance",
      createSteps([0, 200], [50, null]),
      createSteps([0, 200]),
      "No difference where the stats of both are public",
    ],
    [
      "with times that are equal after rounding",
      createSteps([0, 200.2]),
      createSteps([0, 200.4]),
      "No difference at any range",
    ],
    [
      "with many crossings, of which the three largest differences are listed",
      createSteps([0, 100], [10, 100], [20, 100], [30, 100]),
      createSteps([0, 90], [10, 105], [20, 60], [30, 150]),
      "B kills up to 40 ms faster under 10 m and from 20 to 30 m, slower beyond 30 m",
    ],
    [
      "with two crossings, where each direction is listed once",
      createSteps([0, 100], [10, 100], [20, 100]),
      createSteps([0, 120], [10, 60], [20, 150]),
      "B kills up to 50 ms slower under 10 m and beyond 20 m, faster from 10 to 20 m",
    ],
  ])("is a sentence %s", ([, a, b, sentence]) => {
    expect(describeKillDifference(a, b)).toBe(sentence);
  });
});
