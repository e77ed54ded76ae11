import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import type { Award } from "#domain/game-data/schemas/award.ts";
import { WEAPON_CLASS_TITLES } from "#domain/game-data/weapon-class.ts";
import { counter } from "#domain/progress/counter.ts";
import { type AwardNeeds, awardNeeds } from "./award-needs.ts";
import { getTarget, TARGET_KINDS, type Target, type TargetKind, type Way } from "./target.ts";
import { targetId } from "./target-id.ts";

/** Marks of ranks are the ranks once more, and no targets of their own. */
const KINDS: Readonly<Partial<Record<Award["group"], TargetKind>>> = {
  mission: "assignment",
  medals: "medal",
  ribbons: "ribbon",
  star: "star",
  dogtags: "dogtag",
};

/** Assignments, medals, ribbons, service stars and dog tags of multiplayer; what the campaign gives is left out. */
export function awardTargets(arsenal: Bf4Arsenal): readonly Target[] {
  const needsOf = awardNeeds(arsenal);
  const campaign = new Set([...arsenal.awards.values()].filter(({ realm }) => realm === "sp").map(({ code }) => code));
  return [...arsenal.awards.values()].flatMap((award) => {
    const kind = KINDS[award.group];
    return kind && !campaign.has(award.code) ? [awardTarget(arsenal, award, kind, needsOf)] : [];
  });
}

function awardTarget({ weapons }: Bf4Arsenal, award: Award, kind: TargetKind, needsOf: AwardNeeds): Target {
  const way = needsOf(award);
  const [need] = way;
  const weapon = weapons.get(need?.counter?.replace("kills:", "") ?? "");
  return getTarget({
    id: targetId.award(award.code),
    kind,
    name: award.name,
    group: weapon ? WEAPON_CLASS_TITLES[weapon.class] : TARGET_KINDS[kind],
    weapon: weapon ? { id: weapon.id, name: weapon.name } : null,
    ways: way.length > 0 ? [way] : [],
    earned: counter.award(award.code),
    repeats: award.group === "star" && way.length === 1 && need?.unit === "kills",
    gives: [...new Set(award.rewards.map(({ name }) => name))],
    sourceId: award.sourceId,
  });
}

/** The ways of an award that gives an item, by its code; an award is met, too, when it is known to be earned. */
export function awardWays(arsenal: Bf4Arsenal): (code: string) => { ways: readonly Way[]; through: string | null } {
  const targets = new Map(awardTargets(arsenal).map((target) => [target.id, target]));
  return (code) => {
    const target = targets.get(targetId.award(code));
    return { ways: target?.ways ?? [], through: target?.id ?? null };
  };
}
