import { describe, expect, test } from "vitest";
import { withLanguage } from "#server/http/language.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { type Bf4Pages, createBf4Reader } from "./bf4-response.ts";

const readPages = createBf4Reader(ARSENALS.bf4);
const read = (pages: Partial<Bf4Pages>) => readPages({ all: {}, stats: {}, weapons: {}, ...pages });

describe("the parser for soldiers of Battlefield 4", () => {
  test("merges the pages: only the second one has rounds and dog tags", () => {
    const all = { kills: 10, loses: 2, headShots: 3, quits: 1, resupplies: 5 };
    const stats = { kills: 10, roundsPlayed: 8, dogtagsTaken: 2, headshots: "30%", infantryKillDeath: 0.9 };
    expect(read({ all, stats }).figures).toEqual({
      kills: 10,
      losses: 2,
      headshots: 3,
      quits: 1,
      resupplies: 5,
      rounds: 8,
      dogTagsTaken: 2,
      headshotShare: 0.3,
      infantryKillDeath: 0.9,
    });
  });

  test("counts kills of all known weapons and gadgets, under any of their names", () => {
    const weapons = [
      { weaponName: "aek-971", kills: 100, headshots: "12.5%", accuracy: "130%" },
      { weaponName: "L115", kills: 50 },
      { weaponName: "RPK", kills: 4 },
      { weaponName: ".44 MAGNUM", kills: 3 },
      { weaponName: "rpg-7v2", kills: 7 },
      { weaponName: "railgun", kills: 2 },
      { weaponName: "m9" },
    ];
    const { tables, counters } = read({ all: { weapons } });
    expect(counters).toEqual({
      "kills:aek-971": 100,
      "kills:l96a1": 50,
      "kills:rpk-74m": 4,
      "kills:44-magnum": 3,
      "kills:rpg-7v2": 7,
    });
    expect(tables.weapons?.map(({ id, isKnown }) => [id, isKnown])).toEqual([
      ["aek-971", true],
      ["l96a1", true],
      ["rpk-74m", true],
      ["44-magnum", true],
      ["railgun", false],
      ["m9", true],
    ]);
    expect(tables.weapons?.[0]?.values).toEqual({ kills: 100, headshotShare: 0.125, accuracy: 1.3 });
    expect(tables.gadgets).toEqual([{ id: "rpg-7v2", name: "RPG-7V2", isKnown: true, values: { kills: 7 } }]);
  });

  test("uses the page of weapons only if the first page has none", () => {
    const weapons = { weapons: [{ weaponName: "m9", kills: 1 }] };
    expect(read({ all: { weapons: [] }, weapons }).counters).toEqual({ "kills:m9": 1 });
    expect(read({ all: { weapons: [{ weaponName: "m9", kills: 2 }] }, weapons }).counters).toEqual({ "kills:m9": 2 });
  });

  test("counts the score of the four classes but not of the commander", () => {
    const classes = [
      { className: "Assault", score: 1000, serviceStarAmount: 2, serviceStarProgressAmount: "41.5" },
      { className: "Commander", score: 500 },
    ];
    const { tables, counters } = read({ all: { classes } });
    expect(counters).toEqual({ "score:assault": 1000 });
    expect(tables.classes?.[0]?.values).toEqual({ score: 1000, serviceStars: 2, serviceStarShare: 0.415 });
    expect(tables.classes?.[1]).toMatchObject({ name: "Commander", isKnown: false });
  });

  test("merges the three entries of Conquest, and uses the larger value", () => {
    const gamemodes = [
      { gamemodeName: "Conquest", score: 4_500_800 },
      { gamemodeName: "Conquestlarge", score: 4_500_900 },
      { gamemodeName: "Conquestladder", score: 4_500_800 },
      { gamemodeName: "Teamdeathmatch", score: 10 },
      { gamemodeName: "Sqdm", score: 20 },
      { gamemodeName: "Elimination", score: 30 },
      { gamemodeName: "constructor", score: 40 },
    ];
    const { tables } = read({ all: { gamemodes } });
    expect(tables.modes?.map(({ name, values }) => [name, values["score"]])).toEqual([
      ["Conquest", 4_500_900],
      ["Team Deathmatch", 10],
      ["Squad Deathmatch", 20],
      ["Defuse", 30],
      ["constructor", 40],
    ]);
  });

  test("uses English names regardless of the language of the call", () => {
    const all = { classes: [{ className: "Recon", score: 1 }], gamemodes: [{ gamemodeName: "Conquest", score: 1 }] };
    const { tables } = withLanguage("de", () => createBf4Reader(ARSENALS.bf4)({ all, stats: {}, weapons: {} }));
    expect([tables.classes?.[0]?.name, tables.modes?.[0]?.name]).toEqual(["Recon", "Conquest"]);
  });

  test("merges two vehicles with the same name", () => {
    const vehicles = [
      { vehicleName: "Z-11W", type: "Air Helicopter Scout", kills: 10 },
      { vehicleName: "Z-11w", type: "Air Helicopter Scout z11", kills: 90 },
      { vehicleName: "AA MINE", type: "Soldier Equiment ", kills: 1 },
    ];
    const { tables } = read({ all: { vehicles } });
    expect(tables.vehicles?.map(({ id, values }) => [id, values["kills"]])).toEqual([
      ["z-11w", 90],
      ["aa-mine1", 1],
    ]);
  });

  test.for([
    ["within a rank", { rank: 1, currentRankProgress: 500, totalRankProgress: 8000 }, 3500],
    ["before any rank", { rank: 0, currentRankProgress: 0, totalRankProgress: 3000 }, 0],
    ["of an unknown rank", { rank: 1, currentRankProgress: 500, totalRankProgress: 7000 }, undefined],
    ["of zero", { rank: 1, currentRankProgress: 0, totalRankProgress: 0 }, undefined],
    ["beyond the maximum", { rank: 1, currentRankProgress: 9000, totalRankProgress: 8000 }, undefined],
    ["of the last rank", { rank: 140, currentRankProgress: 0, totalRankProgress: 0 }, undefined],
    ["without a rank", { currentRankProgress: 500, totalRankProgress: 8000 }, undefined],
  ] as const)("counts rank points with progress %s", ([, stats, points]) => {
    const { counters, figures } = read({ stats });
    expect([counters["rankPoints"], figures["rankPoints"]]).toEqual([points, points]);
  });
});
