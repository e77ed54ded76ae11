// What two records of Battlefield 2042 give differently for one gun. A difference is a patch or a correction of the sheet.
import type { Bf2042Arsenal } from "#domain/game-data/bf2042-arsenal.ts";
import { PATCHES, type Patch } from "#domain/game-data/patch.ts";
import type { Configuration } from "#domain/game-data/schemas/bf2042-weapon.ts";
import { damageAt } from "./fire.ts";
import { type Stretch, shotsLine } from "./lethality/kill-line.ts";

const HEALTH = 100;

export type Change =
  /** More or fewer hits to kill a soldier of full health, chest hits alone; `toM` is null beyond the last step. */
  | { kind: "hits"; fromM: number; toM: number | null; by: number }
  /** The damage of one bullet or pellet where the hits stay the same: the first step that differs. */
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

/** Figures whose difference makes a gun a changed one; the others are listed with them. */
const MAIN: readonly Change["kind"][] = ["hits", "damage", "velocity", "auto", "burst", "single"];

/** The same changes of one or more pairs of barrel and ammunition. */
export type ChangeGroup = {
  pairs: readonly { barrel: string; ammunition: string }[];
  /** Whether these are all the pairs both records list. */
  isAll: boolean;
  changes: readonly Change[];
};

/** What a gun's record gives otherwise than the record before. */
export type GunChanges = { patch: Patch; recorded: string; before: Patch; groups: readonly ChangeGroup[] };

const computed = new WeakMap<Bf2042Arsenal["records"], Map<string, readonly GunChanges[]>>();

/** Every record that differs from the one before in a gun's damage, velocity or rate of fire, newest first. */
export function getGunChanges(weaponId: string, records: Bf2042Arsenal["records"]): readonly GunChanges[] {
  const byWeapon = computed.get(records) ?? new Map<string, readonly GunChanges[]>();
  computed.set(records, byWeapon);
  const changes = byWeapon.get(weaponId) ?? compareRecords(weaponId, records);
  byWeapon.set(weaponId, changes);
  return changes;
}

function compareRecords(weaponId: string, records: Bf2042Arsenal["records"]): readonly GunChanges[] {
  return PATCHES.flatMap((patch, at) => {
    const [after, before] = [records.get(patch), records.get(PATCHES[at + 1] ?? patch)];
    const old = before?.configurations.get(weaponId);
    const now = after?.configurations.get(weaponId);
    if (!after || !before || !old || !now) return [];
    const groups = getGroups(old, now);
    const isChanged = groups.some(({ changes }) => changes.some(({ kind }) => MAIN.includes(kind)));
    return isChanged ? [{ patch, recorded: after.recorded, before: before.patch, groups }] : [];
  });
}

/** Lines the sheet does not have itself are left out: they would repeat those of another magazine. */
function getGroups(before: readonly Configuration[], after: readonly Configuration[]): readonly ChangeGroup[] {
  const groups = new Map<string, ChangeGroup & { pairs: ChangeGroup["pairs"][number][] }>();
  let shared = 0;
  for (const old of before) {
    const now = after.find(({ barrel, ammunition }) => barrel === old.barrel && ammunition === old.ammunition);
    if (!now || now.isInferred || old.isInferred) continue;
    shared += 1;
    const changes = getChanges(old, now);
    if (changes.length === 0) continue;
    const key = JSON.stringify(changes);
    const group = groups.get(key) ?? { pairs: [], isAll: false, changes };
    group.pairs.push({ barrel: old.barrel, ammunition: old.ammunition });
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => ({ ...group, isAll: group.pairs.length === shared }));
}

/** What one line gives otherwise than the other; a figure that either does not know is left out. */
export function getChanges(before: Configuration, after: Configuration): readonly Change[] {
  const figures = Object.entries(FIGURES).flatMap(([name, read]): Change[] => {
    const [old, now] = [read(before), read(after)];
    if (old === null || now === null || old === now) return [];
    return [{ kind: name as Figure, before: old, after: now }];
  });
  return [...damageChanges(before, after), ...figures];
}

/** In hits where they differ, else in damage. Steps that change nothing are no difference of hits. */
function damageChanges(before: Configuration, after: Configuration): readonly Change[] {
  if (JSON.stringify(before.damage) === JSON.stringify(after.damage)) return [];
  const hits = hitChanges(getHits(before), getHits(after));
  return hits.length > 0 ? hits : stepChange(before, after);
}

/** Empty where the pellets are not known. */
const getHits = ({ damage, pellets }: Configuration): readonly Stretch[] =>
  pellets === null ? [] : shotsLine(damage, HEALTH, { pellets });

function hitChanges(before: readonly Stretch[], after: readonly Stretch[]): readonly Change[] {
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

function stepChange({ damage: before }: Configuration, { damage: after }: Configuration): readonly Change[] {
  const distances = [...before.steps, ...after.steps].map(({ fromM }) => fromM).sort((a, b) => a - b);
  const fromM = distances.find((distanceM) => damageAt(before, distanceM) !== damageAt(after, distanceM));
  if (fromM === undefined) return [];
  return [{ kind: "damage", fromM, before: damageAt(before, fromM), after: damageAt(after, fromM) }];
}
