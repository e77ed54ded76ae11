import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import type { Bf4Part, Bf4PartType, Compatibility } from "#domain/game-data/schemas/attachment.ts";
import type { Bf4Gadget } from "#domain/game-data/schemas/gadget.ts";
import { KIT_SLOTS } from "#domain/game-data/slot.ts";
import { WEAPON_CLASSES } from "#domain/game-data/weapon-class.ts";
import { m } from "#messages";
import { createTexts } from "#messages/format.ts";
import { formatBarChanges, formatPartEffects } from "#messages/game/figure-words.ts";
import {
  KIT_SLOT_TITLES,
  KIT_TITLES,
  listCarriers,
  PART_SLOT_TITLES,
  WEAPON_CLASS_TITLES,
} from "#messages/game/titles.ts";
import { type AwardName, formatUnlocks } from "#messages/game/unlock-words.ts";
import { awardNames, type Bf4Item, bf4Items, gadgetCatalogue, gadgetGroups } from "./bf4-items.ts";
import { type CatalogueEntry, formatExpansion, getEntry, type Item, link, section, unknown } from "./entry.ts";

/** The gadgets, throwables, melee weapons or field upgrades of Battlefield 4. */
export function bf4GadgetEntries(
  arsenal: Bf4Arsenal,
  catalogue: ReturnType<typeof gadgetCatalogue>,
): readonly CatalogueEntry[] {
  const awardName = awardNames(arsenal);
  const requested = gadgetGroups(arsenal).filter(([gadget]) => gadgetCatalogue(gadget) === catalogue);
  return requested.map(([first, ...others]) => {
    const gadget = { ...first, ...getCarriers([first, ...others]) };
    const unlocks = getUnlocks([first, ...others], awardName);
    return getEntry({
      id: gadget.id,
      otherIds: others.map(({ id }) => id),
      name: gadget.name,
      group: getGroup(gadget, catalogue),
      brief: formatBrief(gadget, unlocks),
      fields: [
        ...unlocks.map(
          ({ kits, value }) =>
            [unlocks.length === 1 ? m.entry_unlocked_by() : m.entry_unlocked_by_as({ kits }), value] as const,
        ),
        [m.entry_carried_by(), formatKits(gadget)],
        [m.entry_kind(), m.entry_gadget_kind({ kind: gadget.kind })],
        [m.entry_slots(), gadget.slots.map((slot) => KIT_SLOT_TITLES[slot]).join(", ")],
        [m.entry_from(), formatExpansion(gadget.expansion) ?? ""],
        ...(catalogue === "field-upgrades"
          ? unknown(m.entry_effect_of_each_level())
          : unknown(m.entry_damage(), m.entry_radius())),
      ],
      sections: [
        section(
          m.entry_kits(),
          gadget.kitIds.map((id) => link("kits", id, KIT_TITLES[id])),
        ),
      ],
      kitIds: gadget.kitIds,
      sourceId: gadget.sourceId,
    });
  });
}

/** The kits that carry any of the records, and the slots they carry it in, in the order of the game. */
const getCarriers = (records: readonly Bf4Gadget[]): Pick<Bf4Gadget, "kitIds" | "slots"> => ({
  kitIds: KIT_IDS.filter((id) => records.some(({ kitIds }) => kitIds.includes(id))),
  slots: KIT_SLOTS.filter((slot) => records.some(({ slots }) => slots.includes(slot))),
});

type UnlockAs = { kits: string; value: string };

/** What unlocks the gadget, by the kits that carry it; once where it is the same for all of them. */
function getUnlocks(records: readonly Bf4Gadget[], awardName: AwardName): readonly UnlockAs[] {
  const kitRecords = records
    .filter(({ slots }) => slots.length > 0)
    .toSorted((one, other) => getPlace(one) - getPlace(other));
  const unlocks = (kitRecords.length > 0 ? kitRecords : records).map(({ kitIds, unlocks }) => ({
    kits: listCarriers("bf4", kitIds).join(", "),
    value: formatUnlocks(unlocks, awardName),
  }));
  return new Set(unlocks.map(({ value }) => value)).size === 1 ? unlocks.slice(0, 1) : unlocks;
}

/** The first of the gadget's kits, in the order of the game. */
const getPlace = ({ kitIds: [first] }: Bf4Gadget): number => (first ? KIT_IDS.indexOf(first) : KIT_IDS.length);

function formatBrief(gadget: Bf4Gadget, unlocks: readonly UnlockAs[]): string {
  if (unlocks.length > 1)
    return unlocks.map(({ kits, value }) => m.entry_unlock_as({ kits, value })).join(m.common_dot());
  const carriers = gadget.slots.length === 0 ? m.entry_in_no_kit() : formatKits(gadget);
  return [carriers, ...unlocks.map(({ value }) => value)].join(m.common_dot());
}

/** Chips: the kind of a gadget; of the rest, who carries it. */
function getGroup(gadget: Bf4Gadget, catalogue: ReturnType<typeof gadgetCatalogue>): string {
  if (gadget.slots.length === 0) return m.entry_not_in_a_kit();
  if (catalogue === "gadgets") return m.entry_gadget_group({ kind: gadget.kind });
  const [kitId] = gadget.kitIds;
  if (catalogue === "field-upgrades" && kitId && gadget.kitIds.length === 1) return KIT_TITLES[kitId];
  return formatExpansion(gadget.expansion) ?? m.common_all_kits();
}

function formatKits({ kitIds, slots }: Bf4Gadget): string {
  if (slots.length === 0) return m.entry_without_slot();
  return listCarriers("bf4", kitIds).join(", ");
}

