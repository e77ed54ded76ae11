import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import type { Unlock } from "#domain/game-data/schemas/award.ts";
import type { Bf4Gadget } from "#domain/game-data/schemas/gadget.ts";
import { counter } from "#domain/progress/known-progress.ts";
import { feat, getTarget, type Need, type Progress, type Target, targetId } from "#domain/progress/target.ts";
import { normalizeText } from "#domain/text.ts";
import { m } from "#messages";
import { awardNames } from "#messages/catalogue/bf4-items.ts";
import { perLanguage } from "#messages/format.ts";
import { formatNumber } from "#messages/format-number.ts";
import { getVehicleClassTitle, KIT_TITLES, WEAPON_CLASS_TITLES } from "#messages/game/titles.ts";
import { formatUnlocks, LADDER_TITLES } from "#messages/game/unlock-words.ts";
import { awardTargets, awardWays } from "./award-targets.ts";
import { TARGET_TITLES } from "./target-words.ts";

/**
 * Everything in Battlefield 4 that is to be reached, in the order of the arsenal: weapons with their attachments and
 * battlepacks, gear, vehicle options, ranks, awards. What is there from the start is no target.
 */
function getTargets(arsenal: Bf4Arsenal): readonly Target[] {
  const unlocking = getUnlocking(arsenal);
  return [
    ...weaponTargets(arsenal, unlocking),
    ...gadgetTargets(arsenal, unlocking),
    ...optionTargets(arsenal, unlocking),
    ...rankTargets(arsenal),
    ...awardTargets(arsenal),
  ];
}

/** Rank 0 is where everybody starts. */
const rankTargets = ({ ranks }: Bf4Arsenal): readonly Target[] =>
  ranks.slice(1).map(({ rank, points, name, sourceId }) =>
    getTarget({
      id: targetId.rank(rank),
      kind: "rank",
      name: m.target_name_rank({ rank, name }),
      group: TARGET_TITLES.rank,
      ways: [[pointsNeed(rank, points)]],
      sourceId,
    }),
  );

/** The targets of an arsenal, put together when they are first asked for. */
export const getProgress: (arsenal: Bf4Arsenal) => Progress = perLanguage((arsenal) => createProgress(arsenal));

export function createProgress(arsenal: Bf4Arsenal): Progress {
  const targets = getTargets(arsenal);
  return {
    targets,
    byId: new Map(targets.map((target) => [target.id, target])),
    words: new Map(targets.map((target) => [target.id, normalizeText(getWords(target))])),
  };
}

const getWords = ({ name, group, weapon, kind, gives }: Target): string =>
  [name, weapon?.name, group, TARGET_TITLES[kind], ...gives].join(" ");

/** Weapons, and of each its attachments and battlepacks, weapon by weapon. */
function weaponTargets(arsenal: Bf4Arsenal, unlockingOf: UnlockingOf): readonly Target[] {
  return [...arsenal.weapons.values()].flatMap(
    ({ id, name, class: weaponClass, unlocks, battlepackKills, sourceId }) => {
      const weapon = { id, name };
      const belongs = { group: WEAPON_CLASS_TITLES[weaponClass], weapon };
      const own = unlockingOf(unlocks);
      const item = getTarget({ ...belongs, id: targetId.item(id), kind: "weapon", name, ways: [], sourceId, ...own });
      const packs = battlepackKills.slice(0, 1).flatMap(({ value, sourceId }) =>
        value.map((kills) =>
          getTarget({
            ...belongs,
            id: targetId.battlepack(id, kills),
            kind: "battlepack",
            name: m.target_name_battlepack({ name }),
            ways: [[killsNeed(weapon, kills)]],
            sourceId,
          }),
        ),
      );
      return [...(own ? [item] : []), ...partTargets(arsenal, belongs, unlockingOf), ...packs];
    },
  );
}

type Belongs = Pick<Target, "group"> & { weapon: NonNullable<Target["weapon"]> };

function partTargets({ attachments }: Bf4Arsenal, belongs: Belongs, unlockingOf: UnlockingOf): readonly Target[] {
  const { slots, sourceId } = attachments.get(belongs.weapon.id) ?? { slots: [], sourceId: "" };
  return slots.flatMap(({ options }) =>
    options.flatMap(({ id, name, unlocks }) => {
      const unlocking = unlockingOf(unlocks, belongs.weapon);
      return unlocking
        ? [
            getTarget({
              ...belongs,
              id: targetId.part(belongs.weapon.id, id),
              kind: "part",
              name,
              sourceId,
              ...unlocking,
            }),
          ]
        : [];
    }),
  );
}

