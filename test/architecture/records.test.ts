// Tests the figures of Battlefield 2042 at nine patches in data/bf2042/records.json.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PATCHES, type Patch } from "#domain/game-data/patch.ts";
import type { Configuration } from "#domain/game-data/schemas/bf2042-weapon.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";

const { records, weapons, sources } = ARSENALS.bf2042;
const OLDEST_FIRST = [...PATCHES].reverse();

function getRecord(patch: Patch) {
  const record = records.get(patch);
  if (!record) throw new Error(`No record of ${patch}.`);
  return record;
}

/** Returns the lines that the sheet contains; the lines of larger magazines may be inferred from smaller ones. */
const getListed = (lines: readonly Configuration[]) => lines.filter(({ isInferred }) => !isInferred);

const getLines = (patch: Patch) => [...getRecord(patch).configurations.values()].flat();

/** Whether the damage, the velocity or a rate of fire differs, if both records have it. */
function differs(before: Configuration, after: Configuration): boolean {
  const getFigures = ({ damage, velocityMps, rateOfFireRpm }: Configuration) => [
    JSON.stringify(damage.steps),
    velocityMps,
    ...Object.values(rateOfFireRpm),
  ];
  const [old, now] = [getFigures(before), getFigures(after)];
  return old.some((value, index) => value !== null && now[index] !== null && value !== now[index]);
}

function getChangedGuns(before: Patch, after: Patch): string[] {
  return [...getRecord(before).configurations].flatMap(([id, lines]) => {
    const laterLines = getListed(getRecord(after).configurations.get(id) ?? []);
    const findSameLine = (line: Configuration) =>
      laterLines.find(({ barrel, ammunition }) => barrel === line.barrel && ammunition === line.ammunition);
    return getListed(lines).some((line) => differs(line, findSameLine(line) ?? line)) ? [id] : [];
  });
}

describe("the records of Battlefield 2042", () => {
  test("are nine in order of date, each with a source for its patch", () => {
    expect([...records.keys()]).toEqual(OLDEST_FIRST);
    const dates = [...records.values()].map(({ recorded }) => recorded);
    expect(dates).toEqual([...dates].sort());
    for (const { patch, sourceId } of records.values()) expect(sources.get(sourceId)?.patch).toBe(patch);
  });

  test("have 61 to 69 guns, which are all in the arsenal", () => {
    const guns = OLDEST_FIRST.map((patch) => [...getRecord(patch).configurations.keys()]);
    expect(guns.map((ids) => ids.length)).toEqual([61, 64, 64, 64, 65, 66, 66, 66, 69]);
    expect(guns.flat().filter((id) => !weapons.has(id))).toEqual([]);
  });

  test("have 719 pairs of barrel and ammunition at 9.2.0, without duplicates", () => {
    expect(getLines("9.2.0")).toHaveLength(719);
    for (const { configurations } of records.values()) {
      for (const lines of configurations.values()) {
        const pairs = lines.map(({ barrel, ammunition }) => `${barrel}, ${ammunition}`);
        expect(new Set(pairs).size).toBe(pairs.length);
      }
    }
  });

  // By the sheet's own names, one gun fewer would differ at 7.2.0 and one more at 7.3.0. But the Rorsch's only ammunition at 6.2.0
  // is later named automatic, and the MCS-880's #01 shell at 7.2.0 is later named #00.
  test("differ from the previous record in 46, 5, 3, 0, 4, 2, 2 and 3 guns", () => {
    const changed = OLDEST_FIRST.slice(1).map((patch, at) => getChangedGuns(OLDEST_FIRST[at] ?? patch, patch));
    expect(changed.map((ids) => ids.length)).toEqual([46, 5, 3, 0, 4, 2, 2, 3]);
    expect(changed.at(-1)).toEqual(["ac-42", "ac9", "gol-sniper-magnum"]);
  });

  test("list the magazine of all 219 ammunitions of 6.2.0", () => {
    const file = JSON.parse(readFileSync("data/bf2042/records.json", "utf8"));
    const listed = Object.values<Record<string, { magazine?: number }>>(file[0].weapons).flatMap(Object.values);
    expect(listed.filter(({ magazine }) => magazine !== undefined)).toHaveLength(219);
  });

  test("match another copy of the sheet at 6.2.0, except two crossbow lines whose additional steps have no effect", () => {
    type Copied = [
      barrel: string,
      ammunition: string,
      damage: [number, number][],
      velocity: number | null,
      rates: object,
    ];
    const copy: Record<string, Copied[]> = JSON.parse(readFileSync("test/fixtures/sheet-6-2-copy.json", "utf8"));
    const shared = Object.entries(copy).flatMap(([id, lines]) =>
      lines.flatMap(([barrel, ammunition, ...figures]) => {
        const ours = getRecord("6.2.0").configurations.get(id) ?? [];
        const line = ours.find((each) => each.barrel === barrel && each.ammunition === ammunition);
        if (!line) return [];
        const steps = line.damage.steps.map(({ fromM, damage }) => [fromM, damage]);
        const rates = Object.fromEntries(Object.entries(line.rateOfFireRpm).filter(([, rate]) => rate !== null));
        return [
          {
            id,
            isEqual: JSON.stringify([steps, line.velocityMps]) === JSON.stringify(figures.slice(0, 2)),
            rates,
            copied: figures[2],
          },
        ];
      }),
    );
    expect(shared).toHaveLength(396);
    expect(shared.filter(({ isEqual }) => !isEqual).map(({ id }) => id)).toEqual(["ghostmaker-r10", "ghostmaker-r10"]);
    for (const { rates, copied } of shared) expect(rates).toEqual(copied);
  });

  test("contain the base pair of every gun they list, except the MCS-880 at 7.2.0", () => {
    const withoutBase = [...records.values()].flatMap(({ patch, configurations }) =>
      [...configurations].flatMap(([id, lines]) => {
        const base = weapons.get(id)?.base;
        const hasBase = lines.some(
          ({ barrel, ammunition }) => barrel === base?.barrel && ammunition === base.ammunition,
        );
        return hasBase ? [] : [`${id} ${patch}`];
      }),
    );
    expect(withoutBase).toEqual(["mcs-880 7.2.0"]);
  });

  test("use the head multipliers of 7.3.0 for later patches, and none for guns added later", () => {
    const laterMultipliers = getLines("9.2.0").flatMap(({ headMultiplier }) => headMultiplier ?? []);
    expect(new Set(laterMultipliers.map(({ sourceId }) => sourceId))).toEqual(new Set(["sheet-7.3.0"]));
    const unknown = [...getRecord("9.2.0").configurations].filter(([, lines]) =>
      lines.every(({ headMultiplier }) => headMultiplier === null),
    );
    expect(unknown.map(([id]) => id).sort()).toEqual(["an-94", "kfs2000", "lynx", "m1-garand", "prototype"]);
  });
});

test("docs/data.md has a row for every repository that figures come from", () => {
  const rows = readFileSync("docs/data.md", "utf8").split("\n");
  const origins = [...sources.values()].flatMap(({ origin }) => origin?.split(":")[0] ?? []);
  const unnamed = [...new Set(origins)].filter((origin) => !rows.some((row) => row.startsWith(`| \`${origin}\` | `)));
  expect(unnamed).toEqual([]);
  expect(origins.length).toBeGreaterThan(5);
});
