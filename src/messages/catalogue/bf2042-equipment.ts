import type { Bf2042Arsenal } from "#domain/game-data/bf2042-arsenal.ts";
import { getEnglishName } from "#domain/game-data/english-name.ts";
import { getShown } from "#domain/game-data/figure.ts";
import type { Bf2042Part } from "#domain/game-data/schemas/attachment.ts";
import type { Bf2042Gadget } from "#domain/game-data/schemas/gadget.ts";
import { m } from "#messages";
import { formatEffects } from "#messages/game/figure-words.ts";
import { BOARD_SLOT_TITLES, KIT_TITLES, listCarriers, WEAPON_CLASS_TITLES } from "#messages/game/titles.ts";
import { createUnlockField } from "./bf2042-criteria.ts";
import {
  type CatalogueEntry,
  createEntry,
  createLink,
  createSection,
  createUnknownFields,
  createUnknownRule,
  type Field,
  formatEra,
  formatEras,
  getUnnamed,
  type Item,
} from "./entry.ts";

/** Returns the entries of Battlefield 2042's gadgets, including those of specialists, or of its throwables. */
export function listBf2042GadgetEntries(
  arsenal: Bf2042Arsenal,
  catalogue: "gadgets" | "throwables",
): readonly CatalogueEntry[] {
  const { gadgets, specialists } = arsenal;
  const catalogueGadgets = [...gadgets.values()].filter(
    ({ kind }) => (kind === "throwable") === (catalogue === "throwables"),
  );
  return catalogueGadgets.map((gadget) => {
    const owners = [...specialists.values()].filter(({ gadgetIds }) => getShown(gadgetIds)?.includes(gadget.id));
    const carriers = listCarriers("bf2042", gadget.classIds);
    return createEntry({
      id: gadget.id,
      name: gadget.name,
      label: gadget.eras.includes("2042") ? null : formatEra(gadget.eras[0]),
      group: getGroup(gadget),
      brief: [...carriers, ...owners.map(({ name }) => name)].join(", "),
      fields: [
        [m.entry_carried_by(), carriers.join(", ") || m.entry_no_class_of_all_out_warfare()],
        [m.entry_kind(), m.entry_gadget_kind({ kind: gadget.kind })],
        [m.entry_eras(), formatEras(gadget.eras)],
        [m.entry_tags_of_the_blueprint(), gadget.types.join(", ")],
        [m.entry_ids_of_the_statistics(), gadget.apiIds.join(", ")],
        [m.entry_asset(), gadget.asset],
        createUnlockField("gadget", gadget.id, arsenal),
        ...createUnknownFields(m.entry_damage(), m.entry_radius()),
      ],
      sections: [
        createSection(
          m.entry_classes(),
          gadget.classIds.map((id) => createLink("kits", id, KIT_TITLES[id])),
        ),
        createSection(
          m.entry_specialists(),
          owners.map(({ id, name }) => createLink("specialists", id, name, m.entry_from_memory())),
        ),
      ],
      kitIds: gadget.classIds,
      aliases: [...gadget.apiIds, gadget.asset],
      sourceId: gadget.sourceId,
    });
  });
}

function getGroup({ kind, eras }: Bf2042Gadget): string {
  if (!eras.includes("2042")) return m.entry_portal();
  return kind === "specialist" ? m.entry_specialists_own() : m.entry_all_out_warfare();
}

/** Returns the entries of the knife skins; two of them have no name in the game. */
export function listBf2042MeleeEntries({ melee }: Bf2042Arsenal): readonly CatalogueEntry[] {
  return [...melee.values()].map(({ asset, name, sourceId }) =>
    createEntry({
      id: asset,
      name: name ?? getUnnamed(),
      label: name === null ? asset : null,
      group: name === null ? getUnnamed() : m.entry_named(),
      brief: m.entry_knife_skin(),
      fields: [[m.entry_asset(), asset], createUnknownRule(), ...createUnknownFields(m.entry_damage())],
      aliases: [asset],
      sourceId,
    }),
  );
}

