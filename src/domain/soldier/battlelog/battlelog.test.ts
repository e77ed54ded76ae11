import { describe, expect, test } from "vitest";
import { counter } from "#domain/progress/known-progress.ts";
import { targetId } from "#domain/progress/target.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import * as responses from "#test/fixtures/battlelog/responses.ts";
import { readBattlelog } from "./battlelog.ts";
import { getBattlelogBook } from "./book.ts";

const BOOK = getBattlelogBook(ARSENALS.bf4);
const ROBIN = { name: "Robin", platform: "pc", playerId: null } as const;

function read(json: unknown) {
  const file = readBattlelog(JSON.parse(JSON.stringify(json)), BOOK, ROBIN);
  if ("problem" in file) throw new Error(file.problem.kind);
  return file;
}

type Row = { actualValue: number | null; valueNeeded: number | null };

const getRemaining = ({ actualValue, valueNeeded }: Row) => Math.max(0, (valueNeeded ?? 0) - (actualValue ?? 0));

/** Returns the remaining amount of each target. */
const getRemainingById = (targets: Record<string, readonly [number, number]>) =>
  new Map(Object.entries(targets).map(([id, [actual, needed]]) => [id, Math.max(0, needed - actual)]));

describe("a saved Battlelog file", () => {
  test.for([1, 2, 3])("of weapons has the remaining amount of every unlock row, seed %i", (seed) => {
    const response = responses.createWeaponsResponse(seed);
    const rows = response.data.weaponsByCategory.wA.map(({ weaponUnlock }) => weaponUnlock);
    const { statistics, counts } = read(response);
    const left = getRemainingById(statistics.targets);
    const countedRows = rows.filter(({ unlockedBy }) => unlockedBy.valueNeeded !== null);
    expect(countedRows.length).toBeGreaterThan(100);
    for (const { slug, unlockedBy } of countedRows) {
      expect([slug, left.get(targetId.item(slug))]).toEqual([slug, getRemaining(unlockedBy)]);
    }
    expect(counts.unlockRows).toBe(rows.length);
  });

  test("of a weapon's parts has the weapon and the remaining amount of every unlock row", () => {
    const weaponIds = [...ARSENALS.bf4.attachments.keys()];
    let rows = 0;
    for (const weaponId of weaponIds) {
      const response = responses.createAccessoriesResponse(7, weaponId);
      const left = getRemainingById(read([response]).statistics.targets);
      for (const { unlockId, unlockedBy } of response.data.statsItemUnlocks) {
        const id = targetId.part(weaponId, unlockId.toLowerCase());
        if (unlockedBy.valueNeeded === null) expect([id, left.get(id)]).toEqual([id, 0]);
        else expect([id, left.get(id)]).toEqual([id, getRemaining(unlockedBy)]);
        rows += 1;
      }
    }
    expect(rows).toBeGreaterThan(3000);
  });

  test("of vehicles has the remaining amount of every unlock row", () => {
    const response = responses.createVehiclesResponse(4);
    const { statistics, counts } = read(response);
    const countedRows = Object.values(response.data.unlockProgression).flat();
    const left = [...getRemainingById(statistics.targets).values()].sort((a, b) => a - b);
    expect(left).toEqual(countedRows.map(({ unlockedBy }) => getRemaining(unlockedBy)).sort((a, b) => a - b));
    expect(left.length).toBeGreaterThan(100);
    expect(counts.vehicles).toBe(ARSENALS.bf4.vehicles.size);
    expect(statistics.counters[counter.score("vehiclembt")]).toBeTypeOf("number");
  });

  test("has the kills of each weapon, written as numbers or as text", () => {
    const response = responses.createWeaponsResponse(5);
    const { statistics, counts } = read(response);
    for (const { slug, kills } of response.data.mainWeaponStats) {
      expect(statistics.counters[counter.kills(slug)]).toBe(Number(kills));
      expect(statistics.tables.weapons?.find(({ id }) => id === slug)?.values["kills"]).toBe(Number(kills));
    }
    expect(counts.weapons).toBe(ARSENALS.bf4.weapons.size);
  });

  test("with several responses in one object has the data of all of them", () => {
    const { statistics, counts, ignored } = read({
      overview: responses.createDetailsResponse(6).data,
      weapons: responses.createWeaponsResponse(6),
      all: [
        responses.createKitsResponse(6),
        responses.createAwardsResponse(6),
        responses.createAssignmentsResponse(6),
        responses.createVehiclesResponse(6),
      ],
    });
    expect(Object.keys(statistics.tables).sort()).toEqual(["classes", "modes", "vehicles", "weapons"]);
    expect(statistics.figures).toMatchObject({ accuracy: 0.125, killDeath: expect.closeTo(1.3), winShare: 0.625 });
    expect(statistics.counters[counter.rankPoints]).toBe(statistics.figures["rankPoints"]);
    expect(counts.awards).toBeGreaterThan(80);
    expect(counts.assignments).toBeGreaterThan(60);
    expect(ignored).toEqual([]);
  });

  test("has the counts of medals and of assignment criteria", () => {
    const awards = responses.createAwardsResponse(8);
    const missions = responses.createAssignmentsResponse(8);
    const { statistics } = read([awards, missions]);
    for (const { award, timesTaken } of Object.values(awards.data.medalAwardByCode)) {
      expect(statistics.counters[counter.award(award.code)]).toBe(Number(timesTaken));
    }
    const criteria = Object.values(missions.data.allMissions as Record<string, { criterias: Criterion[] }>);
    const countedRows = criteria.flatMap(({ criterias }) => criterias).filter((row) => row.originalCriteria.statCode);
    for (const { actualValue, originalCriteria } of countedRows) {
      expect(statistics.counters[counter.stat(originalCriteria.statCode ?? "")]).toBe(actualValue);
    }
    expect(countedRows.length).toBeGreaterThan(50);
  });
});

