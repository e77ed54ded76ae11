import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import type { Unlock } from "#domain/game-data/schemas/award.ts";
import type { Bf4Gadget } from "#domain/game-data/schemas/gadget.ts";
import { counter } from "#domain/progress/known-progress.ts";
import {
  createFeat,
  createTarget,
  getSteps,
  type Need,
  type Progress,
  type Target,
  targetId,
} from "#domain/progress/target.ts";
import { normalizeText } from "#domain/text.ts";
import { m } from "#messages";
import { createAwardNameLookup } from "#messages/catalogue/bf4-items.ts";
import { cachePerLanguage } from "#messages/format.ts";
import { formatNumber } from "#messages/format-number.ts";
import { getVehicleClassTitle, KIT_TITLES, WEAPON_CLASS_TITLES } from "#messages/game/titles.ts";
import { formatUnlocks, LADDER_TITLES } from "#messages/game/unlock-words.ts";
import { createAwardWayLookup, listAwardTargets } from "./award-targets.ts";
import { TARGET_TITLES } from "./target-words.ts";

/**
 * Returns the targets of Battlefield 4 in the order of the arsenal: weapons with their attachments and battlepacks, gadgets, vehicle
 * options, ranks, awards. Items available from the start are not targets.
 */
function listTargets(arsenal: Bf4Arsenal): readonly Target[] {
  const unlockFields = createUnlockFieldsLookup(arsenal);
  return [
    ...listWeaponTargets(arsenal, unlockFields),
    ...listGadgetTargets(arsenal, unlockFields),
    ...listOptionTargets(arsenal, unlockFields),
    ...listRankTargets(arsenal),
    ...listAwardTargets(arsenal),
  ];
}

/** Returns the targets of the ranks except rank 0, with which every soldier starts. */
const listRankTargets = ({ ranks }: Bf4Arsenal): readonly Target[] =>
  ranks.slice(1).map(({ rank, points, name, sourceId }) =>
    createTarget({
      id: targetId.rank(rank),
      kind: "rank",
      name: m.target_name_rank({ rank, name }),
      group: TARGET_TITLES.rank,
      ways: [[createPointsNeed(rank, points)]],
      sourceId,
    }),
  );

/** Returns the targets of an arsenal in the active language; they are created on first use and cached. */
export const getProgress: (arsenal: Bf4Arsenal) => Progress = cachePerLanguage((arsenal) => createProgress(arsenal));

export function createProgress(arsenal: Bf4Arsenal): Progress {
  const targets = listTargets(arsenal);
  return {
    targets,
    byId: new Map(targets.map((target) => [target.id, target])),
    steps: getSteps(targets),
    words: new Map(targets.map((target) => [target.id, normalizeText(getSearchText(target))])),
  };
}

const getSearchText = ({ name, group, weapon, kind, gives }: Target): string =>
  [name, weapon?.name, group, TARGET_TITLES[kind], ...gives].join(" ");

/** Returns the targets of each weapon, followed by those of its attachments and battlepacks. */
function listWeaponTargets(arsenal: Bf4Arsenal, getUnlockFields: UnlockFieldsLookup): readonly Target[] {
  return [...arsenal.weapons.values()].flatMap(
    ({ id, name, class: weaponClass, unlocks, battlepackKills, sourceId }) => {
      const weapon = { id, name };
      const ownerFields = { group: WEAPON_CLASS_TITLES[weaponClass], weapon };
      const unlockFields = getUnlockFields(unlocks);
      const item = createTarget({
        ...ownerFields,
        id: targetId.item(id),
        kind: "weapon",
        name,
        ways: [],
        sourceId,
        ...unlockFields,
      });
      const packs = battlepackKills.slice(0, 1).flatMap(({ value, sourceId }) =>
        value.map((kills) =>
          createTarget({
            ...ownerFields,
            id: targetId.battlepack(id, kills),
            kind: "battlepack",
            name: m.target_name_battlepack({ name }),
            ways: [[createKillsNeed(weapon, kills)]],
            sourceId,
          }),
        ),
      );
      return [...(unlockFields ? [item] : []), ...listPartTargets(arsenal, ownerFields, getUnlockFields), ...packs];
    },
  );
}

type OwnerFields = Pick<Target, "group"> & { weapon: NonNullable<Target["weapon"]> };

function listPartTargets(
  { attachments }: Bf4Arsenal,
  ownerFields: OwnerFields,
  getUnlockFields: UnlockFieldsLookup,
): readonly Target[] {
  const { slots, sourceId } = attachments.get(ownerFields.weapon.id) ?? { slots: [], sourceId: "" };
  return slots.flatMap(({ options }) =>
    options.flatMap(({ id, name, unlocks }) => {
      const unlockFields = getUnlockFields(unlocks, ownerFields.weapon);
      return unlockFields
        ? [
            createTarget({
              ...ownerFields,
              id: targetId.part(ownerFields.weapon.id, id),
              kind: "part",
              name,
              sourceId,
              ...unlockFields,
            }),
          ]
        : [];
    }),
  );
}

