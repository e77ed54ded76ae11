import { describe, expect, test } from "vitest";
import { counter } from "#domain/progress/known-progress.ts";
import { targetId } from "#domain/progress/target.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import * as answers from "#test/fixtures/battlelog/answers.ts";
import { readBattlelog } from "./battlelog.ts";
import { getBattlelogBook } from "./book.ts";

const BOOK = getBattlelogBook(ARSENALS.bf4);

function read(json: unknown) {
  const file = readBattlelog(JSON.parse(JSON.stringify(json)), BOOK);
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
    const { statistics, found } = read(answer);
    const left = leftIn(statistics.targets);
    const counted = rows.filter(({ unlockedBy }) => unlockedBy.valueNeeded !== null);
    expect(counted.length).toBeGreaterThan(100);
    for (const { slug, unlockedBy } of counted) {
      expect([slug, left.get(targetId.item(slug))]).toEqual([slug, getLeft(unlockedBy)]);
    }
    expect(found.unlockRows).toBe(rows.length);
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
    const { statistics, found } = read(answer);
    const counted = Object.values(answer.data.unlockProgression).flat();
    const left = [...leftIn(statistics.targets).values()].sort((one, other) => one - other);
    expect(left).toEqual(counted.map(({ unlockedBy }) => getLeft(unlockedBy)).sort((one, other) => one - other));
    expect(left.length).toBeGreaterThan(100);
    expect(found.vehicles).toBe(ARSENALS.bf4.vehicles.size);
    expect(statistics.counters[counter.score("vehiclembt")]).toBeTypeOf("number");
  });

  test("reads kills of each weapon, written as numbers or as text", () => {
    const answer = answers.weaponsAnswer(5);
    const { statistics, found } = read(answer);
    for (const { slug, kills } of answer.data.mainWeaponStats) {
      expect(statistics.counters[counter.kills(slug)]).toBe(Number(kills));
      expect(statistics.tables.weapons?.find(({ id }) => id === slug)?.values["kills"]).toBe(Number(kills));
    }
    expect(found.weapons).toBe(ARSENALS.bf4.weapons.size);
  });

  test("with several answers in one object holds what all of them say", () => {
    const { statistics, found, ignored } = read({
      overview: answers.detailsAnswer(6).data,
      weapons: answers.weaponsAnswer(6),
      all: [answers.kitsAnswer(6), answers.awardsAnswer(6), answers.assignmentsAnswer(6), answers.vehiclesAnswer(6)],
    });
    expect(Object.keys(statistics.tables).sort()).toEqual(["classes", "modes", "vehicles", "weapons"]);
    expect(statistics.figures).toMatchObject({ accuracy: 0.125, killDeath: 1.3, winShare: 0.625 });
    expect(statistics.counters[counter.rankPoints]).toBe(statistics.figures["rankPoints"]);
    expect(found.awards).toBeGreaterThan(80);
    expect(found.assignments).toBeGreaterThan(60);
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
    expect(readBattlelog({ statsItemUnlocks: [row] }, BOOK)).toHaveProperty("problem");
  });
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
    expect(readBattlelog(json, BOOK)).toEqual({
      problem: expect.objectContaining({ kind: expect.any(String) }),
    });
  });

  test("breaks nothing where shapes are wrong or deep", () => {
    const wrong = { mainWeaponStats: { a: 1, b: [null] }, allMissions: [{ criterias: "x" }], generalStats: 7 };
    expect(readBattlelog({ ...wrong, unlocks: { __proto__: null, x: [[[{ unlockedBy: 3 }]]] } }, BOOK)).toBeDefined();
    let deep: unknown = { unlockedBy: { actualValue: 1, valueNeeded: 2 } };
    for (let level = 0; level < 10_000; level += 1) deep = [deep];
    expect(readBattlelog({ weaponsByCategory: deep }, BOOK)).toHaveProperty("problem");
    expect(readBattlelog(deep, BOOK)).toHaveProperty("problem");
  });

  test("keeps weapons our arsenal does not know, as such", () => {
    const { statistics } = read({ mainWeaponStats: [{ slug: "new-gun", kills: 3, accuracy: null }] });
    expect(statistics.tables.weapons).toEqual([{ id: "new-gun", name: "NEW-GUN", known: false, values: { kills: 3 } }]);
    expect(statistics.counters).toEqual({});
  });
});
