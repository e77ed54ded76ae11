import { describe, expect, test } from "vitest";
import { PATCHES, type Patch } from "#domain/game-data/patch.ts";
import { listChangeEntries } from "#messages/catalogue/bf2042-changes.ts";
import { formatChanges, formatPairs } from "#messages/game/change-words.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { getGunChanges } from "./record-changes.ts";

const { weapons, records } = ARSENALS.bf2042;

const getTexts = (id: string, patch: Patch) =>
  getGunChanges(id, records)
    .find((one) => one.patch === patch)
    ?.groups.map((group) => `${formatPairs(group)}: ${formatChanges(group)}`);

describe("the differences between two records of a gun", () => {
  test("are counted in guns: 46, 5, 3, 0, 4, 2, 2 and 3 from 7.2.0 on", () => {
    const changedAt = [...weapons.keys()].flatMap((id) => getGunChanges(id, records).map(({ patch }) => patch));
    const counts = PATCHES.map((patch) => changedAt.filter((one) => one === patch).length);
    expect([...counts].reverse()).toEqual([0, 46, 5, 3, 0, 4, 2, 2, 3]);
  });

  test("are shots to kill where those differ: 100 ÷ 28 is 4, 100 ÷ 24 is 5", () => {
    expect(getTexts("g57", "7.2.0")?.[0]).toContain("+1 shot to kill");
  });

  test("are the damage where the hits stay the same", () => {
    expect(getTexts("ak-24", "7.2.0")?.[0]).toContain("damage 28 → 26 from 0 m");
  });

  test("separate thousands as other figures do", () => {
    expect(getTexts("ac9", "9.2.0")?.join()).toContain("automatic rate 1,078 → 1,080 rpm");
  });

  test("name the pairs, or say that it is every one of them", () => {
    expect(getTexts("gol-sniper-magnum", "9.2.0")).toEqual(["Factory, High Power: single-shot rate 55 → 36 rpm"]);
    expect(getTexts("xm8-lmg", "8.9.0")).toEqual([
      "Every barrel and ammunition: velocity 850 → 845 m/s, reload when empty 2.58 → 2.77 s",
    ]);
  });

  test("are not counted in hits where a record does not know the pellets", () => {
    expect(getTexts("mcs-880", "8.6.1")?.join()).not.toContain("hit");
  });

  test("leave out head multipliers that a record does not have itself", () => {
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