/** What kits carry beside firearms; the twins the data keeps beside some of them, which no kit carries, are left out. */
function gadgetTargets({ gadgets }: Bf4Arsenal, unlockingOf: UnlockingOf): readonly Target[] {
  return [...gadgets.values()].flatMap((gadget) => {
    const { id, name, slots, unlocks, sourceId } = gadget;
    const unlocking = slots.length > 0 ? unlockingOf(unlocks) : null;
    if (!unlocking) return [];
    return [
      getTarget({ id: targetId.item(id), kind: "gadget", name, group: getGroup(gadget), sourceId, ...unlocking }),
    ];
  });
}

function getGroup({ kitIds: [kitId, ...others] }: Bf4Gadget): string {
  return kitId && others.length === 0 ? KIT_TITLES[kitId] : TARGET_TITLES.gadget;
}

/** What classes of vehicles mount. */
function optionTargets({ vehicleLoadouts }: Bf4Arsenal, unlockingOf: UnlockingOf): readonly Target[] {
  return [...vehicleLoadouts.values()].flatMap(({ id: classId, name: className, slots, sourceId }) => {
    const group = getVehicleClassTitle({ id: classId, name: className });
    return slots.flatMap(({ options }) =>
      options.flatMap(({ id, name, unlocks }) => {
        const unlocking = unlockingOf(unlocks);
        const own = { id: targetId.option(classId, id), kind: "option", name, group, sourceId } as const;
        return unlocking ? [getTarget({ ...own, ...unlocking })] : [];
      }),
    );
  });
}

// How an item is come by: each of its unlocks is a way, and any of them will do.

type Weapon = NonNullable<Target["weapon"]>;

/** The part of a target that its unlocks decide. */
type Unlocking = Pick<Target, "ways" | "earned" | "through">;

/** Null for what is there from the start. `weapon` is the one whose kills count. */
type UnlockingOf = (unlocks: readonly Unlock[] | null, weapon?: Weapon) => Unlocking | null;

function getUnlocking(arsenal: Bf4Arsenal): UnlockingOf {
  const waysOf = awardWays(arsenal);
  const nameOf = awardNames(arsenal);
  const points = new Map(arsenal.ranks.map(({ rank, points }) => [rank, points]));
  return (unlocks, weapon) => {
    if (unlocks?.length === 0) return null;
    const award = unlocks?.find((unlock) => unlock.kind === "award");
    const code = award?.kind === "award" ? (award.awardCode ?? award.rawCode) : null;
    const { ways, through } = code === null ? { ways: [], through: null } : waysOf(code);
    const others = (unlocks ?? []).map((unlock) => [
      getNeed(unlock, weapon, points) ?? feat(formatUnlocks([unlock], nameOf), code && counter.award(code)),
    ]);
    return { ways: through === null ? others : ways, earned: code && counter.award(code), through };
  };
}

/** What is counted of an unlock; null where nothing is. */
function getNeed(unlock: Unlock, weapon: Weapon | undefined, points: ReadonlyMap<number, number>): Need | null {
  switch (unlock.kind) {
    case "kills":
      return weapon ? killsNeed(weapon, unlock.kills) : null;
    case "score": {
      const sentence = m.game_unlock_score({
        score: formatNumber(unlock.score, 3),
        ladder: LADDER_TITLES[unlock.ladderId] ?? unlock.ladderId,
      });
      return { counter: counter.score(unlock.ladderId), amount: unlock.score, unit: "score", sentence };
    }
    case "rank": {
      const amount = points.get(unlock.rank);
      return amount === undefined ? null : pointsNeed(unlock.rank, amount);
    }
    default:
      return null;
  }
}

/** So many kills with a weapon. */
const killsNeed = ({ id, name }: Weapon, kills: number): Need => ({
  counter: counter.kills(id),
  amount: kills,
  unit: "kills",
  sentence: m.target_need_kills({ count: kills, name }),
});

/** A rank, by the points it takes in total. */
const pointsNeed = (rank: number, points: number): Need => ({
  counter: counter.rankPoints,
  amount: points,
  unit: "points",
  sentence: m.target_need_points({ points: formatNumber(points, 3), rank }),
});