type Criterion = { actualValue: number; originalCriteria: { statCode: string | null } };

describe("an unlock row", () => {
  const ACE = "61079CAA-D7EB-4275-8C02-15A69B7AAD4B";
  const getRows = (by: object) => ({
    data: { weaponsByCategory: { wA: [{ weaponUnlock: { guid: ACE, unlockedBy: by } }] } },
  });
  const getTarget = (by: object) => read(getRows(by)).statistics.targets[targetId.item("ace-23")];

  test.for([
    ["numbers as text", { actualValue: "12", valueNeeded: "40" }, [12, 40]],
    ["a completed flag, but too small numbers", { completed: true, actualValue: 3, valueNeeded: 40 }, [40, 40]],
    ["more than is needed", { actualValue: 55, valueNeeded: 40 }, [55, 40]],
    ["a completed flag, but no numbers", { completed: true, actualValue: null, valueNeeded: null }, [1, 1]],
  ] as const)("is parsed with %s", ([, by, expected]) => {
    expect(getTarget(by)).toEqual(expected);
  });

  test("completed by a licence does not replace another row with numbers", () => {
    const progression = {
      license: { [ACE]: { unlockType: "license", completed: true, completion: 100, actualValue: 1 } },
      bucket: { [ACE]: { unlockType: "bucket", actualValue: 8328, valueNeeded: 119_000, completion: 6 } },
    };
    const { statistics } = read({ mainWeaponStatsMetadata: { unlockProgression: progression } });
    expect(statistics.targets[targetId.item("ace-23")]).toEqual([8328, 119_000]);
  });

  test("completed by an award is parsed", () => {
    const award = { [ACE]: { unlockType: "award", completed: true, completion: 100, actualValue: 1, valueNeeded: 1 } };
    const { statistics } = read({ mainWeaponStatsMetadata: { unlockProgression: { award } } });
    expect(statistics.targets[targetId.item("ace-23")]).toEqual([1, 1]);
  });

  test("of an unknown item is counted as a battlepack if kills unlock it", () => {
    const by = { codeNeeded: "c_wARkACE23__kw_g", actualValue: 180, valueNeeded: 210 };
    const { ignored } = read([
      getRows({ actualValue: 1, valueNeeded: 2 }),
      { statsItemUnlocks: [{ guid: "EEEEEEEE-0000", unlockedBy: by }] },
    ]);
    expect(ignored).toEqual([{ reason: "battlepack", count: 1 }]);
  });

  test("of an unknown item is counted once, even if it is repeated", () => {
    const row = { guid: "FFFFFFFF-0000", unlockedBy: { actualValue: 1, valueNeeded: 2 } };
    const { ignored } = read([
      getRows({ actualValue: 1, valueNeeded: 2 }),
      { statsItemUnlocks: [row] },
      { statsItemUnlocks: [row] },
    ]);
    expect(ignored).toEqual([{ reason: "unlock_unknown", count: 1 }]);
  });

  test("of a common part belongs to the weapon whose key contains the response", () => {
    const [plain] = Object.entries(BOOK.parts["ace-23"] ?? {});
    const row = { guid: plain?.[1], unlockedBy: { actualValue: 1, valueNeeded: 10 } };
    const { statistics } = read({ "ace-23": { statsItemUnlocks: [row] } });
    expect(statistics.targets).toEqual({ [targetId.part("ace-23", plain?.[0] ?? "")]: [1, 10] });
    expect(readBattlelog({ statsItemUnlocks: [row] }, BOOK, ROBIN)).toHaveProperty("problem");
  });
});

