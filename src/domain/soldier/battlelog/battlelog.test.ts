import { describe, expect, test } from "vitest";
import { counter } from "#domain/progress/known-progress.ts";
import { targetId } from "#domain/progress/target.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import * as answers from "#test/fixtures/battlelog/answers.ts";
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

const getLeft = ({ actualValue, valueNeeded }: Row) => Math.max(0, (valueNeeded ?? 0) - (actualValue ?? 0));

/** The remaining amount of each reported target. */
const leftIn = (targets: Record<string, readonly [number, number]>) =>
  new Map(Object.entries(targets).map(([id, [actual, needed]]) => [id, Math.max(0, needed - actual)]));

describe("a saved Battlelog file", () => {
  test.for([1, 2, 3])("of weapons, seed %i, leaves of every unlock row what its own numbers leave", (seed) => {
    const answer = answers.weaponsAnswer(seed);
    const rows = answer.data.weaponsByCategory.wA.map(({ weaponUnlock }) => weaponUnlock);
    const { statistics, counts } = read(answer);
    const left = leftIn(statistics.targets);
    const counted = rows.filter(({ unlockedBy }) => unlockedBy.valueNeeded !== null);
    expect(counted.length).toBeGreaterThan(100);
    for (const { slug, unlockedBy } of counted) {
      expect([slug, left.get(targetId.item(slug))]).toEqual([slug, getLeft(unlockedBy)]);
    }
    expect(counts.unlockRows).toBe(rows.length);
  });

  test("of every weapon's parts finds the weapon each answer is of, and leaves of every row the same", () => {
    const weaponIds = [...ARSENALS.bf4.attachments.keys()];
    let rows = 0;
    for (const weaponId of weaponIds) {
      const answer = answers.accessoriesAnswer(7, weaponId);
      const left = leftIn(read([answer]).statistics.targets);
      for (const { unlockId, unlockedBy } of answer.data.statsItemUnlocks) {
        const id = targetId.part(weaponId, unlockId.toLowerCase());
        if (unlockedBy.valueNeeded === null) expect([id, left.get(id)]).toEqual([id, 0]);
        else expect([id, left.get(id)]).toEqual([id, getLeft(unlockedBy)]);
        rows += 1;
      }
    }
    expect(rows).toBeGreaterThan(3000);
  });

  test("of vehicles leaves of everything they mount what its own numbers leave", () => {
    const answer = answers.vehiclesAnswer(4);
    const { statistics, counts } = read(answer);
    const counted = Object.values(answer.data.unlockProgression).flat();
    const left = [...leftIn(statistics.targets).values()].sort((one, other) => one - other);
    expect(left).toEqual(counted.map(({ unlockedBy }) => getLeft(unlockedBy)).sort((one, other) => one - other));
    expect(left.length).toBeGreaterThan(100);
    expect(counts.vehicles).toBe(ARSENALS.bf4.vehicles.size);
    expect(statistics.counters[counter.score("vehiclembt")]).toBeTypeOf("number");
  });

  test("reads kills of each weapon, written as numbers or as text", () => {
    const answer = answers.weaponsAnswer(5);
    const { statistics, counts } = read(answer);
    for (const { slug, kills } of answer.data.mainWeaponStats) {
      expect(statistics.counters[counter.kills(slug)]).toBe(Number(kills));
      expect(statistics.tables.weapons?.find(({ id }) => id === slug)?.values["kills"]).toBe(Number(kills));
    }
    expect(counts.weapons).toBe(ARSENALS.bf4.weapons.size);
  });

  test("with several answers in one object holds what all of them say", () => {
    const { statistics, counts, ignored } = read({
      overview: answers.detailsAnswer(6).data,
      weapons: answers.weaponsAnswer(6),
      all: [answers.kitsAnswer(6), answers.awardsAnswer(6), answers.assignmentsAnswer(6), answers.vehiclesAnswer(6)],
    });
    expect(Object.keys(statistics.tables).sort()).toEqual(["classes", "modes", "vehicles", "weapons"]);
    expect(statistics.figures).toMatchObject({ accuracy: 0.125, killDeath: expect.closeTo(1.3), winShare: 0.625 });
    expect(statistics.counters[counter.rankPoints]).toBe(statistics.figures["rankPoints"]);
    expect(counts.awards).toBeGreaterThan(80);
    expect(counts.assignments).toBeGreaterThan(60);
    expect(ignored).toEqual([]);
  });

  test("counts medals and what criteria of assignments count", () => {
    const awards = answers.awardsAnswer(8);
    const missions = answers.assignmentsAnswer(8);
    const { statistics } = read([awards, missions]);
    for (const { award, timesTaken } of Object.values(awards.data.medalAwardByCode)) {
      expect(statistics.counters[counter.award(award.code)]).toBe(Number(timesTaken));
    }
    const criteria = Object.values(missions.data.allMissions as Record<string, { criterias: Criterion[] }>);
    const counted = criteria.flatMap(({ criterias }) => criterias).filter((row) => row.originalCriteria.statCode);
    for (const { actualValue, originalCriteria } of counted) {
      expect(statistics.counters[counter.stat(originalCriteria.statCode ?? "")]).toBe(actualValue);
    }
    expect(counted.length).toBeGreaterThan(50);
  });
});

