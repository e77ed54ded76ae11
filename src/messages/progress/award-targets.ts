import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import type { Award } from "#domain/game-data/schemas/award.ts";
import type { Bf4Weapon } from "#domain/game-data/schemas/bf4-weapon.ts";
import type { Bf4Gadget } from "#domain/game-data/schemas/gadget.ts";
import { counter } from "#domain/progress/known-progress.ts";
import type { Need, NeedUnit } from "#domain/progress/target.ts";
import { getTarget, type Target, type TargetKind, targetId, type Way } from "#domain/progress/target.ts";
import { normalizeText } from "#domain/text.ts";
import { m } from "#messages";
import { getAwardCode, goalWords } from "#messages/catalogue/goals.ts";
import { WEAPON_CLASS_TITLES } from "#messages/game/titles.ts";
import { TARGET_TITLES } from "./target-words.ts";

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

/** The ways of an award that gives an item, by its code; an award is met, too, when it is known to be earned. */
export function awardWays(arsenal: Bf4Arsenal): (code: string) => { ways: readonly Way[]; through: string | null } {
  const targets = new Map(awardTargets(arsenal).map((target) => [target.id, target]));
  return (code) => {
    const target = targets.get(targetId.award(code));
    return { ways: target?.ways ?? [], through: target?.id ?? null };
  };
}

// The requirements of a Battlefield 4 award, and the counter that measures a soldier's progress with it.
type Criterion = Award["criteria"][number];

/** Records and events of the game's own script: met at one moment, or not. */
const FEATS: ReadonlySet<string> = new Set([
  "Misc_X_and_Y",
  "GainedHighestUnlockInBucket_X",
  "KillStreakX",
  "HeadshotDistance_With_X",
]);

const KILLS = /^Kill(With)?_|^KillOf_|^(Adrenaline|Avenger|Road|Savior|SquadSavior)Kill$/;

/** Awards that count over a soldier's whole career; an assignment counts from when the game opens it. */
const CAREER: ReadonlySet<Award["group"]> = new Set(["star", "dogtags", "medals"]);

/** What an award asks for; no need at all where its goal is not public. */
type AwardNeeds = (award: Award) => Way;

function awardNeeds(arsenal: Bf4Arsenal): AwardNeeds {
  const say = goalWords(arsenal);
  const counterOf = careerCounters(arsenal);
  return ({ group, criteria }) =>
    criteria.map((criterion): Need => {
      const career = CAREER.has(group) ? counterOf(criterion) : null;
      const unit = getUnit(criterion);
      const own = criterion.statCode === null ? null : counter.stat(criterion.statCode);
      return { counter: own, amount: criterion.target, unit, sentence: say(criterion).name, ...career };
    });
}

/** What adds up over rounds has a code that counts it; what is to be done within one round or life has none. */
function getUnit({ event, scope, statCode }: Criterion): NeedUnit {
  if (scope !== "ever" || statCode === null || FEATS.has(event)) return "feat";
  if (KILLS.test(event)) return "kills";
  if (event.startsWith("Seconds")) return "seconds";
  return event === "DistanceIn_X" ? "metres" : "times";
}

/** Counters that mean the same as an award's own, and that more sources tell. */
function careerCounters(arsenal: Bf4Arsenal): (criterion: Criterion) => Partial<Need> | null {
  const codes = countedCodes(arsenal);
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

// Which weapon or gadget a code of Battlefield 4's statistics counts the kills of.

/**
 * The arsenal's ids by the codes of criteria, e.g. "ace23" → "ace-23". A weapon's own code is the one its attachments are
 * counted by; any other stands for the weapon or gadget whose name a service star or a dog tag of that code carries,
 * where one alone bears it.
 */
function countedCodes(arsenal: Bf4Arsenal): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  const byName = idsByName(arsenal);
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

const WEAPON_LIKE: ReadonlySet<Bf4Gadget["kind"]> = new Set(["launcher", "underslung", "explosive", "grenade"]);

/** Names one weapon or weapon-like gadget bears alone; a twin no kit carries does not count. */
function idsByName({ weapons, gadgets }: Bf4Arsenal): ReadonlyMap<string, string> {
  const bearers = new Map<string, (Bf4Weapon | Bf4Gadget)[]>();
  for (const item of [...weapons.values(), ...gadgets.values()]) {
    if (!("kind" in item) || WEAPON_LIKE.has(item.kind)) {
      bearers.set(normalizeText(item.name), [...(bearers.get(normalizeText(item.name)) ?? []), item]);
    }
  }
  const ids = new Map<string, string>();
  for (const [name, all] of bearers) {
    const kitRecords = all.filter(({ slots }) => slots.length > 0);
    const [only, ...others] = kitRecords.length > 0 ? kitRecords : all;
    if (only && others.length === 0) ids.set(name, only.id);
  }
  return ids;
}