describe("an item that is listed twice", () => {
  const listModes = (gameModesScore: Record<string, string>) =>
    read({ generalStats: { gameModesScore } }).statistics.tables.modes?.map(({ name, values }) => [
      name,
      values["score"],
    ]);

  test("is counted once for the three kinds of Conquest", () => {
    expect(listModes({ 1: "500", 64: "500", 68719476736: "500" })).toEqual([["Conquest", 500]]);
    expect(listModes({ 1: "300", 64: "500" })).toEqual([["Conquest", 500]]);
  });

  test("is one mode if both kinds of Deathmatch or Obliteration have the same score, otherwise two", () => {
    expect(listModes({ 8: "70", 32: "70", 2: "9" })).toEqual([
      ["Rush", 9],
      ["Deathmatch", 70],
    ]);
    expect(listModes({ 2097152: "5", 137438953472: "5" })).toEqual([["Obliteration", 5]]);
    expect(listModes({ 8: "70", 32: "90" })).toEqual([
      ["Squad Deathmatch", 70],
      ["Team Deathmatch", 90],
    ]);
  });

  test.for([0, 1])("is one row with the larger values for a boat with two ids, in either order (%i)", (turn) => {
    const rows = [
      { slug: "dv-15", kills: 90, timeIn: 600 },
      { slug: "dv-151", kills: 4, timeIn: 30 },
    ];
    const { statistics, counts } = read({ mainVehicleStats: turn ? rows.toReversed() : rows });
    expect(statistics.tables.vehicles).toEqual([
      { id: "dv-15", name: "DV-15", isKnown: true, values: { kills: 90, secondsPlayed: 600, killsPerMinute: 9 } },
    ]);
    expect(counts.vehicles).toBe(1);
  });

  test("is one row for two responses in a file, in either order", () => {
    const [few, many] = [3, 41].map((kills) => ({ mainWeaponStats: [{ slug: "ak-12", kills }] }));
    for (const file of [
      [few, many],
      [many, few],
    ]) {
      const { statistics, counts } = read(file);
      expect([statistics.counters["kills:ak-12"], counts.weapons]).toEqual([41, 1]);
      expect(statistics.tables.weapons?.[0]?.values["kills"]).toBe(41);
    }
  });
});

test("values of Battlelog are validated like those of the statistics service", () => {
  const generalStats = { kills: -1, rank: 999, accuracy: 0.85, deaths: "1,200", heals: null, numWins: "x" };
  expect(read({ generalStats }).statistics.figures).toEqual({ accuracy: 0.0085, deaths: 1200 });
  const [weapon] =
    read({ mainWeaponStats: [{ slug: "ak-12", kills: -3, headshots: 5 }] }).statistics.tables.weapons ?? [];
  expect(weapon?.values).toEqual({ headshots: 5 });
});

