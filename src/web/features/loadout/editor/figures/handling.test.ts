import { describe, expect, test } from "vitest";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { formatHandlingChange, getHandling, type Part } from "./handling.ts";

const { weapons, attachments } = ARSENALS.bf2042;
const AK = weapons.get("ak-24");
const PARTS = attachments.get("ak-24")?.options ?? [];

const handling = (...parts: readonly Part[]) => {
  if (!AK?.mechanics) throw new Error("No handling");
  return getHandling(AK.mechanics, parts);
};
const changing = (path: string) => PARTS.filter(({ effects }) => path in effects);

describe("the handling of a build", () => {
  test("of the bare gun changes nothing", () => {
    expect(handling()).toEqual({ rows: [], unmeasured: [] });
  });

  test("with one part is as it was measured", () => {
    const [part] = changing("recoil.ads.stand.up");
    const [value, factor] = part?.effects["recoil.ads.stand.up"] ?? [0, null];
    const row = handling(...(part ? [part] : [])).rows.find(({ title }) => title === "Vertical recoil, aimed");
    expect(row).toMatchObject({ value, basis: "measured", isBetter: (factor ?? 1) < 1 });
  });

  test("with two parts that change one figure is computed", () => {
    const two = changing("velocityMps").slice(0, 2);
    expect(two).toHaveLength(2);
    expect(handling(...two).rows.find(({ title }) => title === "Velocity")).toMatchObject({ basis: "computed" });
  });

  test("is better where a gun that always pulls one way does so less", () => {
    const gun = weapons.get("ac-42");
    const brake = attachments.get("ac-42")?.options.find(({ id }) => id === "arcom-tactical-muzzle-brake");
    if (!gun?.mechanics || !brake) throw new Error("No handling");
    const sideways = getHandling(gun.mechanics, [brake]).rows.filter(({ title }) => /(left|right), aimed/.test(title));
    expect(sideways).toMatchObject([
      { bare: 0.12, isBetter: true },
      { bare: -0.05, value: -0.045, isBetter: true },
    ]);
  });

  test("names the parts without a measurement", () => {
    const part = PARTS.find(({ effects, isDefault }) => Object.keys(effects).length === 0 && !isDefault);
    expect(part && handling(part)).toEqual({ rows: [], unmeasured: [part?.name] });
  });
});

test.for([
  [{ bare: 420, value: 402, unit: "ms" }, "−18 ms"],
  [{ bare: 700, value: 805.2, unit: "m/s" }, "+105 m/s"],
  [{ bare: 0.5, value: 0.4375, unit: "°" }, "−0.063°"],
] as const)("the change %o is said as %s", ([row, said]) => {
  expect(formatHandlingChange(row)).toBe(said);
});
