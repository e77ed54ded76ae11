import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import { getEnglishName } from "#domain/game-data/english-name.ts";
import type { Award } from "#domain/game-data/schemas/award.ts";
import type { Bf4Weapon } from "#domain/game-data/schemas/bf4-weapon.ts";
import type { Bf4Gadget } from "#domain/game-data/schemas/gadget.ts";
import { counter } from "#domain/progress/known-progress.ts";
import type { Need, NeedUnit } from "#domain/progress/target.ts";
import { createTarget, type Target, type TargetKind, targetId, type Way } from "#domain/progress/target.ts";
import { normalizeText } from "#domain/text.ts";
import { m } from "#messages";
import { createGoalDescriber, getAwardCode } from "#messages/catalogue/goals.ts";
import { WEAPON_CLASS_TITLES } from "#messages/game/titles.ts";
import { TARGET_TITLES } from "./target-words.ts";

/** The kind of target by award group. Rank marks are missing, as they duplicate the ranks. */
const KINDS: Readonly<Partial<Record<Award["group"], TargetKind>>> = {
  mission: "assignment",
  medals: "medal",
  ribbons: "ribbon",
  star: "star",
  dogtags: "dogtag",
};

/** Returns the targets of multiplayer's assignments, medals, ribbons, service stars and dog tags, without those of the campaign. */
export function listAwardTargets(arsenal: Bf4Arsenal): readonly Target[] {
  const getNeeds = createNeedsLookup(arsenal);
  const campaign = new Set([...arsenal.awards.values()].filter(({ realm }) => realm === "sp").map(({ code }) => code));
  return [...arsenal.awards.values()].flatMap((award) => {
    const kind = KINDS[award.group];
    return kind && !campaign.has(award.code) ? [createAwardTarget(arsenal, award, kind, getNeeds)] : [];
  });
}

function createAwardTarget({ weapons }: Bf4Arsenal, award: Award, kind: TargetKind, getNeeds: AwardNeeds): Target {
  const way = getNeeds(award);
  const [need] = way;
  const weapon = weapons.get(need?.counter?.replace("kills:", "") ?? "");
  return createTarget({
    id: targetId.award(award.code),
    kind,
    name: award.name,
    group: weapon ? WEAPON_CLASS_TITLES[weapon.class] : TARGET_TITLES[kind],
    weapon: weapon ? { id: weapon.id, name: weapon.name } : null,
    ways: way.length > 0 ? [way] : [],
    ribbons: kind === "medal" ? { counter: null, amount: 1, unit: "times", sentence: m.target_need_ribbons() } : null,
    earned: counter.award(award.code),
    repeats: award.group === "star" && way.length === 1 && need?.unit === "kills",
    gives: [...new Set(award.rewards.map(({ name }) => name))],
    sourceId: award.sourceId,
  });
}

/** Returns a function that returns the ways to earn an award with this code, and the id of its target. */
export function createAwardWayLookup(
  arsenal: Bf4Arsenal,
): (code: string) => { ways: readonly Way[]; through: string | null } {
  const targets = new Map(listAwardTargets(arsenal).map((target) => [target.id, target]));
  return (code) => {
    const target = targets.get(targetId.award(code));
    return { ways: target?.ways ?? [], through: target?.id ?? null };
  };
}

// The requirements of a Battlefield 4 award, and the counters that measure a soldier's progress.
type Criterion = Award["criteria"][number];

/** Events that happen once instead of adding up: records and events of the game's scripts. */
const FEATS: ReadonlySet<string> = new Set([
  "Misc_X_and_Y",
  "GainedHighestUnlockInBucket_X",
  "KillStreakX",
  "HeadshotDistance_With_X",
]);

const KILLS = /^Kill(With)?_|^KillOf_|^(Adrenaline|Avenger|Road|Savior|SquadSavior)Kill$/;

/** The groups of awards that count a soldier's whole career. An assignment counts only after the game unlocks it. */
const CAREER: ReadonlySet<Award["group"]> = new Set(["star", "dogtags", "medals"]);

/** Returns the requirements of an award; none if its goal is not public. */
type AwardNeeds = (award: Award) => Way;