describe("a file of another game or soldier", () => {
  const identity = { statsTemplate: "profile.warsawdetailedstats", personaId: 1743191638, platformInt: 1 };
  const stats = { generalStats: { kills: 5 } };
  const getProblem = (json: unknown, soldier: Partial<Parameters<typeof readBattlelog>[2]> = {}) => {
    const file = readBattlelog(json, BOOK, { ...ROBIN, ...soldier });
    return "problem" in file ? file.problem : null;
  };

  test.for([
    ["profile.bfhdetailedstats", "Battlefield Hardline"],
    ["profile.bf3stats", "Battlefield 3"],
    ["profile.unheard", ""],
  ] as const)("is refused with the game's name for the template %s", ([statsTemplate, game]) => {
    expect(getProblem({ data: { ...identity, ...stats, statsTemplate } })).toEqual({ kind: "other-game", game });
    expect(
      getProblem([
        { ...identity, ...stats },
        { ...identity, ...stats, statsTemplate },
      ]),
    ).toEqual({ kind: "other-game", game });
  });

  test("is refused by the number of the game if it has no template", () => {
    expect(getProblem({ ...stats, gameInt: 8192 })).toEqual({ kind: "other-game", game: "" });
    expect(getProblem({ ...stats, gameInt: 2048 })).toBeNull();
  });

  test("is refused if it has two soldiers or platforms", () => {
    expect(
      getProblem([
        { ...identity, ...stats },
        { ...identity, ...stats, personaId: 5 },
      ]),
    ).toEqual({ kind: "two-soldiers" });
    expect(
      getProblem([
        { ...identity, ...stats },
        { ...identity, ...stats, platformInt: 64 },
      ]),
    ).toEqual({ kind: "two-soldiers" });
  });

  test("is refused if the platform, id or name differs from the soldier's", () => {
    expect(getProblem({ ...identity, ...stats, platformInt: 32 })).toEqual({ kind: "other-platform", platform: "ps4" });
    expect(getProblem({ ...identity, ...stats }, { playerId: "5" })).toEqual({ kind: "other-soldier", name: null });
    expect(getProblem({ ...identity, ...stats, personaName: "Alex" })).toEqual({ kind: "other-soldier", name: "Alex" });
    expect(getProblem({ ...identity, ...stats, personaName: "rOBIN" })).toBeNull();
    expect(getProblem({ ...identity, ...stats, personaName: "Alex" }, { playerId: "1743191638" })).toBeNull();
  });
});