/** Returns the targets of the gadgets that a kit carries; second records without a slot are omitted. */
function listGadgetTargets({ gadgets }: Bf4Arsenal, getUnlockFields: UnlockFieldsLookup): readonly Target[] {
  return [...gadgets.values()].flatMap((gadget) => {
    const { id, name, slots, unlocks, sourceId } = gadget;
    const unlockFields = slots.length > 0 ? getUnlockFields(unlocks) : null;
    if (!unlockFields) return [];
    return [
      createTarget({ id: targetId.item(id), kind: "gadget", name, group: getGroup(gadget), sourceId, ...unlockFields }),
    ];
  });
}

function getGroup({ kitIds: [kitId, ...others] }: Bf4Gadget): string {
  return kitId && others.length === 0 ? KIT_TITLES[kitId] : TARGET_TITLES.gadget;
}

/** Returns the targets of the vehicle classes' options. */
function listOptionTargets({ vehicleLoadouts }: Bf4Arsenal, getUnlockFields: UnlockFieldsLookup): readonly Target[] {
  return [...vehicleLoadouts.values()].flatMap(({ id: classId, name: className, slots, sourceId }) => {
    const group = getVehicleClassTitle({ id: classId, name: className });
    return slots.flatMap(({ options }) =>
      options.flatMap(({ id, name, unlocks }) => {
        const unlockFields = getUnlockFields(unlocks);
        const fields = { id: targetId.option(classId, id), kind: "option", name, group, sourceId } as const;
        return unlockFields ? [createTarget({ ...fields, ...unlockFields })] : [];
      }),
    );
  });
}

// The ways to get an item: each of its unlocks is a way, and any single way is sufficient.

type Weapon = NonNullable<Target["weapon"]>;

/** The fields of a target that depend on its unlocks. */
type UnlockFields = Pick<Target, "ways" | "earned" | "through">;

/** Returns null for an item available from the start. `weapon` is the weapon whose kills count. */
type UnlockFieldsLookup = (unlocks: readonly Unlock[] | null, weapon?: Weapon) => UnlockFields | null;

function createUnlockFieldsLookup(arsenal: Bf4Arsenal): UnlockFieldsLookup {
  const getAwardWays = createAwardWayLookup(arsenal);
  const getAwardName = createAwardNameLookup(arsenal);
  const points = new Map(arsenal.ranks.map(({ rank, points }) => [rank, points]));
  return (unlocks, weapon) => {
    if (unlocks?.length === 0) return null;
    const award = unlocks?.find((unlock) => unlock.kind === "award");
    const code = award?.kind === "award" ? (award.awardCode ?? award.rawCode) : null;
    const { ways, through } = code === null ? { ways: [], through: null } : getAwardWays(code);
    const others = (unlocks ?? []).map((unlock) => [
      getNeed(unlock, weapon, points) ?? createFeat(formatUnlocks([unlock], getAwardName), code && counter.award(code)),
    ]);
    return { ways: through === null ? others : ways, earned: code && counter.award(code), through };
  };
}

/** Returns the countable requirement of an unlock; null if it is not countable. */
function getNeed(unlock: Unlock, weapon: Weapon | undefined, points: ReadonlyMap<number, number>): Need | null {
  switch (unlock.kind) {
    case "kills":
      return weapon ? createKillsNeed(weapon, unlock.kills) : null;
    case "score": {
      const sentence = m.game_unlock_score({
        score: formatNumber(unlock.score, 3),
        ladder: LADDER_TITLES[unlock.ladderId] ?? unlock.ladderId,
      });
      return { counter: counter.score(unlock.ladderId), amount: unlock.score, unit: "score", sentence };
    }
    case "rank": {
      const amount = points.get(unlock.rank);
      return amount === undefined ? null : createPointsNeed(unlock.rank, amount);
    }
    default:
      return null;
  }
}

/** Returns the requirement of a number of kills with a weapon. */
const createKillsNeed = ({ id, name }: Weapon, kills: number): Need => ({
  counter: counter.kills(id),
  amount: kills,
  unit: "kills",
  sentence: m.target_need_kills({ count: kills, name }),
});

/** Returns the requirement of a rank, measured by its total points. */
const createPointsNeed = (rank: number, points: number): Need => ({
  counter: counter.rankPoints,
  amount: points,
  unit: "points",
  sentence: m.target_need_points({ points: formatNumber(points, 3), rank }),
});
