// @rest
// Tests every compatibility rule of Battlelog, and compares the rules on 100,000 loadouts with raw-rules.ts, an independent
// implementation.
import { describe, expect, test } from "vitest";
import { KIT_IDS, type KitId } from "#domain/game-data/kit-id.ts";
import type { PartSlot } from "#domain/game-data/slot.ts";
import type { Bf4Loadout } from "#domain/loadout/loadout.ts";
import { findFix, fixAll } from "#domain/loadout/rules/fix.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { createRandom } from "#domain/seeded-random.ts";
import { describeViolation } from "#messages/loadout/violation.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { createLoadout } from "./loadout-mix.ts";
import { findRefusedSlots } from "./raw-rules.ts";

const { bf4 } = ARSENALS;
const RULES = [...bf4.compatibility.values()];
const getRules = <K extends (typeof RULES)[number]["kind"]>(kind: K) =>
  RULES.filter((rule): rule is Extract<(typeof RULES)[number], { kind: K }> => rule.kind === kind);

type Place = { weaponId: string; partSlot: PartSlot };

/** The weapons and slots that offer each part; common parts such as "iron-sights" are offered by many weapons. */
const PLACES = new Map<string, Place[]>();
for (const { weaponId, slots } of bf4.attachments.values()) {
  for (const { slot, options } of slots) {
    for (const { id } of options) PLACES.set(id, [...(PLACES.get(id) ?? []), { weaponId, partSlot: slot }]);
  }
}
const getPlaces = (partId: string): readonly Place[] => PLACES.get(partId) ?? [];

function createSoldierLoadout(kitId: KitId, changes: Partial<Bf4Loadout>): Bf4Loadout {
  const starter = createStarterLoadout(bf4, kitId);
  if (starter.game !== "bf4") throw new Error("The starter is of another game.");
  return { ...starter, ...changes };
}

/** Returns the rules that a weapon with these parts violates, in the loadout of a kit that can carry it. */
function findViolatedRules(weaponId: string, attachments: Bf4Loadout["primary"]["attachments"]): readonly string[] {
  for (const { id, slots } of bf4.kits.values()) {
    for (const slot of ["primary", "sidearm"] as const) {
      if (!slots[slot].includes(weaponId)) continue;
      return findViolations(createSoldierLoadout(id, { [slot]: { weaponId, attachments } }), bf4).map(
        ({ rule }) => rule,
      );
    }
  }
  throw new Error(`No kit carries ${weaponId}.`);
}

// Battlelog lists 781 excluded pairs. One names a part that no weapon has, so data/ contains 780 pairs. Ten of them name parts of two
// different weapons, such as the M240B's optics and the M249's magnifier, so no weapon can mount both.
describe("the 622 exclusion rules", () => {
  const pairs = getRules("excludes").flatMap(({ itemId, partIds }) =>
    partIds.map((partId) => [itemId, partId] as const),
  );
  const mountable = pairs.flatMap(([itemId, partId]) =>
    getPlaces(itemId).flatMap((place) =>
      getPlaces(partId)
        .filter(({ weaponId }) => weaponId === place.weaponId)
        .map((other) => ({ itemId, partId, place, other })),
    ),
  );

  test("exclude 780 pairs of parts; for 770 of them a weapon offers both parts", () => {
    expect([getRules("excludes").length, pairs.length, mountable.length]).toEqual([622, 780, 770]);
  });

  test("reject their pairs on every weapon that offers both parts", () => {
    for (const { itemId, partId, place, other } of mountable) {
      const rules = findViolatedRules(place.weaponId, { [place.partSlot]: itemId, [other.partSlot]: partId });
      expect([itemId, partId, rules]).toEqual([itemId, partId, ["parts-exclude-each-other"]]);
    }
  });

  test("have ten pairs that no weapon offers; each is rejected because one part does not fit", () => {
    const offered = new Set(mountable.map(({ itemId, partId }) => `${itemId} ${partId}`));
    const foreign = pairs.filter(([itemId, partId]) => !offered.has(`${itemId} ${partId}`));
    expect(foreign).toHaveLength(10);
    for (const [itemId, partId] of foreign) {
      for (const { weaponId, partSlot } of getPlaces(itemId)) {
        const place = getPlaces(partId)[0]?.partSlot ?? "accessory";
        expect(findViolatedRules(weaponId, { [partSlot]: itemId, [place]: partId })).toContain("part-does-not-fit");
      }
    }
  });
});

describe("the 148 lists of optics an accessory works with", () => {
  test("accept each listed optic that the weapon offers, and reject its other optics", () => {
    const rules = getRules("needs");
    let [accepted, refused] = [0, 0];
    for (const { itemId, partIds } of rules) {
      for (const { weaponId, partSlot } of getPlaces(itemId)) {
        const optics = bf4.attachments.get(weaponId)?.slots.find(({ slot }) => slot === "optic")?.options ?? [];
        expect(optics.some(({ id }) => partIds.includes(id))).toBe(true);
        for (const { id } of optics) {
          const isListed = partIds.includes(id);
          const violatedRules = findViolatedRules(weaponId, { optic: id, [partSlot]: itemId });
          if (isListed) expect([itemId, id, violatedRules]).toEqual([itemId, id, []]);
          else expect([itemId, id, violatedRules.length]).toEqual([itemId, id, 1]);
          if (isListed) accepted += 1;
          else refused += 1;
        }
      }
    }
    expect(rules).toHaveLength(148);
    console.log(`optics: ${accepted} accepted, ${refused} refused`);
    expect(accepted).toBeGreaterThan(1_000);
    expect(refused).toBeGreaterThan(500);
  });
});

