import type { Bf2042Arsenal } from "#domain/game-data/bf2042-arsenal.ts";
import type { CatalogueId } from "#domain/game-data/catalogue-id.ts";
import type { CriterionSubject } from "#domain/game-data/schemas/criterion.ts";
import { m } from "#messages";
import { formatNumber } from "#messages/format-number.ts";
import { CRITERION_TITLES } from "#messages/progress/criterion-titles.ts";
import { describeCriterion, formatSubject } from "#messages/progress/criterion-words.ts";
import { type CatalogueEntry, createEntry, createLink, createSection, type Field, type Item } from "./entry.ts";

/** Returns the entries of what Battlefield 2042 counts toward its unlocks and awards. */
export const listCriterionEntries = (arsenal: Bf2042Arsenal): readonly CatalogueEntry[] =>
  [...arsenal.criteria.values()].map((criterion) => {
    const { id, kind, items, target, key, sourceId } = criterion;
    const { name, sentence } = describeCriterion(criterion, arsenal);
    const links = items.flatMap((item) => getLink(item, arsenal) ?? []);
    return createEntry({
      id,
      name,
      group: CRITERION_TITLES[kind],
      brief: name === sentence ? CRITERION_TITLES[kind] : sentence,
      fields: [
        [m.entry_kind(), CRITERION_TITLES[kind]],
        [m.entry_what_counts(), sentence],
        [m.entry_number_to_reach(), target === null ? null : formatNumber(target)],
      ],
      sections: [createSection(m.entry_belongs_to(), links)],
      aliases: [key],
      sourceId,
    });
  });

/** Returns the link to an item's page; null if it has none. */
function getLink(item: CriterionSubject, arsenal: Bf2042Arsenal): Item | null {
  if (!("id" in item)) return null;
  const catalogue = getCatalogue(item, arsenal);
  return catalogue && createLink(catalogue, item.id, formatSubject(item, arsenal));
}

function getCatalogue({ kind, ...rest }: CriterionSubject, { gadgets }: Bf2042Arsenal): CatalogueId | "weapons" | null {
  switch (kind) {
    case "weapon":
      return "weapons";
    case "vehicle":
      return "vehicles";
    case "specialist":
      return "specialists";
    case "class":
      return "kits";
    case "map":
      return "maps";
    case "gadget":
      return "id" in rest && gadgets.get(rest.id)?.kind === "throwable" ? "throwables" : "gadgets";
    default:
      return null;
  }
}

/** Returns the field that names how an item is unlocked; without a source it is "no public rule". */
export function createUnlockField(kind: "gadget" | "vehicle", id: string, arsenal: Bf2042Arsenal): Field {
  const unlock = [...arsenal.criteria.values()].find(
    (criterion) =>
      criterion.kind === kind && criterion.items.some((item) => item.kind === kind && "id" in item && item.id === id),
  );
  return unlock
    ? [m.entry_unlocked_by(), describeCriterion(unlock, arsenal).sentence, unlock.sourceId]
    : [m.entry_unlocked_by(), m.entry_no_public_rule()];
}