/** Returns the entries of Battlefield 2042's four classes. */
export function listBf2042KitEntries(arsenal: Bf2042Arsenal): readonly CatalogueEntry[] {
  const { gadgets, specialists } = arsenal;
  return [...arsenal.kits.values()].map((kit) => {
    const sections = [
      createSection(
        m.entry_specialists(),
        kit.specialistIds.map((id) => createLink("specialists", id, specialists.get(id)?.name)),
      ),
      createSection(
        m.entry_gadgets(),
        kit.gadgetIds.map((id) => createLink("gadgets", id, gadgets.get(id)?.name)),
      ),
      createSection(
        m.entry_throwables(),
        kit.throwableIds.map((id) => createLink("throwables", id, gadgets.get(id)?.name)),
      ),
    ];
    return createEntry({
      id: kit.id,
      name: KIT_TITLES[kit.id],
      group: m.entry_classes(),
      brief: [
        m.entry_count_of({ of: "specialists", count: kit.specialistIds.length }),
        m.entry_count_of({ of: "gadgets", count: kit.gadgetIds.length }),
        m.entry_count_of({ of: "throwables", count: kit.throwableIds.length }),
      ].join(", "),
      amount: m.entry_count_items({ count: sections.flatMap(({ items }) => items).length }),
      fields: [
        ...kit.proficiency.map(
          ({ value, sourceId }): Field => [m.entry_handles_better(), WEAPON_CLASS_TITLES[value], sourceId],
        ),
        [m.entry_weapons(), m.entry_open_to_all_four_classes()],
      ],
      sections,
      kitIds: [kit.id],
      sourceId: kit.sourceId,
    });
  });
}

/** Returns the entries of Battlefield 2042's specialists, and of the soldiers of Portal's older eras. */
export function listSpecialistEntries({ specialists, gadgets }: Bf2042Arsenal): readonly CatalogueEntry[] {
  return [...specialists.values()].map((specialist) => {
    const { id, name, classId, era, gadgetIds, apiId, apiClass, asset, sourceId } = specialist;
    const kit = classId === null ? null : KIT_TITLES[classId];
    const ownGadgetIds = getShown(gadgetIds) ?? [];
    const getName = (gadgetId: string) => gadgets.get(gadgetId)?.name ?? gadgetId;
    return createEntry({
      id,
      name,
      group: kit ?? m.entry_portal(),
      brief: [kit ?? m.entry_portal(), ...ownGadgetIds.map(getName)].join(m.common_dot()),
      fields: [
        [m.entry_class(), kit ?? m.entry_class_of_older_era({ name: apiClass })],
        ...gadgetIds.map((claim): Field => [m.entry_own_gadget(), claim.value.map(getName).join(", "), claim.sourceId]),
        [m.entry_counted_by_the_statistics_as(), `${apiId}, ${apiClass}`],
        [m.entry_asset(), asset ?? ""],
        [m.entry_trait(), era === "2042" ? m.entry_no_public_source() : ""],
      ],
      sections: [
        createSection(m.entry_class(), classId === null ? [] : [createLink("kits", classId, KIT_TITLES[classId])]),
        createSection(
          m.entry_own_gadget(),
          ownGadgetIds.map((gadgetId) => createLink("gadgets", gadgetId, getName(gadgetId))),
        ),
      ],
      kitIds: classId === null ? [] : [classId],
      aliases: [apiId, ...(asset === null ? [] : [asset])],
      sourceId,
    });
  });
}

type Offer = {
  part: Bf2042Part;
  /** The weapon, or the asset for which the blueprint lists only the parts. */
  weapon: { id: string; name: string; isKnown: boolean };
  sourceId: string;
  /** The source of the effects; null if there are none. */
  effectsSourceId: string | null;
};

/**
 * Returns an entry for every slot and name of Battlefield 2042's attachments, with the weapons that have it and its effects in
 * Season 2. An attachment without a name in the game has an entry of its own.
 */
