import { describe, expect, test } from "vitest";
import { statistics } from "#domain/soldier/statistics.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { createBf2042Reader } from "./bf2042-response.ts";

const read = createBf2042Reader(ARSENALS.bf2042);

describe("the parser for soldiers of Battlefield 2042", () => {
  test("reads misspelt keys, and returns shares from 0 to 1", () => {
    const { figures } = read({
      kills: 120,
      loses: 4,
      gadgetsDestoyed: "1,204",
      winPercent: "52.5%",
      accuracy: 12.68,
      timePlayed: "6 days, 6:44:40",
      devidedDamage: { toVehicle: 900 },
      playerTakeDowns: [3],
      XP: [{ total: 77 }],
    });
    expect(figures).toEqual({
      kills: 120,
      // Computed from 120 kills in 6 days, 6:44:40.
      killsPerMinute: expect.closeTo(120 / (542_680 / 60), 9),
      losses: 4,
      gadgetsDestroyed: 1204,
      winShare: 0.525,
      accuracy: 0.1268,
      secondsPlayed: 542_680,
      damageToVehicles: 900,
      takedowns: 3,
      experience: 77,
    });
  });

  test("omits missing figures, and empty or invalid tables", () => {
    expect(read({ kills: null, deaths: "?", weapons: [], maps: { 0: {} }, vehicles: [null, 7] })).toEqual({
      game: "bf2042",
      figures: {},
      tables: {},
      counters: {},
      targets: {},
    });
  });

  test.for([
    [{ deaths: 100, dividedKills: { human: 150, ai: 50 } }, 1.5],
    [{ deaths: 0, dividedKills: { human: 7 } }, 7],
    [{ deaths: 0, dividedKills: { human: 0 } }, 0],
    [{ deaths: 100, dividedKills: { ai: 50 } }, undefined],
    [{ kills: 100, dividedKills: { human: 50 } }, undefined],
  ] as const)("computes kills per death without bots: %j is %d", ([response, humanKillDeath]) => {
    expect(read(response).figures["humanKillDeath"]).toBe(humanKillDeath);
  });

  test("uses the arsenal's ids and names for known entries", () => {
    const { tables } = read({
      weapons: [
        { id: "pri_ar_ak24", weaponName: "AK 24", kills: 9, headshots: "25%", hitVKills: 4.2, timeEquipped: 60 },
      ],
      vehicles: [{ id: "sur_land_bolte", vehicleName: "Bolte", kills: 1, distanceTraveled: 40 }],
      classes: [{ id: "ass_alpha", characterName: "Webster", kills: 1, kpm: 0.5 }],
      gamemodes: [{ id: "bt", gamemodeName: "BT", objetiveTime: 12, losses: 1 }],
      maps: [{ id: "kin_orbital", mapName: "O", wins: 1, winPercent: 100 }],
      gadgets: [{ id: "open_throw_gren_frag", gadgetName: "Frag", uses: 3 }],
    });
    expect(tables).toEqual({
      weapons: [
        {
          id: "ak-24",
          name: "AK-24",
          isKnown: true,
          values: { kills: 9, headshotShare: 0.25, hitsPerKill: 4.2, secondsPlayed: 60, killsPerMinute: 9 },
        },
      ],
      vehicles: [{ id: "m5c-bolte", name: "M5C Bolte", isKnown: true, values: { kills: 1, metres: 40 } }],
      classes: [{ id: "mackay", name: "Mackay", isKnown: true, values: { kills: 1, killsPerMinute: 0.5 } }],
      modes: [{ id: "bt", name: "Breakthrough Large", isKnown: true, values: { secondsOnObjectives: 12, losses: 1 } }],
      maps: [{ id: "MP_Orbital", name: "Orbital", isKnown: true, values: { wins: 1, winShare: 1 } }],
      gadgets: [{ id: "frag-grenade", name: "Frag Grenade", isKnown: true, values: { uses: 3 } }],
    });
  });

  test("uses the service's ids and names for unknown entries", () => {
    const { tables } = read({
      weapons: [{ id: "pri_ar_new", weaponName: "New rifle", kills: 3 }, { id: "x_only" }, { kills: 2 }],
    });
    expect(tables.weapons).toEqual([
      { id: "pri_ar_new", name: "New rifle", isKnown: false, values: { kills: 3 } },
      { id: "x_only", name: "x_only", isKnown: false, values: {} },
    ]);
  });

  test("counts the launchers of 1942 as gadgets, like the statistics, under the ids of the weapons", () => {
    const { tables } = read({ gadgets: [{ id: "open_equip_zook", gadgetName: "Bazooka", kills: 3 }] });
    expect(tables.gadgets).toEqual([{ id: "bazooka", name: "Bazooka", isKnown: true, values: { kills: 3 } }]);
  });

  test("joins the smoke launcher and the laser designator each to its own id", () => {
    const { tables } = read({
      gadgets: [
        { id: "open_equip_soflam", gadgetName: "Smoke Grenade Launcher", uses: 5 },
        { id: "open_equip_smokegl", gadgetName: "Smoke Grenade Launchers", uses: 7 },
      ],
    });
    expect(tables.gadgets).toEqual([
      { id: "soflam", name: "SOFLAM", isKnown: true, values: { uses: 5 } },
      { id: "smoke-grenade-launcher", name: "Smoke Grenade Launcher", isKnown: true, values: { uses: 7 } },
    ]);
  });

  test("does not count kills at a long distance, which the service gives as something else", () => {
    const { figures } = read({ kills: 9111, dividedKills: { longDistance: 369_993 } });
    expect(figures).toEqual({ kills: 9111 });
  });

  test("limits the number of rows", () => {
    const weapons = Array.from({ length: 3000 }, (_, index) => ({ id: `w${index}`, kills: index }));
    const reported = read({ weapons });
    expect(reported.tables.weapons).toHaveLength(500);
    expect(statistics.safeParse(reported).success).toBe(true);
  });
});
