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
import { formatUnlocks, type GetAwardName } from "#messages/game/unlock-words.ts";
import { type Bf4Item, createAwardNameLookup, getGadgetCatalogue, groupGadgets, indexBf4Items } from "./bf4-items.ts";
import {
  type CatalogueEntry,
  createEntry,
  createLink,
  createSection,
  createUnknownFields,
  formatExpansion,
  type Item,
} from "./entry.ts";

/** Returns the entries of Battlefield 4's gadgets, throwables, melee weapons or field upgrades. */
export function listBf4GadgetEntries(
  arsenal: Bf4Arsenal,
  catalogue: ReturnType<typeof getGadgetCatalogue>,
): readonly CatalogueEntry[] {
  const awardName = createAwardNameLookup(arsenal);
  const catalogueGadgets = groupGadgets(arsenal).filter(([gadget]) => getGadgetCatalogue(gadget) === catalogue);
  return catalogueGadgets.map(([first, ...others]) => {
    const gadget = { ...first, ...getCarriers([first, ...others]) };
    // A gadget that no kit carries lies on the map.
    const unlocks = gadget.slots.length === 0 && !gadget.isPlaceholder ? [] : getUnlocks([first, ...others], awardName);
    return createEntry({
      id: gadget.id,
      otherIds: others.map(({ id }) => id),
      isListed: !gadget.isPlaceholder,
      name: gadget.name,
      group: getGroup(gadget, catalogue),
      brief: formatBrief(gadget, unlocks),
      fields: [
        ...unlocks.map(
          ({ kits, value }) =>
            [unlocks.length === 1 ? m.entry_unlocked_by() : m.entry_unlocked_by_as({ kits }), value] as const,
        ),
        [m.entry_carried_by(), gadget.isPlaceholder ? "" : formatKits(gadget)],
        [m.entry_kind(), gadget.isPlaceholder ? "" : m.entry_gadget_kind({ kind: gadget.kind })],
        [m.entry_slots(), gadget.slots.map((slot) => KIT_SLOT_TITLES[slot]).join(", ")],
        [m.entry_from(), formatExpansion(gadget.expansion) ?? ""],
        ...(catalogue === "field-upgrades"
          ? createUnknownFields(m.entry_effect_of_each_level())
          : createUnknownFields(m.entry_damage(), m.entry_radius())),
      ],
      sections: [
        createSection(
          m.entry_kits(),
          gadget.kitIds.map((id) => createLink("kits", id, KIT_TITLES[id])),
        ),
      ],
      kitIds: gadget.kitIds,
      aliases: gadget.aliases ?? [],
      sourceId: gadget.sourceId,
    });
  });
}

/** Returns the kits and slots of all records of a gadget, in the order of the game. */
const getCarriers = (records: readonly Bf4Gadget[]): Pick<Bf4Gadget, "kitIds" | "slots"> => ({
  kitIds: KIT_IDS.filter((id) => records.some(({ kitIds }) => kitIds.includes(id))),
  slots: KIT_SLOTS.filter((slot) => records.some(({ slots }) => slots.includes(slot))),
});

type KitUnlock = { kits: string; value: string };

/** Returns the unlocks of the gadget by kit; a single element if they are the same for all kits. */
function getUnlocks(records: readonly Bf4Gadget[], awardName: GetAwardName): readonly KitUnlock[] {
  const kitRecords = records.filter(({ slots }) => slots.length > 0).toSorted((a, b) => getPlace(a) - getPlace(b));
  const unlocks = (kitRecords.length > 0 ? kitRecords : records).map(({ kitIds, unlocks }) => ({
    kits: listCarriers("bf4", kitIds).join(", "),
    value: formatUnlocks(unlocks, awardName),
  }));
  return new Set(unlocks.map(({ value }) => value)).size === 1 ? unlocks.slice(0, 1) : unlocks;
}

/** Returns the position of the gadget's first kit in the order of the game. */
const getPlace = ({ kitIds: [first] }: Bf4Gadget): number => (first ? KIT_IDS.indexOf(first) : KIT_IDS.length);

function formatBrief(gadget: Bf4Gadget, unlocks: readonly KitUnlock[]): string {
  if (unlocks.length > 1)
    return unlocks.map(({ kits, value }) => m.entry_unlock_as({ kits, value })).join(m.common_dot());
  return [gadget.isPlaceholder ? m.entry_in_no_kit() : formatKits(gadget), ...unlocks.map(({ value }) => value)].join(
    m.common_dot(),
  );
}