export function listBf2042AttachmentEntries(arsenal: Bf2042Arsenal): readonly CatalogueEntry[] {
  const byName = new Map<string, Offer[]>();
  for (const offer of listOffers(arsenal)) {
    const id = getId(offer);
    byName.set(id, [...(byName.get(id) ?? []), offer]);
  }
  return [...byName].flatMap(([id, [first, ...others]]) =>
    first ? [createAttachmentEntry(id, [first, ...others])] : [],
  );
}

function* listOffers({ attachments, otherAttachments, weapons }: Bf2042Arsenal): Generator<Offer> {
  for (const { weaponId, options, sourceId, effectsSourceId } of attachments.values()) {
    const weapon = { id: weaponId, name: weapons.get(weaponId)?.name ?? weaponId, isKnown: weapons.has(weaponId) };
    for (const part of options) yield { part, weapon, sourceId, effectsSourceId };
  }
  for (const { asset, name, options, sourceId } of otherAttachments) {
    const weapon = { id: asset, name, isKnown: false };
    for (const part of options) yield { part, weapon, sourceId, effectsSourceId: null };
  }
}

const getId = ({ part, weapon }: Offer): string =>
  [part.slot ?? "no-slot", getEnglishName(part) ?? `${weapon.id} ${part.id}`]
    .join(" ")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");

/** Ids that links to these entries had before the entries' slots or names were corrected. */
const EARLIER_IDS: Readonly<Record<string, readonly string[]>> = {
  "sight-default-scope": ["no-slot-default-scope", "underbarrel-default-scope"],
  "barrel-suppressor": ["no-slot-suppressor"],
  "barrel-heavy-barrel": ["no-slot-heavy-barrel"],
  "ammunition-12g-buckshot": ["no-slot-12g-buckshot"],
  "ammunition-01-buckshot-drum": ["ammunition-1-buckshot-shell-drum"],
  "ammunition-01-buckshot-extended": ["ammunition-1-buckshot-shell-extended"],
};

function createAttachmentEntry(id: string, offers: readonly [Offer, ...Offer[]]): CatalogueEntry {
  const [{ part, sourceId }] = offers;
  const slot = part.slot === null ? m.entry_slot_not_known() : BOARD_SLOT_TITLES[part.slot];
  const kind = part.kind && m.entry_part_kind({ kind: part.kind });
  const measuredOffer = offers.find(({ part: { effects } }) => Object.keys(effects).length > 0);
  return createEntry({
    id,
    otherIds: EARLIER_IDS[id] ?? [],
    name: part.name ?? getUnnamed(),
    label: part.name === null ? part.asset : null,
    group: part.name === null ? getUnnamed() : slot,
    brief: kind === null ? slot : slot + m.common_dot() + kind,
    amount: m.entry_count_weapons({ count: offers.length }),
    fields: [
      [m.entry_slot(), slot],
      [m.entry_kind(), kind ?? ""],
      [m.entry_barrel_of_the_weapon_sheet(), part.barrel ?? ""],
      [m.entry_ammunition_of_the_weapon_sheet(), part.ammunition ?? ""],
      measuredOffer?.effectsSourceId
        ? [m.entry_effects(), m.entry_measured_in_season_2_by_weapon(), measuredOffer.effectsSourceId]
        : [m.entry_effects(), m.entry_not_measured_in_public()],
      createUnknownRule(),
    ],
    sections: [createSection(m.entry_offered_by(), offers.map(getItem))],
    aliases: offers.flatMap((offer) => [offer.part.id, offer.part.asset]),
    sourceId,
  });
}

function getItem({ part, weapon }: Offer): Item {
  const effects = formatEffects(part.effects);
  const effectText = effects.length > 0 ? effects.join(", ") : part.damage ? m.entry_other_damage() : null;
  return {
    id: part.id,
    name: weapon.name,
    note: [...(part.isDefault ? [m.common_stock()] : []), ...(effectText ? [effectText] : [])].join(", ") || null,
    place: weapon.isKnown ? { catalogue: "weapons", id: weapon.id } : null,
  };
}
