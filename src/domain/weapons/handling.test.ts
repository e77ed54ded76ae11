import { describe, expect, test } from "vitest";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { applyParts, getHandlingChanges } from "./handling.ts";

const { weapons, attachments } = ARSENALS.bf2042;

function getMechanics(id: string) {
  const mechanics = weapons.get(id)?.mechanics;
  if (!mechanics) throw new Error(`No Season 2 figures of "${id}".`);
  return mechanics;
}
const getParts = (weaponId: string, ...ids: string[]) =>
  (attachments.get(weaponId)?.options ?? []).filter(({ id }) => ids.includes(id));

describe("handling with parts", () => {
  const base = getMechanics("ak-24");

  test("equals the weapon's own figures without parts", () => {
    expect(applyParts(base, [])).toEqual({ mechanics: base, changes: [], unmeasuredIds: [] });
  });

  test("has the measured value and the signed change of one part, and does not modify the weapon without parts", () => {
    const { mechanics, changes } = applyParts(base, getParts("ak-24", "standard-issue-drum"));
    expect(mechanics).toMatchObject({ magazine: 51, reload: { tacticalS: 2.86, emptyS: 2.9, speed: 1 } });
    expect(changes[0]).toEqual({
      path: "magazine",
      base: 31,
      value: 51,
      change: 20,
      factor: 51 / 31,
      basis: "measured",
      partIds: ["standard-issue-drum"],
    });
    expect(base.magazine).toBe(31);
  });

  test("does not change damage, which is in the profile of the part", () => {
    const { mechanics, changes } = applyParts(base, getParts("ak-24", "6ku-suppressor"));
    expect(mechanics.damage).toEqual(base.damage);
    expect(changes.filter(({ path }) => path.startsWith("damage."))).toEqual([]);
  });

  test("multiplies the factors of two parts that change the same figure: 640 × 1.15 × 0.85 = 625.6 m/s", () => {
    const two = [
      { id: "fast", effects: { velocityMps: [736, 1.15] as [number, number] } },
      { id: "slow", effects: { velocityMps: [544, 0.85] as [number, number] } },
    ];
    const { mechanics, changes } = applyParts(base, two);
    expect(mechanics.velocityMps).toBeCloseTo(625.6, 9);
    expect(changes[0]).toMatchObject({ basis: "computed", partIds: ["fast", "slow"] });
    expect(changes[0]?.change).toBeCloseTo(-14.4, 9);
  });

  test("lists paths that the weapon without parts lacks, without adding them", () => {
    const ghostmaker = getMechanics("ghostmaker-r10");
    const { mechanics, changes } = applyParts(ghostmaker, getParts("ghostmaker-r10", "bolt-rack"));
    expect(changes.find(({ path }) => path === "reload.openS")).toMatchObject({ base: null, value: 1.6, change: null });
    expect(mechanics.reload).not.toHaveProperty("openS");
  });

  test("lists parts without a measurement", () => {
    const parts = (attachments.get("ak-24")?.options ?? []).filter(({ effects }) => Object.keys(effects).length === 0);
    expect(applyParts(base, parts).unmeasuredIds).toEqual(parts.map(({ id }) => id));
    expect(parts.length).toBeGreaterThan(0);
  });
});

describe("every measured part of every weapon", () => {
  const measured = [...attachments.values()].flatMap(({ weaponId, options }) =>
    options.filter(({ effects }) => Object.keys(effects).length > 0).map((part) => [weaponId, part.id, part] as const),
  );

  test("is tested, in total 246", () => {
    expect(measured).toHaveLength(246);
  });

  test("has its value, and its factor within the precision of the source", () => {
    for (const [weaponId, , part] of measured) {
      for (const { path, value, factor } of applyParts(getMechanics(weaponId), [part]).changes) {
        const [reportedValue, reportedFactor] = part.effects[path] ?? [];
        expect(value).toBe(reportedValue);
        if (factor !== null && path !== "timeToLiveS")
          expect(Math.abs(factor - (reportedFactor ?? 0))).toBeLessThan(0.02);
      }
    }
  });
});

describe("the figures that parts change", () => {
  const [id, base] = ["ak-24", getMechanics("ak-24")];
  const options = attachments.get(id)?.options ?? [];
  const listPartsThatChange = (path: string) => options.filter(({ effects }) => path in effects);

  test("are empty without parts", () => {
    expect(getHandlingChanges(base, [])).toEqual({ changes: [], others: 0, unmeasuredIds: [] });
  });

  test("are measured for one part, and computed for two parts that change the same figure", () => {
    const [part] = listPartsThatChange("recoil.ads.stand.up");
    const [after, factor] = part?.effects["recoil.ads.stand.up"] ?? expect.fail("no part");
    const { changes } = getHandlingChanges(base, part ? [part] : []);
    expect(changes.find((change) => change.id === "recoilUp")).toMatchObject({
      after,
      basis: "measured",
      isBetter: (factor ?? 1) < 1,
    });
    const two = listPartsThatChange("velocityMps").slice(0, 2);
    expect(two).toHaveLength(2);
    expect(getHandlingChanges(base, two).changes.find((change) => change.id === "velocity")).toMatchObject({
      basis: "computed",
    });
  });

  test("contain the actual reload time", () => {
    const drum = getHandlingChanges(base, getParts(id, "standard-issue-drum")).changes;
    const { reload } = base;
    if (reload.kind !== "magazine") throw new Error("No magazine");
    expect(drum.find((change) => change.id === "reload")).toMatchObject({
      before: reload.tacticalS / reload.speed,
      after: 2.86,
      isBetter: false,
    });
  });

  test("are better if a gun that always pulls to one side pulls less", () => {
    const { changes } = getHandlingChanges(getMechanics("ac-42"), getParts("ac-42", "arcom-tactical-muzzle-brake"));
    expect(changes.filter((change) => ["recoilLeft", "recoilRight"].includes(change.id))).toMatchObject([
      { before: 0.12, isBetter: true },
      { before: -0.05, after: -0.045, isBetter: true },
    ]);
  });

  test("are null, not 0, if a factor is missing", () => {
    const [part] = listPartsThatChange("magazine");
    const [value] = part?.effects["magazine"] ?? expect.fail("no part");
    const parts = ["one", "other"].map((name) => ({
      id: name,
      effects: { magazine: [value, null] as [number, null] },
    }));
    expect(getHandlingChanges(base, parts).changes).toMatchObject([{ id: "magazine", after: null }]);
  });

  test("contain the number of changes to figures without a name", () => {
    const parts = [{ id: "grip", effects: { "recoil.hip.prone.up": [0.1, 0.5] as [number, number] } }];
    expect(getHandlingChanges(base, parts)).toMatchObject({ changes: [], others: 1 });
  });
});