/** Returns the filter chip: the kind of a gadget, or the kit or expansion of any other item. */
function getGroup(gadget: Bf4Gadget, catalogue: ReturnType<typeof getGadgetCatalogue>): string {
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

/** Returns the entries of Battlefield 4's four kits, with a section per slot. */
export function listBf4KitEntries(arsenal: Bf4Arsenal): readonly CatalogueEntry[] {
  const items = indexBf4Items(arsenal);
  return [...arsenal.kits.values()].map(({ id, slots, sourceId }) => {
    const sections = KIT_SLOTS.map((slot) => createSection(KIT_SLOT_TITLES[slot], listItems(slots[slot], items)));
    return createEntry({
      id,
      name: KIT_TITLES[id],
      group: m.entry_kits(),
      brief: KIT_SLOTS.map((slot) => m.entry_count_of({ of: slot, count: slots[slot].length })).join(", "),
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

/** Returns the entries of Battlefield 4's attachment types, with the weapons that have them and their unlocks. */
export function listBf4AttachmentEntries(arsenal: Bf4Arsenal): readonly CatalogueEntry[] {
  const offers = groupOffersByType(arsenal);
  const awardName = createAwardNameLookup(arsenal);
  return [...arsenal.partTypes.values()].map((type) => {
    const typeOffers = offers.get(type.id) ?? [];
    const items = typeOffers.map(
      ({ weaponId, part }): Item => ({
        id: part.id,
        name: arsenal.weapons.get(weaponId)?.name ?? weaponId,
        note: getNote(part, type, formatUnlocks(part.unlocks, awardName)),
        place: { catalogue: "weapons", id: weaponId },
      }),
    );
    return createEntry({
      id: type.id,
      name: type.name,
      group: PART_SLOT_TITLES[type.slot],
      brief: [m.entry_part_kind({ kind: type.class }), formatWeaponClasses(arsenal, typeOffers)]
        .filter(Boolean)
        .join(m.common_dot()),
      amount: m.entry_count_weapons({ count: typeOffers.length }),
      fields: [
        [m.entry_slot(), PART_SLOT_TITLES[type.slot]],
        [m.entry_kind(), m.entry_part_kind({ kind: type.class })],
        [m.entry_changes_grade_c(), formatPartEffects(type).join(", ")],
        [m.entry_battlelogs_bars(), formatBarChanges(type).join(", ") || m.entry_none_of_them_changes()],
      ],
      sections: [createSection(m.entry_offered_by(), items)],
      aliases: [...typeOffers.map(({ part }) => part.id), type.key],
      sourceId: type.sourceId,
    });
  });
}

function groupOffersByType({ attachments }: Bf4Arsenal): ReadonlyMap<string, readonly Offer[]> {
  const offers = new Map<string, Offer[]>();
  for (const { weaponId, slots } of attachments.values()) {
    for (const part of slots.flatMap(({ options }) => options)) {
      offers.set(part.typeId, [...(offers.get(part.typeId) ?? []), { weaponId, part }]);
    }
  }
  return offers;
}

/** Returns the classes of the weapons, which distinguish attachment types of the same name. */
function formatWeaponClasses({ weapons }: Bf4Arsenal, offers: readonly Offer[]): string {
  const classes = new Set(offers.map(({ weaponId }) => weapons.get(weaponId)?.class));
  return WEAPON_CLASSES.flatMap((id) => (classes.has(id) ? [WEAPON_CLASS_TITLES[id]] : [])).join(", ");
}

/** Returns the unlock of the part on this weapon, preceded by the part's name if it differs from the type's. */
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
  const subject = rule.kind === "category" ? m.game_quoted({ name: rule.category }) : parts.join(", ");
  return subject ? `${m.common_label({ label: RULE_TITLES[rule.kind] })} ${subject}` : RULE_TITLES[rule.kind];
}

/** Returns the entries of Battlelog's compatibility rules, one per item. */
export function listCompatibilityEntries(arsenal: Bf4Arsenal): readonly CatalogueEntry[] {
  const items = indexBf4Items(arsenal);
  const getName = (id: string) => items.get(id)?.name ?? id;
  return [...arsenal.compatibility.values()].map((rule) => {
    const { itemId, kind } = rule;
    const item = items.get(itemId);
    const weapons = item?.weaponNames ?? [];
    const partIds = "partIds" in rule ? rule.partIds : [];
    return createEntry({
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
        createSection(m.entry_the_item(), item ? listItems([itemId], items) : []),
        createSection(RULE_TITLES[kind], listItems(partIds, items)),
      ],
      aliases: partIds,
      sourceId: arsenal.compatibilitySourceId,
    });
  });
}
