import { expect, test } from "vitest";
import { formatChanges } from "./handling-choice.tsx";

const aChange = (path: string, change: number | null, basis: "measured" | "computed" = "measured") => ({
  path,
  bare: 1,
  value: change === null ? null : 1 + change,
  change,
  factor: null,
  basis,
  partIds: ["grip"],
});

test("changes are signed, with the unit people know", () => {
  const { said, others } = formatChanges([
    aChange("adsTransitionS", -0.018),
    aChange("recoil.ads.stand.up", 0.4, "computed"),
    aChange("recoil.hip.prone.up", 0.1),
    aChange("magazine", null),
    aChange("velocityMps", 0),
  ]);
  expect(said).toEqual([
    { label: "Zoom transition", text: "−18 ms", basis: "measured" },
    { label: "Magazine", text: "—", basis: "measured" },
    { label: "Vertical recoil, aimed", text: "+0.4°", basis: "computed" },
  ]);
  expect(others).toBe(1);
});
