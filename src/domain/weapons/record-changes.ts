// Compares two records of Battlefield 2042 for a gun. A difference is a patch or a correction of the sheet.
import type { Bf2042Arsenal } from "#domain/game-data/bf2042-arsenal.ts";
import { PATCHES, type Patch } from "#domain/game-data/patch.ts";
import type { Configuration } from "#domain/game-data/schemas/bf2042-weapon.ts";
import { damageAt } from "./fire.ts";
import { getShotsLine, type Stretch } from "./lethality/kill-line.ts";

const HEALTH = 100;

export type Change =
  /** More or fewer hits to kill a soldier of full health with chest hits only; `toM` is null after the last step. */
  | { kind: "hits"; fromM: number; toM: number | null; by: number }
  /** The first step at which the damage of one bullet or pellet differs, if the hits are the same. */
  | { kind: "damage"; fromM: number; before: number; after: number }
  | { kind: Figure; before: number; after: number };

type Figure = keyof typeof FIGURES;

const FIGURES = {
  velocity: (line: Configuration) => line.velocityMps,
  auto: (line: Configuration) => line.rateOfFireRpm.auto,
  burst: (line: Configuration) => line.rateOfFireRpm.burst,
  single: (line: Configuration) => line.rateOfFireRpm.single,
  pellets: (line: Configuration) => line.pellets,
  magazine: (line: Configuration) => line.magazine,
  tactical: (line: Configuration) => line.reload?.tacticalS ?? null,
  empty: (line: Configuration) => line.reload?.emptyS ?? null,
  head: (line: Configuration) => (line.headMultiplier?.sourceId === line.sourceId ? line.headMultiplier.value : null),
} as const;

/** The figures that count a gun as changed; differences of the other figures are listed with them. */
const MAIN: readonly Change["kind"][] = ["hits", "damage", "velocity", "auto", "burst", "single"];

/** The same changes for one or more pairs of barrel and ammunition. */
export type ChangeGroup = {
  pairs: readonly { barrel: string; ammunition: string }[];
  /** Whether these are all the pairs that both records list. */
  isAll: boolean;
  changes: readonly Change[];
};

/** The differences of a gun's record from the previous record. */
export type GunChanges = { patch: Patch; recorded: string; before: Patch; groups: readonly ChangeGroup[] };

const cache = new WeakMap<Bf2042Arsenal["records"], Map<string, readonly GunChanges[]>>();

/** Returns every record in which a gun's damage, velocity or rate of fire differs from the previous record, newest first. */
export function getGunChanges(weaponId: string, records: Bf2042Arsenal["records"]): readonly GunChanges[] {
  const byWeapon = cache.get(records) ?? new Map<string, readonly GunChanges[]>();
  cache.set(records, byWeapon);
  const changes = byWeapon.get(weaponId) ?? compareRecords(weaponId, records);
  byWeapon.set(weaponId, changes);
  return changes;
}

function compareRecords(weaponId: string, records: Bf2042Arsenal["records"]): readonly GunChanges[] {
  return PATCHES.flatMap((patch, at) => {
    const [after, before] = [records.get(patch), records.get(PATCHES[at + 1] ?? patch)];
    const oldLines = before?.configurations.get(weaponId);
    const newLines = after?.configurations.get(weaponId);
    if (!after || !before || !oldLines || !newLines) return [];
    const groups = getGroups(oldLines, newLines);
    const isChanged = groups.some(({ changes }) => changes.some(({ kind }) => MAIN.includes(kind)));
    return isChanged ? [{ patch, recorded: after.recorded, before: before.patch, groups }] : [];
  });
}

/** Returns the changes by pair. Inferred lines are skipped, because they would repeat the changes of another magazine. */
function getGroups(before: readonly Configuration[], after: readonly Configuration[]): readonly ChangeGroup[] {
  const groups = new Map<string, ChangeGroup & { pairs: ChangeGroup["pairs"][number][] }>();
  let shared = 0;
  for (const oldLine of before) {
    const newLine = after.find(
      ({ barrel, ammunition }) => barrel === oldLine.barrel && ammunition === oldLine.ammunition,
    );
    if (!newLine || newLine.isInferred || oldLine.isInferred) continue;
    shared += 1;
    const changes = getChanges(oldLine, newLine);
    if (changes.length === 0) continue;
    const key = JSON.stringify(changes);
    const group = groups.get(key) ?? { pairs: [], isAll: false, changes };
    group.pairs.push({ barrel: oldLine.barrel, ammunition: oldLine.ammunition });
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => ({ ...group, isAll: group.pairs.length === shared }));
}

/** Returns the differences between two lines; a figure that either line lacks is omitted. */
export function getChanges(before: Configuration, after: Configuration): readonly Change[] {
  const figures = Object.entries(FIGURES).flatMap(([name, read]): Change[] => {
    const [valueBefore, valueAfter] = [read(before), read(after)];
    if (valueBefore === null || valueAfter === null || valueBefore === valueAfter) return [];
    return [{ kind: name as Figure, before: valueBefore, after: valueAfter }];
  });
  return [...getDamageChanges(before, after), ...figures];
}

/** Returns the differences in hits; if there are none, the difference in damage. */
function getDamageChanges(before: Configuration, after: Configuration): readonly Change[] {
  if (JSON.stringify(before.damage) === JSON.stringify(after.damage)) return [];
  const hits = getHitChanges(getHits(before), getHits(after));
  return hits.length > 0 ? hits : getStepChange(before, after);
}

/** Returns the shots to kill by distance; empty if the number of pellets is unknown. */
const getHits = ({ damage, pellets }: Configuration): readonly Stretch[] =>
  pellets === null ? [] : getShotsLine(damage, HEALTH, { pellets });

function getHitChanges(before: readonly Stretch[], after: readonly Stretch[]): readonly Change[] {
  if (before.length === 0 || after.length === 0) return [];
  const distances = [...new Set([...before, ...after].map(({ fromM }) => fromM))].sort((a, b) => a - b);
  const shotsAt = (line: readonly Stretch[], distanceM: number) =>
    line.findLast(({ fromM }) => fromM <= distanceM)?.shots ?? 0;
  const changes: { kind: "hits"; fromM: number; toM: number | null; by: number }[] = [];
  distances.forEach((fromM, at) => {
    const by = shotsAt(after, fromM) - shotsAt(before, fromM);
    const last = changes.at(-1);
    const toM = distances[at + 1] ?? null;
    if (last?.by === by && last.toM === fromM) last.toM = toM;
    else if (by !== 0) changes.push({ kind: "hits", fromM, toM, by });
  });
  return changes;
}

function getStepChange({ damage: before }: Configuration, { damage: after }: Configuration): readonly Change[] {
  const distances = [...before.steps, ...after.steps].map(({ fromM }) => fromM).sort((a, b) => a - b);
  const fromM = distances.find((distanceM) => damageAt(before, distanceM) !== damageAt(after, distanceM));
  if (fromM === undefined) return [];
  return [{ kind: "damage", fromM, before: damageAt(before, fromM), after: damageAt(after, fromM) }];
}
