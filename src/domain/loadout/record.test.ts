import { describe, expect, test } from "vitest";
import { getArsenalAtLayer } from "#domain/game-data/bf2042-arsenal.ts";
import { PATCHES, SEASON_TWO, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import { omitRecord } from "#domain/loadout/loadout.ts";
import { type Ballistics, getBallistics, getChoice } from "#domain/weapons/ballistics.ts";
import { damageAt } from "#domain/weapons/fire.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { type Bf2042Loadout, loadout as schema } from "./loadout.ts";
import { getRecord, listChangedWeapons, withRecord } from "./record.ts";
import { createEmptyBoard, createStarterLoadout } from "./starter.ts";

const { bf4, bf2042 } = ARSENALS;

/** Returns the guns whose figures have changed since the loadout's record. */
const listChanged = (loadout: Bf2042Loadout): readonly string[] =>
  listChangedWeapons(loadout, bf2042, getArsenalAtLayer(bf2042, getRecord(loadout) ?? SHOWN_PATCH));

function createCarrying(sidearmId: string, barrel: string[] = []): Bf2042Loadout {
  const starter = createStarterLoadout(bf2042, "assault");
  if (starter.game !== "bf2042") throw new Error("It is of another game.");
  const sidearm = { weaponId: sidearmId, board: { ...createEmptyBoard(), barrel } };
  return { ...starter, primary: { weaponId: null, board: createEmptyBoard() }, sidearm };
}

describe("the record of a loadout", () => {
  test("is 6.2.0 if the loadout names none, and null in Battlefield 4", () => {
    expect(getRecord(createCarrying("g57"))).toBe("6.2.0");
    expect(getRecord(withRecord(createCarrying("g57"), "8.0.0"))).toBe("8.0.0");
    expect(getRecord(createStarterLoadout(bf4, "assault"))).toBeNull();
    expect(omitRecord(withRecord(createCarrying("g57"), "8.0.0"))).toEqual(createCarrying("g57"));
  });

  test("is the default record for the figures of Season 2", () => {
    expect(withRecord(createCarrying("g57"), SEASON_TWO)).toMatchObject({ patch: SHOWN_PATCH });
  });

  test("is the default record for a record of a later release", () => {
    expect(schema.parse({ ...createCarrying("g57"), patch: "99.1.0" })).toMatchObject({ patch: SHOWN_PATCH });
    expect(schema.parse(createCarrying("g57"))).not.toHaveProperty("patch");
  });
});

describe("the guns whose figures differ from the loadout's record", () => {
  test("include the G57 only for 6.2.0, as 7.2.0 changed its figures", () => {
    const differing = PATCHES.filter((patch) => listChanged({ ...createCarrying("g57"), patch }).length > 0);
    expect(differing).toEqual(["6.2.0"]);
  });

  test("include the AK-24 with a drum, for which the sheet of 6.2.0 has no lines", () => {
    const board = { ...createEmptyBoard(), ammunition: ["standard-issue-drum"] };
    const drum = { ...createCarrying("g57"), primary: { weaponId: "ak-24", board } };
    expect(listChanged(drum)).toEqual(["ak-24", "g57"]);
  });

  test("include every gun with different figures, for every ammunition and record", () => {
    const getFigures = ({ damage, velocityMps, ratesOfFireRpm, magazine, reload, pellets }: Ballistics) => [
      ...(damage?.kind === "steps" ? [0, 10, 20, 30, 40, 50, 75, 100, 150].map((m) => damageAt(damage, m)) : []),
      ...[velocityMps, ratesOfFireRpm.auto, ratesOfFireRpm.burst, ratesOfFireRpm.single, magazine, pellets],
      ...[reload?.tacticalS ?? null, reload?.emptyS ?? null],
    ];
    const now = getArsenalAtLayer(bf2042, SHOWN_PATCH);
    let compared = 0;
    for (const patch of PATCHES.slice(1)) {
      const earlier = getArsenalAtLayer(bf2042, patch);
      for (const [id, { options }] of bf2042.attachments) {
        for (const part of options.filter(({ slot, ammunition }) => slot === "ammunition" && ammunition)) {
          const choice = getChoice([part]);
          const [old, shown] = [earlier, now].map(({ weapons }) => {
            const weapon = weapons.get(id);
            return weapon && getBallistics(weapon, choice);
          });
          if (!old?.damage || !shown?.damage) continue;
          const figures = getFigures(shown);
          const differs = getFigures(old).some((value, index) => {
            const shownValue = figures[index] ?? null;
            return value !== null && shownValue !== null && value !== shownValue;
          });
          const weaponChoice = { weaponId: id, board: { ...createEmptyBoard(), ammunition: [part.id] } };
          const loadout = { ...createCarrying("none"), primary: weaponChoice, patch };
          if (differs)
            expect(listChangedWeapons(loadout, bf2042, earlier), `${id} with ${part.id} of ${patch}`).toEqual([id]);
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(1000);
  });

  test("are empty in Battlefield 4 and for the default record", () => {
    expect(listChangedWeapons(createStarterLoadout(bf4, "assault"), bf2042, bf2042)).toEqual([]);
    expect(listChanged({ ...createCarrying("g57"), patch: SHOWN_PATCH })).toEqual([]);
  });
});
