import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import type { Award } from "#domain/game-data/schemas/award.ts";
import { LADDER_TITLES } from "#messages/game/unlock-words.ts";
import { awardId, bf4Items } from "./bf4-items.ts";
import {
  type CatalogueEntry,
  counted,
  filled,
  formatExpansion,
  getEntry,
  number,
  type Place,
  reported,
  type Section,
  spelled,
} from "./entry.ts";
import { goalWords, toSentence } from "./goals.ts";

const RANKS_PER_CHIP = 20;

/** The ranks of Battlefield 4 and the score each needs. */
export function rankEntries({ ranks }: Bf4Arsenal): readonly CatalogueEntry[] {
  return ranks.map(({ rank, points, name, sourceId }, index) => {
    const before = ranks[index - 1];
    const start = Math.max(0, Math.ceil(rank / RANKS_PER_CHIP) - 1) * RANKS_PER_CHIP;
    return getEntry({
      id: String(rank),
      name,
      label: `Rank ${rank}`,
      group: `Ranks ${start === 0 ? 0 : start + 1} to ${start + RANKS_PER_CHIP}`,
      brief: before ? `${number(points - before.points)} after rank ${before.rank}` : "The first rank",
      amount: counted(points, "point"),
      facts: [
        { label: "Points in total", value: number(points) },
        ...reported(["Points from the rank before", before && number(points - before.points)]),
      ],
      aliases: [`rank ${rank}`],
      sourceId,
    });
  });
}

/** The score ladders of Battlefield 4 and what they give on the way. */
export function ladderEntries(arsenal: Bf4Arsenal): readonly CatalogueEntry[] {
  const items = bf4Items(arsenal);
  return [...arsenal.ladders.values()].map(({ id, statCode, steps, sourceId }) => {
    const last = steps.at(-1) ?? steps[0];
    return getEntry({
      id,
      name: `${spelled(LADDER_TITLES[id] ?? id)} score`,
      group: arsenal.kits.has(id as never) ? "Kits" : "Weapons",
      brief: `Up to ${number(last?.score ?? 0)} score`,
      amount: counted(steps.length, "item"),
      facts: [
        { label: "Gives", value: counted(steps.length, "item") },
        { label: "Score of the last", value: number(last?.score ?? 0) },
        { label: "Code of the statistics", value: statCode },
      ],
      sections: [
        {
          title: "Gives on the way",
          items: steps.map(({ score, itemId, name }) => ({
            id: itemId,
            name,
            note: `${number(score)} score`,
            place: items.get(itemId)?.place ?? null,
          })),
        },
      ],
      aliases: steps.map(({ itemId }) => itemId),
      sourceId,
    });
  });
}

const AWARD_GROUPS = {
  mission: "Assignments",
  medals: "Medals",
  ribbons: "Ribbons",
  star: "Service stars",
  dogtags: "Dog tags",
  ranks: "Rank marks",
} as const satisfies Record<Award["group"], string>;

const REPEATS = {
  once: "Once",
  "once-per-round": "Once a round",
  limited: "A limited number of times",
  unlimited: "Any number of times",
} as const satisfies Record<Award["repeats"], string>;

/** Every award of Battlefield 4; its goals are put into words of our own. */
export function awardEntries(arsenal: Bf4Arsenal): readonly CatalogueEntry[] {
  const items = bf4Items(arsenal);
  const say = goalWords(arsenal);
  return [...arsenal.awards.values()].map((award) => {
    const goals = award.criteria.map((criterion, index) => ({ ...say(criterion), id: `goal-${index + 1}` }));
    const group = award.realm === "sp" ? "Campaign" : AWARD_GROUPS[award.group];
    return getEntry({
      id: awardId(award),
      name: award.name,
      group,
      brief: toSentence(goals.map(({ name }) => name)),
      amount: award.rewards.length > 0 ? counted(award.rewards.length, "reward") : null,
      facts: [
        { label: "Kind", value: AWARD_GROUPS[award.group] },
        { label: "Earned in", value: award.realm === "sp" ? "The campaign" : "Multiplayer" },
        { label: "Can be earned", value: REPEATS[award.repeats] },
        { label: "Shown before it is earned", value: award.visible ? "Yes" : "No" },
        ...reported(["Needs", award.license && formatLicense(award.license)]),
        { label: "Code", value: award.code },
        ...(goals.length > 0 ? [] : [{ label: "Goal", value: null }]),
      ],
      sections: filled(
        { title: "To do", items: goals },
        getRewards(award, (id) => items.get(id)?.place ?? null),
      ),
      aliases: award.rewards.map(({ itemId }) => itemId),
      sourceId: award.sourceId,
    });
  });
}

const getRewards = ({ rewards }: Award, placeOf: (id: string) => Place | null): Section => ({
  title: "Gives",
  items: rewards.map(({ itemId, name }) => ({ id: itemId, name, note: null, place: placeOf(itemId) })),
});

const LICENSES: Readonly<Record<string, string>> = {
  xp0: "second-assault",
  xp1: "china-rising",
  xp2: "naval-strike",
  xp3: "dragons-teeth",
  xp4: "final-stand",
};

const formatLicense = (license: string): string =>
  formatExpansion(LICENSES[license.toLowerCase()] ?? null) ?? `Licence ${license}`;
