import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import { normalizeText } from "#domain/text.ts";
import { awardTargets } from "./award-targets.ts";
import { gadgetTargets, optionTargets, weaponTargets } from "./item-targets.ts";
import { getTarget, TARGET_KINDS, type Target, targetId } from "./target.ts";
import { getUnlocking, pointsNeed } from "./unlock-ways.ts";

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
      name: `Rank ${rank}, ${name}`,
      group: TARGET_KINDS.rank,
      ways: [[pointsNeed(rank, points)]],
      sourceId,
    }),
  );

/** The targets of one arsenal, ready to be asked about any soldier. */
export type Progress = {
  readonly targets: readonly Target[];
  readonly byId: ReadonlyMap<string, Target>;
  /** What a search looks through, by the target's id: see `plain`. */
  readonly words: ReadonlyMap<string, string>;
};

const progresses = new WeakMap<Bf4Arsenal, Progress>();

/** The targets of an arsenal, put together when they are first asked for. */
export function getProgress(arsenal: Bf4Arsenal): Progress {
  const known = progresses.get(arsenal) ?? createProgress(arsenal);
  progresses.set(arsenal, known);
  return known;
}

export function createProgress(arsenal: Bf4Arsenal): Progress {
  const targets = getTargets(arsenal);
  return {
    targets,
    byId: new Map(targets.map((target) => [target.id, target])),
    words: new Map(targets.map((target) => [target.id, normalizeText(getWords(target))])),
  };
}

const getWords = ({ name, group, weapon, kind, gives }: Target): string =>
  [name, weapon?.name, group, TARGET_KINDS[kind], ...gives].join(" ");