/** The four kits of Battlefield 4, slot by slot. */
export function bf4KitEntries(arsenal: Bf4Arsenal): readonly CatalogueEntry[] {
  const items = bf4Items(arsenal);
  return [...arsenal.kits.values()].map(({ id, slots, sourceId }) => {
    const sections = KIT_SLOTS.map((slot) => section(KIT_SLOT_TITLES[slot], listItems(slots[slot], items)));
    return getEntry({
      id,
      name: KIT_TITLES[id],
      group: m.entry_kits(),
      brief: KIT_SLOTS.map((of) => m.entry_count_of({ of, count: slots[of].length })).join(", "),
      amount: m.entry_count_items({ count: new Set(Object.values(slots).flat()).size }),
      fields: sections.map(({ title, items: { length } }) => [title, m.entry_count_choices({ count: length })]),
      sections,
      kitIds: [id],
      sourceId,
    });
  });
}

const listItems = (ids: readonly string[] = [], items: ReadonlyMap<string, Bf4Item>): readonly Item[] =>
  ids.map((id) => ({ id, name: items.get(id)?.name ?? id, note: null, place: items.get(id)?.place ?? null }));

type Offer = { weaponId: string; part: Bf4Part };

/** Every kind of Battlefield 4 attachment, with the weapons that offer it and what each asks for it. */
export function bf4AttachmentEntries(arsenal: Bf4Arsenal): readonly CatalogueEntry[] {
  const offers = offersByType(arsenal);
  const awardName = awardNames(arsenal);
  return [...arsenal.partTypes.values()].map((type) => {
    const offered = offers.get(type.id) ?? [];
    const items = offered.map(
      ({ weaponId, part }): Item => ({
        id: part.id,
        name: arsenal.weapons.get(weaponId)?.name ?? weaponId,
        note: getNote(part, type, formatUnlocks(part.unlocks, awardName)),
        place: { catalogue: "weapons", id: weaponId },
      }),
    );
    return getEntry({
      id: type.id,
      name: type.name,
      group: PART_SLOT_TITLES[type.slot],
      brief: [m.entry_part_kind({ kind: type.class }), weaponClasses(arsenal, offered)]
        .filter(Boolean)
        .join(m.common_dot()),
      amount: m.entry_count_weapons({ count: offered.length }),
      fields: [
        [m.entry_slot(), PART_SLOT_TITLES[type.slot]],
        [m.entry_kind(), m.entry_part_kind({ kind: type.class })],
        [m.entry_changes_grade_c(), formatPartEffects(type).join(", ")],
        [m.entry_battlelogs_bars(), formatBarChanges(type).join(", ") || m.entry_none_of_them_changes()],
      ],
      sections: [section(m.entry_offered_by(), items)],
      aliases: [...offered.map(({ part }) => part.id), type.key],
      sourceId: type.sourceId,
    });
  });
}

function offersByType({ attachments }: Bf4Arsenal): ReadonlyMap<string, readonly Offer[]> {
  const offers = new Map<string, Offer[]>();
  for (const { weaponId, slots } of attachments.values()) {
    for (const part of slots.flatMap(({ options }) => options)) {
      offers.set(part.typeId, [...(offers.get(part.typeId) ?? []), { weaponId, part }]);
    }
  }
  return offers;
}

/** Several kinds bear one name: the classes of their weapons tell them apart. */
function weaponClasses({ weapons }: Bf4Arsenal, offered: readonly Offer[]): string {
  const classes = new Set(offered.map(({ weaponId }) => weapons.get(weaponId)?.class));
  return WEAPON_CLASSES.flatMap((id) => (classes.has(id) ? [WEAPON_CLASS_TITLES[id]] : [])).join(", ");
}

/** What the weapon asks, and its own name for the part where that is another. */
function getNote({ name, isDefault }: Bf4Part, type: Bf4PartType, unlock: string): string {
  return [...(name === type.name ? [] : [m.entry_named_as({ name })]), isDefault ? m.common_stock() : unlock].join(
    ", ",
  );
}

const RULE_TITLES = createTexts<Compatibility["kind"]>({
  excludes: m.entry_incompatible_with,
  needs: m.entry_works_only_with,
  category: m.entry_one_of_its_kind_per_kit,
  free: m.entry_goes_with_everything,
});

function getBrief(rule: Compatibility, parts: readonly string[]): string {
  const what = rule.kind === "category" ? m.game_quoted({ name: rule.category }) : parts.join(", ");
  return what ? `${m.common_label({ label: RULE_TITLES[rule.kind] })} ${what}` : RULE_TITLES[rule.kind];
}

/** Battlelog's compatibility rules, one entry per item. */
export function compatibilityEntries(arsenal: Bf4Arsenal): readonly CatalogueEntry[] {
  const items = bf4Items(arsenal);
  const getName = (id: string) => items.get(id)?.name ?? id;
  return [...arsenal.compatibility.values()].map((rule) => {
    const { itemId, kind } = rule;
    const item = items.get(itemId);
    const weapons = item?.weaponNames ?? [];
    const partIds = "partIds" in rule ? rule.partIds : [];
    return getEntry({
      id: itemId,
      name: getName(itemId),
      label: weapons.length > 1 ? m.entry_count_weapons({ count: weapons.length }) : (weapons[0] ?? null),
      group: RULE_TITLES[kind],
      brief: getBrief(rule, partIds.map(getName)),
      fields: [
        [m.entry_rule(), RULE_TITLES[kind]],
        [m.entry_category(), rule.kind === "category" ? rule.category : ""],
        [m.entry_weapons(), weapons.join(", ")],
      ],
      sections: [
        section(m.entry_the_item(), item ? listItems([itemId], items) : []),
        section(RULE_TITLES[kind], listItems(partIds, items)),
      ],
      aliases: partIds,
      sourceId: arsenal.compatibilitySourceId,
    });
  });
}