type Criterion = { actualValue: number; originalCriteria: { statCode: string | null } };

describe("an unlock row", () => {
  const ACE = "61079CAA-D7EB-4275-8C02-15A69B7AAD4B";
  const getRows = (by: object) => ({
    data: { weaponsByCategory: { wA: [{ weaponUnlock: { guid: ACE, unlockedBy: by } }] } },
  });
  const target = (by: object) => read(getRows(by)).statistics.targets[targetId.item("ace-23")];

  test.for([
    ["numbers as text", { actualValue: "12", valueNeeded: "40" }, [12, 40]],
    ["a word that it is done, before its numbers are", { completed: true, actualValue: 3, valueNeeded: 40 }, [40, 40]],
    ["more than is needed", { actualValue: 55, valueNeeded: 40 }, [55, 40]],
    ["no numbers, but done", { completed: true, actualValue: null, valueNeeded: null }, [1, 1]],
  ] as const)("with %s is read", ([, by, expected]) => {
    expect(target(by)).toEqual(expected);
  });

  test("that a licence completes does not hide the numbers of another", () => {
    const progression = {
      license: { [ACE]: { unlockType: "license", completed: true, completion: 100, actualValue: 1 } },
      bucket: { [ACE]: { unlockType: "bucket", actualValue: 8328, valueNeeded: 119_000, completion: 6 } },
    };
    const { statistics } = read({ mainWeaponStatsMetadata: { unlockProgression: progression } });
    expect(statistics.targets[targetId.item("ace-23")]).toEqual([8328, 119_000]);
  });

  test("that an award completes is read", () => {
    const award = { [ACE]: { unlockType: "award", completed: true, completion: 100, actualValue: 1, valueNeeded: 1 } };
    const { statistics } = read({ mainWeaponStatsMetadata: { unlockProgression: { award } } });
    expect(statistics.targets[targetId.item("ace-23")]).toEqual([1, 1]);
  });

  test("of an unknown item that a count of kills gives is a battlepack", () => {
    const by = { codeNeeded: "c_wARkACE23__kw_g", actualValue: 180, valueNeeded: 210 };
    const { ignored } = read([
      getRows({ actualValue: 1, valueNeeded: 2 }),
      { statsItemUnlocks: [{ guid: "EEEEEEEE-0000", unlockedBy: by }] },
    ]);
    expect(ignored).toEqual([{ reason: "battlepack", count: 1 }]);
  });

  test("counts an unknown item once, wherever it occurs", () => {
    const row = { guid: "FFFFFFFF-0000", unlockedBy: { actualValue: 1, valueNeeded: 2 } };
    const { ignored } = read([
      getRows({ actualValue: 1, valueNeeded: 2 }),
      { statsItemUnlocks: [row] },
      { statsItemUnlocks: [row] },
    ]);
    expect(ignored).toEqual([{ reason: "unlock_unknown", count: 1 }]);
  });

  test("of a plain part is of the weapon the file stands under", () => {
    const [plain] = Object.entries(BOOK.parts["ace-23"] ?? {});
    const row = { guid: plain?.[1], unlockedBy: { actualValue: 1, valueNeeded: 10 } };
    const { statistics } = read({ "ace-23": { statsItemUnlocks: [row] } });
    expect(statistics.targets).toEqual({ [targetId.part("ace-23", plain?.[0] ?? "")]: [1, 10] });
    expect(readBattlelog({ statsItemUnlocks: [row] }, BOOK, ROBIN)).toHaveProperty("problem");
  });
});

