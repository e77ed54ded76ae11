import { describe, expect, test } from "vitest";
import { PATCHES, type Patch } from "#domain/game-data/patch.ts";
import { listChangeEntries } from "#messages/catalogue/bf2042-changes.ts";
import { formatChanges, formatPairs } from "#messages/game/change-words.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { getGunChanges } from "./record-changes.ts";

const { weapons, records } = ARSENALS.bf2042;

const getTexts = (id: string, patch: Patch) =>
  getGunChanges(id, records)
    .find((changes) => changes.patch === patch)
    ?.groups.map((group) => `${formatPairs(group)}: ${formatChanges(group)}`);

describe("the differences between two records of a gun", () => {
  test("affect 46, 5, 3, 0, 4, 2, 2 and 3 guns from 7.2.0 on", () => {
    const changedAt = [...weapons.keys()].flatMap((id) => getGunChanges(id, records).map(({ patch }) => patch));
    const counts = PATCHES.map((patch) => changedAt.filter((changedPatch) => changedPatch === patch).length);
    expect([...counts].reverse()).toEqual([0, 46, 5, 3, 0, 4, 2, 2, 3]);
  });

  test("are in shots to kill if these differ: 4 × 28, but 5 × 24", () => {
    expect(getTexts("g57", "7.2.0")?.[0]).toContain("+1 shot to kill");
  });

  test("are in damage if the shots to kill are equal", () => {
    expect(getTexts("ak-24", "7.2.0")?.[0]).toContain("damage 28 → 26 from 0 m");
  });

  test("have thousands separators", () => {
    expect(getTexts("ac9", "9.2.0")?.join()).toContain("automatic rate 1,078 → 1,080 rpm");
  });

  test("name the pairs of barrel and ammunition, or refer to all pairs", () => {
    expect(getTexts("gol-sniper-magnum", "9.2.0")).toEqual(["Factory, High Power: single-shot rate 55 → 36 rpm"]);
    expect(getTexts("xm8-lmg", "8.9.0")).toEqual([
      "Every barrel and ammunition: velocity 850 → 845 m/s, reload when empty 2.58 → 2.77 s",
    ]);
  });

  test("are not in shots to kill if a record lacks the number of pellets", () => {
    expect(getTexts("mcs-880", "8.6.1")?.join()).not.toContain("hit");
  });

  test("omit head multipliers that a record takes from an earlier record", () => {
    for (const id of weapons.keys()) expect(getTexts(id, "8.6.1")?.join() ?? "").not.toContain("head");
  });
});

test("the change log lists the guns that differ and those recorded for the first time, newest first", () => {
  const entries = listChangeEntries(ARSENALS.bf2042);
  expect(entries.filter(({ group }) => group === "9.2.0").map(({ name, amount }) => `${name} ${amount}`)).toEqual([
    "AC-42 since 8.9.0",
    "AC9 since 8.9.0",
    "GOL Sniper Magnum since 8.9.0",
    "KFS2000 new",
    "Lynx new",
    "Prototype new",
  ]);
  expect(entries.find(({ id }) => id === "gol-sniper-magnum-9.2.0")?.brief).toBe(
    "Factory, High Power: single-shot rate 55 → 36 rpm",
  );
  expect(entries.map(({ group }) => group)).not.toContain("6.2.0");
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
});
