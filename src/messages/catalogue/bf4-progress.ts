import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import type { Award } from "#domain/game-data/schemas/award.ts";
import { m } from "#messages";
import { createTexts } from "#messages/format.ts";
import { awardId, bf4Items } from "./bf4-items.ts";
import { type CatalogueEntry, formatExpansion, getEntry, type Item, number, section, unknown } from "./entry.ts";
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
      label: m.game_unlock_rank({ rank }),
      group: m.entry_ranks({ first: start === 0 ? 0 : start + 1, last: start + RANKS_PER_CHIP }),
      brief: before
        ? m.entry_points_after_rank({ number: number(points - before.points), rank: before.rank })
        : m.entry_the_first_rank(),
      amount: m.entry_count_points({ count: points }),
      fields: [
        [m.entry_points_in_total(), number(points)],
        [m.entry_points_from_the_rank_before(), before && number(points - before.points)],
      ],
      aliases: [m.entry_rank({ rank })],
      sourceId,
    });
  });
}

/** The score ladders of Battlefield 4 and what they give on the way. */
export function ladderEntries(arsenal: Bf4Arsenal): readonly CatalogueEntry[] {
  const items = bf4Items(arsenal);
  return [...arsenal.ladders.values()].map(({ id, statCode, steps, sourceId }) => {
    const last = steps.at(-1) ?? steps[0];
    const gives = steps.map(
      ({ score, itemId, name }): Item => ({
        id: itemId,
        name,
        note: m.entry_score_of({ score: number(score) }),
        place: items.get(itemId)?.place ?? null,
      }),
    );
    // A ladder names each record of a gadget that has several.
    const distinct = [...new Map(gives.map((item) => [`${item.note} ${item.place?.id ?? item.id}`, item])).values()];
    return getEntry({
      id,
      name: m.entry_ladder({ id }),
      group: arsenal.kits.has(id as never) ? m.entry_kits() : m.entry_weapons(),
      brief: m.entry_score_up_to({ score: number(last?.score ?? 0) }),
      amount: m.entry_count_items({ count: distinct.length }),
      fields: [
        [m.entry_gives(), m.entry_count_items({ count: distinct.length })],
        [m.entry_score_of_the_last(), number(last?.score ?? 0)],
      ],
      sections: [section(m.entry_gives_on_the_way(), distinct)],
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

/** Every award of Battlefield 4; its goals are put into words of our own. */
export function awardEntries(arsenal: Bf4Arsenal): readonly CatalogueEntry[] {
  const items = bf4Items(arsenal);
  const say = goalWords(arsenal);
  return [...arsenal.awards.values()].map((award) => {
    const goals = award.criteria.map((criterion, index) => ({ ...say(criterion), id: `goal-${index + 1}` }));
    const group = award.realm === "sp" ? m.entry_campaign() : AWARD_GROUPS[award.group];
    return getEntry({
      id: awardId(award),
      name: award.name,
      group,
      brief: toSentence(goals.map(({ name }) => name)),
      amount: award.rewards.length > 0 ? m.entry_count_rewards({ count: award.rewards.length }) : null,
      fields: [
        [m.entry_kind(), AWARD_GROUPS[award.group]],
        [m.entry_earned_in(), award.realm === "sp" ? m.entry_the_campaign() : m.entry_multiplayer()],
        [m.entry_can_be_earned(), REPEATS[award.repeats]],
        [m.entry_shown_before_it_is_earned(), award.visible ? m.entry_yes() : m.entry_no()],
        [m.entry_needs(), award.license ? formatLicense(award.license) : ""],
        ...(goals.length > 0 ? [] : unknown(m.entry_goal())),
      ],
      sections: [
        section(m.entry_to_do(), goals),
        section(
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
