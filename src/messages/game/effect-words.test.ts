import { expect, test } from "vitest";
import { formatEffects } from "./figure-words.ts";

test("lists each effect of a part once, as a change to the weapon without parts", () => {
  expect(
    formatEffects({
      velocityMps: [713, 1.15],
      "recoil.hip.stand.up": [0.55, 1.1],
      "recoil.ads.stand.up": [0.44, 1.1],
      "recoil.ads.stand.left": [0.108, 0.9],
      magazine: [21, 0.7],
    }),
  ).toEqual(["velocity +15 %", "vertical recoil +10 %", "horizontal recoil −10 %", "magazine −30 %"]);
});

test("shows the value itself if the weapon without parts has none, and omits unchanged values", () => {
  expect(formatEffects({ pellets: [9, null], deployS: [0.6, 1], timeToLiveS: [3, 2] })).toEqual(["pellets 9"]);
});
