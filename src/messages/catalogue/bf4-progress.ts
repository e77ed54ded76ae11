import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import type { Award } from "#domain/game-data/schemas/award.ts";
import { m } from "#messages";
import { createTexts } from "#messages/format.ts";
import { getAwardEntryId, indexBf4Items } from "./bf4-items.ts";
import {
  type CatalogueEntry,
  createEntry,
  createSection,
  createUnknownFields,
  formatEntryNumber,
  formatExpansion,
  type Item,
} from "./entry.ts";
import { createGoalDescriber, toSentence } from "./goals.ts";

const RANKS_PER_CHIP = 20;

/** Returns the entries of Battlefield 4's ranks with the points each needs. */
export function listRankEntries({ ranks }: Bf4Arsenal): readonly CatalogueEntry[] {
  return ranks.map(({ rank, points, name, sourceId }, index) => {
    const previousRank = ranks[index - 1];
    const start = Math.max(0, Math.ceil(rank / RANKS_PER_CHIP) - 1) * RANKS_PER_CHIP;
    return createEntry({
      id: String(rank),
      name,
      label: m.game_unlock_rank({ rank }),
      group: m.entry_ranks({ first: start === 0 ? 0 : start + 1, last: start + RANKS_PER_CHIP }),
      brief: previousRank
        ? m.entry_points_after_rank({
            number: formatEntryNumber(points - previousRank.points),
            rank: previousRank.rank,
          })
        : m.entry_the_first_rank(),
      amount: m.entry_count_points({ count: points }),
      fields: [
        [m.entry_points_in_total(), formatEntryNumber(points)],
        [m.entry_points_from_the_rank_before(), previousRank && formatEntryNumber(points - previousRank.points)],
      ],
      aliases: [m.entry_rank({ rank })],
      sourceId,
    });
  });
}

/** Returns the entries of Battlefield 4's score ladders with the items they unlock. */
export function listLadderEntries(arsenal: Bf4Arsenal): readonly CatalogueEntry[] {
  const items = indexBf4Items(arsenal);
  return [...arsenal.ladders.values()].map(({ id, statCode, steps, sourceId }) => {
    const last = steps.at(-1) ?? steps[0];
    const unlockedItems = steps.map(
      ({ score, itemId, name }): Item => ({
        id: itemId,
        name,
        note: m.entry_score_of({ score: formatEntryNumber(score) }),
        place: items.get(itemId)?.place ?? null,
      }),
    );
    // A ladder lists every record of a gadget with several records.
    const distinctItems = [
      ...new Map(unlockedItems.map((item) => [`${item.note} ${item.place?.id ?? item.id}`, item])).values(),
    ];
    return createEntry({
      id,
      name: m.entry_ladder({ id }),
      group: arsenal.kits.has(id as never) ? m.entry_kits() : m.entry_weapons(),
      brief: m.entry_score_up_to({ score: formatEntryNumber(last?.score ?? 0) }),
      amount: m.entry_count_items({ count: distinctItems.length }),
      fields: [
        [m.entry_gives(), m.entry_count_items({ count: distinctItems.length })],
        [m.entry_score_of_the_last(), formatEntryNumber(last?.score ?? 0)],
      ],
      sections: [createSection(m.entry_gives_on_the_way(), distinctItems)],
      aliases: [statCode, ...steps.map(({ itemId }) => itemId)],
      sourceId,
    });
  });
}

const AWARD_GROUPS = createTexts<Award["group"]>({
  mission: m.entry_assignments,
  medals: m.entry_medals,
  ribbons: m.entry_ribbons,
  star: m.entry_service_stars,
  dogtags: m.entry_dog_tags,
  ranks: m.entry_rank_marks,
});

const REPEATS = createTexts<Award["repeats"]>({
  once: m.entry_once,
  "once-per-round": m.entry_once_a_round,
  limited: m.entry_a_limited_number_of_times,
  unlimited: m.entry_any_number_of_times,
});

/** Returns the entries of Battlefield 4's awards, with texts of this site for their goals. */
export function listAwardEntries(arsenal: Bf4Arsenal): readonly CatalogueEntry[] {
  const items = indexBf4Items(arsenal);
  const describeGoal = createGoalDescriber(arsenal);
  return [...arsenal.awards.values()].map((award) => {
    const goals = award.criteria.map((criterion, index) => ({ ...describeGoal(criterion), id: `goal-${index + 1}` }));
    const group = award.realm === "sp" ? m.entry_campaign() : AWARD_GROUPS[award.group];
    return createEntry({
      id: getAwardEntryId(award),
      name: award.name,
      group,
      brief: toSentence(goals.map(({ name }) => name)),
      amount: award.rewards.length > 0 ? m.entry_count_rewards({ count: award.rewards.length }) : null,
      fields: [
        [m.entry_kind(), AWARD_GROUPS[award.group]],
        [m.entry_name_in_the_game(), award.gameName],
        [m.entry_earned_in(), award.realm === "sp" ? m.entry_the_campaign() : m.entry_multiplayer()],
        [m.entry_can_be_earned(), REPEATS[award.repeats]],
        [m.entry_shown_before_it_is_earned(), award.visible ? m.entry_yes() : m.entry_no()],
        [m.entry_needs(), award.license ? formatLicense(award.license) : ""],
        ...(goals.length > 0 ? [] : createUnknownFields(m.entry_goal())),
      ],
      sections: [
        createSection(m.entry_to_do(), goals),
        createSection(
          m.entry_gives(),
          award.rewards.map(({ itemId, name }) => ({
            id: itemId,
            name,
            note: null,
            place: items.get(itemId)?.place ?? null,
          })),
        ),
      ],
      aliases: [award.code, ...award.rewards.map(({ itemId }) => itemId)],
      sourceId: award.sourceId,
    });
  });
}

const LICENSES: Readonly<Record<string, string>> = {
  xp0: "second-assault",
  xp1: "china-rising",
  xp2: "naval-strike",
  xp3: "dragons-teeth",
  xp4: "final-stand",
};

const formatLicense = (license: string): string =>
  formatExpansion(LICENSES[license.toLowerCase()] ?? null) ?? m.entry_licence();