/** All pairs of gadgets that a kit can carry. */
const GADGET_PAIRS = KIT_IDS.flatMap((kitId) => {
  const slots = bf4.kits.get(kitId)?.slots;
  return (slots?.gadget1 ?? []).flatMap((gadget1Id) =>
    (slots?.gadget2 ?? []).map((gadget2Id) => ({ kitId, gadget1Id, gadget2Id })),
  );
});

describe("the 45 categories", () => {
  test("allow a kit one item of each category", () => {
    const categories = new Map(getRules("category").map(({ itemId, category }) => [itemId, category]));
    expect(categories.size).toBe(45);
    const gadgetIds = new Set(GADGET_PAIRS.map(({ gadget1Id }) => gadget1Id));
    expect([...categories.keys()].filter((id) => !gadgetIds.has(id))).toEqual([]);
    for (const { kitId, gadget1Id, gadget2Id } of GADGET_PAIRS) {
      const [first, second] = [categories.get(gadget1Id), categories.get(gadget2Id)];
      const rules = findViolations(createSoldierLoadout(kitId, { gadget1Id, gadget2Id }), bf4).map(({ rule }) => rule);
      const isSameCategory = first !== undefined && first === second;
      const isSameGadget = !isSameCategory && gadget1Id === gadget2Id;
      const expectedRules = isSameCategory ? ["one-per-category"] : isSameGadget ? ["same-gadget-twice"] : [];
      expect([gadget1Id, gadget2Id, rules]).toEqual([gadget1Id, gadget2Id, expectedRules]);
    }
  });
});

describe("the 616 items without a rule", () => {
  const free = new Set(getRules("free").map(({ itemId }) => itemId));

  test("are each a part that a weapon offers or an item that a kit carries", () => {
    const itemIds = new Set([...bf4.kits.values()].flatMap(({ slots }) => Object.values(slots).flat()));
    expect(free.size).toBe(616);
    expect([...free].filter((id) => getPlaces(id).length === 0 && !itemIds.has(id))).toEqual([]);
  });

  test("fit together with every other part whose rule does not exclude them", () => {
    const excludes = (partId: string, target: Place & { id: string }) => {
      const rule = bf4.compatibility.get(partId);
      if (rule?.kind === "excludes") return rule.partIds.includes(target.id);
      return rule?.kind === "needs" && target.partSlot === "optic" && !rule.partIds.includes(target.id);
    };
    let pairs = 0;
    for (const id of free) {
      for (const place of getPlaces(id)) {
        expect([id, findViolatedRules(place.weaponId, { [place.partSlot]: id })]).toEqual([id, []]);
        for (const { slot, options } of bf4.attachments.get(place.weaponId)?.slots ?? []) {
          if (slot === place.partSlot) continue;
          for (const otherOption of options) {
            const rulesAlone = findViolatedRules(place.weaponId, { [slot]: otherOption.id });
            if (rulesAlone.length > 0 || excludes(otherOption.id, { ...place, id })) continue;
            expect([
              id,
              otherOption.id,
              findViolatedRules(place.weaponId, { [place.partSlot]: id, [slot]: otherOption.id }),
            ]).toEqual([id, otherOption.id, []]);
            pairs += 1;
          }
        }
      }
    }
    console.log(`free: ${pairs} pairs`);
    expect(pairs).toBeGreaterThan(5_000);
  });
});

describe("100,000 loadouts", () => {
  test("get the same result from an independent implementation; each violation has a sentence, and each fix removes violations", () => {
    const random = createRandom(2_042);
    const counts = { soldiers4: 0, soldiers2042: 0, vehicles: 0, refused: 0, violations: 0, fixes: 0 };
    const rules = new Set<string>();
    for (let round = 0; round < 100_000; round += 1) {
      const loadout = createLoadout(random);
      const arsenal = ARSENALS[loadout.game];
      const violations = findViolations(loadout, arsenal);
      const slots = new Set(violations.map((violation) => ("slot" in violation ? violation.slot : "game")));
      const [ours, theirs] = [[...slots].sort().join(), [...findRefusedSlots(loadout)].sort().join()];
      if (ours !== theirs) expect.fail(`“${ours}” is not “${theirs}”: ${JSON.stringify(loadout)}`);
      counts["vehicleClassId" in loadout ? "vehicles" : "kitId" in loadout ? "soldiers4" : "soldiers2042"] += 1;
      if (violations.length > 0) counts.refused += 1;
      for (const violation of violations) {
        rules.add(violation.rule);
        const sentence = describeViolation(violation, arsenal);
        if (!/^\S.+\.$/.test(sentence)) expect.fail(`“${sentence}” is no sentence.`);
        const fixed = findFix(violation, loadout, arsenal);
        counts.violations += 1;
        if (!fixed) continue;
        if (findViolations(fixed, arsenal).length >= violations.length) expect.fail(JSON.stringify(loadout));
        counts.fixes += 1;
      }
      if (round % 10 === 0) expect(findViolations(fixAll(loadout, arsenal), arsenal)).toEqual([]);
    }
    console.log("100,000 loadouts:", counts, [...rules].sort().join(", "));
    expect(counts.refused).toBeGreaterThan(30_000);
    expect(counts.refused).toBeLessThan(70_000);
    expect(Math.min(counts.soldiers4, counts.soldiers2042, counts.vehicles)).toBeGreaterThan(10_000);
    expect(counts.fixes).toBe(counts.violations);
    // Every rule except "other-game" was violated at least once.
    expect(rules.size).toBe(21);
  });
});