describe("one thing that is listed twice", () => {
  const modes = (gameModesScore: Record<string, string>) =>
    read({ generalStats: { gameModesScore } }).statistics.tables.modes?.map(({ name, values }) => [
      name,
      values["score"],
    ]);

  test("as Conquest three times is counted once", () => {
    expect(modes({ 1: "500", 64: "500", 68719476736: "500" })).toEqual([["Conquest", 500]]);
    expect(modes({ 1: "300", 64: "500" })).toEqual([["Conquest", 500]]);
  });

  test("as two kinds of Deathmatch or Obliteration with one score is one, and with two scores is two", () => {
    expect(modes({ 8: "70", 32: "70", 2: "9" })).toEqual([
      ["Rush", 9],
      ["Deathmatch", 70],
    ]);
    expect(modes({ 2097152: "5", 137438953472: "5" })).toEqual([["Obliteration", 5]]);
    expect(modes({ 8: "70", 32: "90" })).toEqual([
      ["Squad Deathmatch", 70],
      ["Team Deathmatch", 90],
    ]);
  });

  test.for([0, 1])("as a boat under two names has the larger row, in either order (%i)", (turn) => {
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

  test("in two answers of one file is one, in either order", () => {
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

test("values of Battlelog obey the rules of the service", () => {
  const generalStats = { kills: -1, rank: 999, accuracy: 0.85, deaths: "1,200", heals: null, numWins: "x" };
  expect(read({ generalStats }).statistics.figures).toEqual({ accuracy: 0.0085, deaths: 1200 });
  const [weapon] =
    read({ mainWeaponStats: [{ slug: "ak-12", kills: -3, headshots: 5 }] }).statistics.tables.weapons ?? [];
  expect(weapon?.values).toEqual({ headshots: 5 });
});

describe("a file that is not the soldier's", () => {
  const ours = { statsTemplate: "profile.warsawdetailedstats", personaId: 1743191638, platformInt: 1 };
  const stats = { generalStats: { kills: 5 } };
  const problemOf = (json: unknown, soldier: Partial<Parameters<typeof readBattlelog>[2]> = {}) => {
    const file = readBattlelog(json, BOOK, { ...ROBIN, ...soldier });
    return "problem" in file ? file.problem : null;
  };

  test.for([
    ["profile.bfhdetailedstats", "Battlefield Hardline"],
    ["profile.bf3stats", "Battlefield 3"],
    ["profile.unheard", ""],
  ] as const)("but of another game (%s) is refused, naming it", ([statsTemplate, game]) => {
    expect(problemOf({ data: { ...ours, ...stats, statsTemplate } })).toEqual({ kind: "other-game", game });
    expect(
      problemOf([
        { ...ours, ...stats },
        { ...ours, ...stats, statsTemplate },
      ]),
    ).toEqual({ kind: "other-game", game });
  });

  test("by its number of the game, where it names no template", () => {
    expect(problemOf({ ...stats, gameInt: 8192 })).toEqual({ kind: "other-game", game: "" });
    expect(problemOf({ ...stats, gameInt: 2048 })).toBeNull();
  });

  test("but of two persons or platforms is refused", () => {
    expect(
      problemOf([
        { ...ours, ...stats },
        { ...ours, ...stats, personaId: 5 },
      ]),
    ).toEqual({ kind: "two-soldiers" });
    expect(
      problemOf([
        { ...ours, ...stats },
        { ...ours, ...stats, platformInt: 64 },
      ]),
    ).toEqual({ kind: "two-soldiers" });
  });

  test("but of another platform, id or name is refused", () => {
    expect(problemOf({ ...ours, ...stats, platformInt: 32 })).toEqual({ kind: "other-platform", platform: "ps4" });
    expect(problemOf({ ...ours, ...stats }, { playerId: "5" })).toEqual({ kind: "other-soldier", name: null });
    expect(problemOf({ ...ours, ...stats, personaName: "Alex" })).toEqual({ kind: "other-soldier", name: "Alex" });
    expect(problemOf({ ...ours, ...stats, personaName: "rOBIN" })).toBeNull();
    expect(problemOf({ ...ours, ...stats, personaName: "Alex" }, { playerId: "1743191638" })).toBeNull();
  });
});

describe("a list of answers", () => {
  const stats = { generalStats: { kills: 5 } };
  const others = { overviewStats: { kills: 9999 } };
  const problemOf = (json: unknown, soldier: Partial<Parameters<typeof readBattlelog>[2]>) => {
    const file = readBattlelog(json, BOOK, { ...ROBIN, name: "Alice", ...soldier });
    return "problem" in file ? file.problem : { playerId: file.playerId };
  };

  test.for([
    [
      "an id with another's name",
      "111",
      [
        { personaId: 111, personaName: "Alice", ...stats },
        { personaName: "Bob", ...others },
      ],
      "two-soldiers",
    ],
    [
      "an id without a name, and another's name",
      "111",
      [
        { personaId: 111, ...stats },
        { personaName: "Bob", ...others },
      ],
      "other-soldier",
    ],
    [
      "an id that nothing connects with the name",
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
  ] as const)("with %s is refused", ([, playerId, json, kind]) => {
    expect(problemOf(json, { playerId })).toMatchObject({ kind });
  });

  test("of one person is read, whatever each answer names", () => {
    const json = [{ personaId: 111, personaName: "aLICE", ...stats }, { personaId: 111, ...others }, { ...stats }];
    expect(problemOf(json, {})).toEqual({ playerId: "111" });
    expect(problemOf(json, { name: "Bob", playerId: "111" })).toEqual({ playerId: "111" });
    expect(
      problemOf(
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

  test("of a platform without Battlefield 4 is refused", () => {
    expect(problemOf({ platformInt: 128, ...stats }, {})).toEqual({ kind: "other-platform", platform: "other" });
    expect(
      problemOf(
        [
          { platformInt: 1, ...stats },
          { platformInt: 128, ...others },
        ],
        {},
      ),
    ).toEqual({ kind: "two-soldiers" });
  });

  test("belongs to whom the objects around it name", () => {
    const around = (identity: object) => ({ data: { ...identity, stats: [stats] } });
    expect(problemOf(around({ statsTemplate: "profile.bfhstats" }), {})).toMatchObject({ kind: "other-game" });
    expect(problemOf(around({ personaId: "222" }), { playerId: "111" })).toMatchObject({ kind: "other-soldier" });
    expect(problemOf(around({ platformInt: 32 }), {})).toEqual({ kind: "other-platform", platform: "ps4" });
    expect(problemOf(around({ personaName: "Bob" }), {})).toMatchObject({ kind: "other-soldier" });
    expect(problemOf(around({ personaId: "222", platformInt: 1 }), {})).toEqual({ playerId: "222" });
    expect(problemOf([around({ personaId: "222" }), around({ personaId: "111" })], {})).toEqual({
      kind: "two-soldiers",
    });
  });
});

test("no weapon of a file has more kills than its soldier", () => {
  const file = { generalStats: { kills: 10, deaths: 5 }, mainWeaponStats: [{ slug: "ak-12", kills: 999_999 }] };
  const { statistics } = read(file);
  expect([statistics.figures["kills"], statistics.tables.weapons?.[0]?.values, statistics.counters]).toEqual([
    10,
    {},
    {},
  ]);
});

describe("what is no saved answer", () => {
  test.for([
    ["nothing", null],
    ["text", "hello"],
    ["another file", { format: "fieldlocker/locker", loadouts: [] }],
    ["an empty answer", { type: "success", message: "nostats", data: null }],
    ["a refusal", { type: "error", message: "SESSION_NOT_FOUND", data: { reason: 1 } }],
    ["a response of another kind", { type: "success", data: { gameReports: [] } }],
    ["an answer with nothing in it", { type: "success", data: { mainWeaponStats: [] } }],
  ] as const)("of %s gives a message", ([, json]) => {
    expect(readBattlelog(json, BOOK, ROBIN)).toEqual({
      problem: expect.objectContaining({ kind: expect.any(String) }),
    });
  });

  test("breaks nothing where shapes are wrong or deep", () => {
    const wrong = { mainWeaponStats: { a: 1, b: [null] }, allMissions: [{ criterias: "x" }], generalStats: 7 };
    expect(
      readBattlelog({ ...wrong, unlocks: { __proto__: null, x: [[[{ unlockedBy: 3 }]]] } }, BOOK, ROBIN),
    ).toBeDefined();
    let deep: unknown = { unlockedBy: { actualValue: 1, valueNeeded: 2 } };
    for (let level = 0; level < 10_000; level += 1) deep = [deep];
    expect(readBattlelog({ weaponsByCategory: deep }, BOOK, ROBIN)).toHaveProperty("problem");
    expect(readBattlelog(deep, BOOK, ROBIN)).toHaveProperty("problem");
  });

  test("keeps weapons our arsenal does not know, as such", () => {
    const { statistics } = read({ mainWeaponStats: [{ slug: "new-gun", kills: 3, accuracy: null }] });
    expect(statistics.tables.weapons).toEqual([
      { id: "new-gun", name: "NEW-GUN", isKnown: false, values: { kills: 3 } },
    ]);
    expect(statistics.counters).toEqual({});
  });
});