function createNeedsLookup(arsenal: Bf4Arsenal): AwardNeeds {
  const describeGoal = createGoalDescriber(arsenal);
  const getCareerCounter = createCareerCounterLookup(arsenal);
  return ({ group, criteria }) =>
    criteria.map((criterion): Need => {
      const career = CAREER.has(group) ? getCareerCounter(criterion) : null;
      const unit = getUnit(criterion);
      const ownCounter = criterion.statCode === null ? null : counter.stat(criterion.statCode);
      return { counter: ownCounter, amount: criterion.target, unit, sentence: describeGoal(criterion).name, ...career };
    });
}

/** Returns the unit of a requirement. Only requirements that add up over rounds have a counter; all others are a "feat". */
function getUnit({ event, scope, statCode }: Criterion): NeedUnit {
  if (scope !== "ever" || statCode === null || FEATS.has(event)) return "feat";
  if (KILLS.test(event)) return "kills";
  if (event.startsWith("Seconds")) return "seconds";
  return event === "DistanceIn_X" ? "metres" : "times";
}

/** Returns a function that returns an equivalent counter that more sources have than the criterion's own; null if there is none. */
function createCareerCounterLookup(arsenal: Bf4Arsenal): (criterion: Criterion) => Partial<Need> | null {
  const codes = indexCountedCodes(arsenal);
  const awards = new Map([...arsenal.awards.values()].map((award) => [award.code.toLowerCase(), award]));
  const points = new Map(arsenal.ranks.map(({ rank, points }) => [`r${rank}`, points]));
  return ({ event, x }) => {
    const id = KILLS.test(event) && event !== "Kill_As_X" ? codes.get(x ?? "") : undefined;
    if (id) return { counter: counter.kills(id) };
    const award = event === "GainAward_X" ? awards.get(getAwardCode(x, awards)) : undefined;
    if (award) return { counter: counter.award(award.code) };
    const amount = event === "Rank_X" ? points.get(x ?? "") : undefined;
    return amount === undefined ? null : { counter: counter.rankPoints, amount, unit: "points" };
  };
}

// Maps the codes of Battlefield 4's statistics to the weapons and gadgets whose kills they count.

/**
 * Returns the arsenal's ids by the codes of criteria, e.g. "ace23" → "ace-23". The code of a weapon is the one that counts its
 * attachments' kills. Any other code is that of the service star or dog tag with the name of the weapon or gadget, if the name is
 * unique.
 */
function indexCountedCodes(arsenal: Bf4Arsenal): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  const byName = indexIdsByName(arsenal);
  for (const { group, name, criteria } of arsenal.awards.values()) {
    const [code] = criteria.map(({ x }) => x);
    const id = byName.get(normalizeText(name.replace(/ (service star|master dog tag)$/i, "")));
    if (code && id && (group === "star" || group === "dogtags")) codes.set(code, id);
  }
  for (const { weaponId, slots } of arsenal.attachments.values()) {
    for (const unlock of slots.flatMap(({ options }) => options.flatMap(({ unlocks }) => unlocks ?? []))) {
      if (unlock.kind === "kills") codes.set(unlock.statCode.replace(/^c_|__.*$/g, ""), weaponId);
    }
  }
  return codes;
}

const WEAPON_LIKE_KINDS: ReadonlySet<Bf4Gadget["kind"]> = new Set(["launcher", "underslung", "explosive", "grenade"]);

/** Returns ids by the names that only one weapon or weapon-like gadget has, ignoring second records that no kit carries. */
function indexIdsByName({ weapons, gadgets }: Bf4Arsenal): ReadonlyMap<string, string> {
  const itemsByName = new Map<string, (Bf4Weapon | Bf4Gadget)[]>();
  for (const item of [...weapons.values(), ...gadgets.values()]) {
    if (!("kind" in item) || WEAPON_LIKE_KINDS.has(item.kind)) {
      const name = normalizeText("kind" in item ? getEnglishName(item) : item.name);
      itemsByName.set(name, [...(itemsByName.get(name) ?? []), item]);
    }
  }
  const ids = new Map<string, string>();
  for (const [name, items] of itemsByName) {
    const kitRecords = items.filter(({ slots }) => slots.length > 0);
    const [item, ...others] = kitRecords.length > 0 ? kitRecords : items;
    if (item && others.length === 0) ids.set(name, item.id);
  }
  return ids;
}
