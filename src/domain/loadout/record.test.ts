import { describe, expect, test } from "vitest";
import { atLayer } from "#domain/game-data/bf2042-arsenal.ts";
import { PATCHES, SEASON_TWO, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import { withoutRecord } from "#domain/loadout/loadout.ts";
import { type Ballistics, getBallistics, getChoice } from "#domain/weapons/ballistics.ts";
import { damageAt } from "#domain/weapons/fire.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { type Bf2042Loadout, loadout as schema } from "./loadout.ts";
import { getRecord, listChangedWeapons, withRecord } from "./record.ts";
import { emptyBoard, starterLoadout } from "./starter.ts";

const { bf4, bf2042 } = ARSENALS;

/** What has changed since the loadout's record. */
const listChanged = (loadout: Bf2042Loadout): readonly string[] =>
  listChangedWeapons(loadout, bf2042, atLayer(bf2042, getRecord(loadout) ?? SHOWN_PATCH));

function carrying(sidearmId: string, barrel: string[] = []): Bf2042Loadout {
  const starter = starterLoadout(bf2042, "assault");
  if (starter.game !== "bf2042") throw new Error("It is of another game.");
  const sidearm = { weaponId: sidearmId, board: { ...emptyBoard(), barrel } };
  return { ...starter, primary: { weaponId: null, board: emptyBoard() }, sidearm };
}

describe("the record of a loadout", () => {
  test("is 6.2.0 where none is named, and none in Battlefield 4", () => {
    expect(getRecord(carrying("g57"))).toBe("6.2.0");
    expect(getRecord(withRecord(carrying("g57"), "8.0.0"))).toBe("8.0.0");
    expect(getRecord(starterLoadout(bf4, "assault"))).toBeNull();
    expect(withoutRecord(withRecord(carrying("g57"), "8.0.0"))).toEqual(carrying("g57"));
  });

  test("of Season 2's figures is the shown one", () => {
    expect(withRecord(carrying("g57"), SEASON_TWO)).toMatchObject({ patch: SHOWN_PATCH });
  });

  test("that this release does not know is the shown one", () => {
    expect(schema.parse({ ...carrying("g57"), patch: "99.1.0" })).toMatchObject({ patch: SHOWN_PATCH });
    expect(schema.parse(carrying("g57"))).not.toHaveProperty("patch");
  });
});

describe("guns whose figures differ from the loadout's record", () => {
  test("are those with a later record that differs: the G57's is of 7.2.0", () => {
    const differing = PATCHES.filter((patch) => listChanged({ ...carrying("g57"), patch }).length > 0);
    expect(differing).toEqual(["6.2.0"]);
  });

  test("are those of the build itself: the AK-24's drum, which the sheet of 6.2.0 lists without lines of its own", () => {
    const board = { ...emptyBoard(), ammunition: ["standard-issue-drum"] };
    const drum = { ...carrying("g57"), primary: { weaponId: "ak-24", board } };
    expect(listChanged(drum)).toEqual(["ak-24", "g57"]);
  });

  test("are all whose figures differ, whatever is mounted: every gun, ammunition and record", () => {
    const getFigures = ({ damage, velocityMps, ratesOfFireRpm, magazine, reload, pellets }: Ballistics) => [
      ...(damage?.kind === "steps" ? [0, 10, 20, 30, 40, 50, 75, 100, 150].map((m) => damageAt(damage, m)) : []),
      ...[velocityMps, ratesOfFireRpm.auto, ratesOfFireRpm.burst, ratesOfFireRpm.single, magazine, pellets],
      ...[reload?.tacticalS ?? null, reload?.emptyS ?? null],
    ];
    const now = atLayer(bf2042, SHOWN_PATCH);
    let compared = 0;
    for (const patch of PATCHES.slice(1)) {
      const then = atLayer(bf2042, patch);
      for (const [id, { options }] of bf2042.attachments) {
        for (const part of options.filter(({ slot, ammunition }) => slot === "ammunition" && ammunition)) {
          const choice = getChoice([part]);
          const [old, shown] = [then, now].map(({ weapons }) => {
            const weapon = weapons.get(id);
            return weapon && getBallistics(weapon, choice);
          });
          if (!old?.damage || !shown?.damage) continue;
          const figures = getFigures(shown);
          const differs = getFigures(old).some((value, at) => {
            const other = figures[at] ?? null;
            return value !== null && other !== null && value !== other;
          });
          const weaponChoice = { weaponId: id, board: { ...emptyBoard(), ammunition: [part.id] } };
          const loadout = { ...carrying("none"), primary: weaponChoice, patch };
          if (differs)
            expect(listChangedWeapons(loadout, bf2042, then), `${id} with ${part.id} of ${patch}`).toEqual([id]);
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(1000);
  });

  test("are none in Battlefield 4, and none of the shown record", () => {
    expect(listChangedWeapons(starterLoadout(bf4, "assault"), bf2042, bf2042)).toEqual([]);
    expect(listChanged({ ...carrying("g57"), patch: SHOWN_PATCH })).toEqual([]);
  });
});
