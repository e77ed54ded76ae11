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
import {
  type CatalogueEntry,
  type Fact,
  filled,
  formatExpansion,
  getEntry,
  type Item,
  reported,
  type Section,
  unknown,
} from "./entry.ts";

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
      facts: [
        ...unlocks.map(({ kits, value }) => ({
          label: unlocks.length === 1 ? m.entry_unlocked_by() : m.entry_unlocked_by_as({ kits }),
          value,
        })),
        { label: m.entry_carried_by(), value: formatKits(gadget) },
        { label: m.entry_kind(), value: m.entry_gadget_kind({ kind: gadget.kind }) },
        ...reported(
          [m.entry_slots(), gadget.slots.map((slot) => KIT_SLOT_TITLES[slot]).join(", ")],
          [m.entry_from(), formatExpansion(gadget.expansion)],
        ),
        ...(catalogue === "field-upgrades"
          ? unknown(m.entry_effect_of_each_level())
          : unknown(m.entry_damage(), m.entry_radius())),
      ],
      sections: filled(getKits(gadget)),
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

const getKits = ({ kitIds }: Bf4Gadget): Section => ({
  title: m.entry_kits(),
  items: kitIds.map((id) => ({ id, name: KIT_TITLES[id], note: null, place: { catalogue: "kits", id } })),
});

/** The four kits of Battlefield 4, slot by slot. */
export function bf4KitEntries(arsenal: Bf4Arsenal): readonly CatalogueEntry[] {
  const items = bf4Items(arsenal);
  return [...arsenal.kits.values()].map(({ id, slots, sourceId }) => {
    const held = KIT_SLOTS.map((slot): Section => ({ title: KIT_SLOT_TITLES[slot], items: named(slots[slot], items) }));
    return getEntry({
      id,
      name: KIT_TITLES[id],
      group: m.entry_kits(),
      brief: KIT_SLOTS.map((of) => m.entry_count_of({ of, count: slots[of].length })).join(", "),
      amount: m.entry_count_items({ count: new Set(Object.values(slots).flat()).size }),
      facts: held.map(({ title, items: { length } }) => ({
        label: title,
        value: m.entry_count_choices({ count: length }),
      })),
      sections: filled(...held),
      kitIds: [id],
      sourceId,
    });
  });
}

const named = (ids: readonly string[] = [], items: ReadonlyMap<string, Bf4Item>): Section["items"] =>
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
      facts: [
        { label: m.entry_slot(), value: PART_SLOT_TITLES[type.slot] },
        { label: m.entry_kind(), value: m.entry_part_kind({ kind: type.class }) },
        ...effectFacts(type),
      ],
      sections: filled({ title: m.entry_offered_by(), items }),
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

/** What was measured of the part, and what it does to Battlelog's bars. */
function effectFacts(type: Bf4PartType): readonly Fact[] {
  const effects = formatPartEffects(type).join(", ");
  const bars = formatBarChanges(type).join(", ");
  return [
    ...(effects ? [{ label: m.entry_changes_grade_c(), value: effects }] : []),
    { label: m.entry_battlelogs_bars(), value: bars || m.entry_none_of_them_changes() },
  ];
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
      facts: [
        { label: m.entry_rule(), value: RULE_TITLES[kind] },
        ...(rule.kind === "category" ? [{ label: m.entry_category(), value: rule.category }] : []),
        ...(weapons.length > 0 ? [{ label: m.entry_weapons(), value: weapons.join(", ") }] : []),
      ],
      sections: filled(
        {
          title: m.entry_the_item(),
          items: item ? [{ id: itemId, name: item.name, note: null, place: item.place }] : [],
        },
        {
          title: RULE_TITLES[kind],
          items: partIds.map((id) => ({ id, name: getName(id), note: null, place: items.get(id)?.place ?? null })),
        },
      ),
      aliases: partIds,
      sourceId: arsenal.compatibilitySourceId,
    });
  });
}