describe("a file with several responses", () => {
  const stats = { generalStats: { kills: 5 } };
  const others = { overviewStats: { kills: 9999 } };
  const getProblem = (json: unknown, soldier: Partial<Parameters<typeof readBattlelog>[2]>) => {
    const file = readBattlelog(json, BOOK, { ...ROBIN, name: "Alice", ...soldier });
    return "problem" in file ? file.problem : { playerId: file.playerId };
  };

  test.for([
    [
      "an id, and another name",
      "111",
      [
        { personaId: 111, personaName: "Alice", ...stats },
        { personaName: "Bob", ...others },
      ],
      "two-soldiers",
    ],
    [
      "an id without a name, and another name",
      "111",
      [
        { personaId: 111, ...stats },
        { personaName: "Bob", ...others },
      ],
      "other-soldier",
    ],
    [
      "an id that no response connects with the name",
      null,
      [
        { personaId: 222, ...stats },
        { personaName: "Alice", ...others },
      ],
      "two-soldiers",
    ],
    [
      "two names",
      null,
      [
        { personaName: "Alice", ...stats },
        { personaName: "Bob", ...others },
      ],
      "two-soldiers",
    ],
  ] as const)("is refused with %s", ([, playerId, json, kind]) => {
    expect(getProblem(json, { playerId })).toMatchObject({ kind });
  });

  test("is parsed if all belong to one soldier, even if some name only an id or a name", () => {
    const json = [{ personaId: 111, personaName: "aLICE", ...stats }, { personaId: 111, ...others }, { ...stats }];
    expect(getProblem(json, {})).toEqual({ playerId: "111" });
    expect(getProblem(json, { name: "Bob", playerId: "111" })).toEqual({ playerId: "111" });
    expect(
      getProblem(
        [
          { personaId: 111, ...stats },
          { personaName: "ALICE", ...others },
        ],
        { playerId: "111" },
      ),
    ).toEqual({
      playerId: "111",
    });
  });

  test("is refused for a platform without Battlefield 4", () => {
    expect(getProblem({ platformInt: 128, ...stats }, {})).toEqual({ kind: "other-platform", platform: "other" });
    expect(
      getProblem(
        [
          { platformInt: 1, ...stats },
          { platformInt: 128, ...others },
        ],
        {},
      ),
    ).toEqual({ kind: "two-soldiers" });
  });

  test("belongs to the soldier that an enclosing object names", () => {
    const wrap = (identity: object) => ({ data: { ...identity, stats: [stats] } });
    expect(getProblem(wrap({ statsTemplate: "profile.bfhstats" }), {})).toMatchObject({ kind: "other-game" });
    expect(getProblem(wrap({ personaId: "222" }), { playerId: "111" })).toMatchObject({ kind: "other-soldier" });
    expect(getProblem(wrap({ platformInt: 32 }), {})).toEqual({ kind: "other-platform", platform: "ps4" });
    expect(getProblem(wrap({ personaName: "Bob" }), {})).toMatchObject({ kind: "other-soldier" });
    expect(getProblem(wrap({ personaId: "222", platformInt: 1 }), {})).toEqual({ playerId: "222" });
    expect(getProblem([wrap({ personaId: "222" }), wrap({ personaId: "111" })], {})).toEqual({
      kind: "two-soldiers",
    });
  });
});

test("kills of a weapon are dropped if they exceed the soldier's kills", () => {
  const file = { generalStats: { kills: 10, deaths: 5 }, mainWeaponStats: [{ slug: "ak-12", kills: 999_999 }] };
  const { statistics } = read(file);
  expect([statistics.figures["kills"], statistics.tables.weapons?.[0]?.values, statistics.counters]).toEqual([
    10,
    {},
    {},
  ]);
});

describe("a file without a valid response", () => {
  test.for([
    ["nothing", null],
    ["text", "hello"],
    ["another file", { format: "fieldlocker/locker", loadouts: [] }],
    ["an empty response", { type: "success", message: "nostats", data: null }],
    ["an error response", { type: "error", message: "SESSION_NOT_FOUND", data: { reason: 1 } }],
    ["a response of another kind", { type: "success", data: { gameReports: [] } }],
    ["a response without rows", { type: "success", data: { mainWeaponStats: [] } }],
  ] as const)("is refused with a problem: %s", ([, json]) => {
    expect(readBattlelog(json, BOOK, ROBIN)).toEqual({
      problem: expect.objectContaining({ kind: expect.any(String) }),
    });
  });

  test("does not make the parser throw for wrong types or deep nesting", () => {
    const wrong = { mainWeaponStats: { a: 1, b: [null] }, allMissions: [{ criterias: "x" }], generalStats: 7 };
    expect(
      readBattlelog({ ...wrong, unlocks: { __proto__: null, x: [[[{ unlockedBy: 3 }]]] } }, BOOK, ROBIN),
    ).toBeDefined();
    let deep: unknown = { unlockedBy: { actualValue: 1, valueNeeded: 2 } };
    for (let level = 0; level < 10_000; level += 1) deep = [deep];
    expect(readBattlelog({ weaponsByCategory: deep }, BOOK, ROBIN)).toHaveProperty("problem");
    expect(readBattlelog(deep, BOOK, ROBIN)).toHaveProperty("problem");
  });

  test("has weapons that the arsenal lacks, marked as unknown", () => {
    const { statistics } = read({ mainWeaponStats: [{ slug: "new-gun", kills: 3, accuracy: null }] });
    expect(statistics.tables.weapons).toEqual([
      { id: "new-gun", name: "NEW-GUN", isKnown: false, values: { kills: 3 } },
    ]);
    expect(statistics.counters).toEqual({});
  });
});
