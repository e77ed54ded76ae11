import type { Bf2042Arsenal } from "#domain/game-data/bf2042-arsenal.ts";
import { getShown } from "#domain/game-data/figure.ts";
import type { Bf2042Part } from "#domain/game-data/schemas/attachment.ts";
import type { Bf2042Gadget } from "#domain/game-data/schemas/gadget.ts";
import { m } from "#messages";
import { formatEffects } from "#messages/game/figure-words.ts";
import { BOARD_SLOT_TITLES, KIT_TITLES, listCarriers, WEAPON_CLASS_TITLES } from "#messages/game/titles.ts";
import {
  type CatalogueEntry,
  type Field,
  formatEra,
  formatEras,
  getEntry,
  getUnnamed,
  type Item,
  link,
  noRule,
  section,
  unknown,
} from "./entry.ts";

/** The gadgets of Battlefield 2042, specialists' own ones among them, or its throwables. */
export function bf2042GadgetEntries(
  { gadgets, specialists }: Bf2042Arsenal,
  catalogue: "gadgets" | "throwables",
): readonly CatalogueEntry[] {
  const requested = [...gadgets.values()].filter(({ kind }) => (kind === "throwable") === (catalogue === "throwables"));
  return requested.map((gadget) => {
    const owners = [...specialists.values()].filter(({ gadgetIds }) => getShown(gadgetIds)?.includes(gadget.id));
    const carriers = listCarriers("bf2042", gadget.classIds);
    return getEntry({
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
        noRule(),
        ...unknown(m.entry_damage(), m.entry_radius()),
      ],
      sections: [
        section(
          m.entry_classes(),
          gadget.classIds.map((id) => link("kits", id, KIT_TITLES[id])),
        ),
        section(
          m.entry_specialists(),
          owners.map(({ id, name }) => link("specialists", id, name, m.entry_from_memory())),
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

/** Looks of the knife; the game names all but two. */
export function bf2042MeleeEntries({ melee }: Bf2042Arsenal): readonly CatalogueEntry[] {
  return [...melee.values()].map(({ asset, name, sourceId }) =>
    getEntry({
      id: asset,
      name: name ?? getUnnamed(),
      label: name === null ? asset : null,
      group: name === null ? getUnnamed() : m.entry_named(),
      brief: m.entry_knife_skin(),
      fields: [[m.entry_asset(), asset], noRule(), ...unknown(m.entry_damage())],
      aliases: [asset],
      sourceId,
    }),
  );
}

/** The four classes of Battlefield 2042. */
export function bf2042KitEntries(arsenal: Bf2042Arsenal): readonly CatalogueEntry[] {
  const { gadgets, specialists } = arsenal;
  return [...arsenal.kits.values()].map((kit) => {
    const sections = [
      section(
        m.entry_specialists(),
        kit.specialistIds.map((id) => link("specialists", id, specialists.get(id)?.name)),
      ),
      section(
        m.entry_gadgets(),
        kit.gadgetIds.map((id) => link("gadgets", id, gadgets.get(id)?.name)),
      ),
      section(
        m.entry_throwables(),
        kit.throwableIds.map((id) => link("throwables", id, gadgets.get(id)?.name)),
      ),
    ];
    return getEntry({
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

/** The specialists of Battlefield 2042, and the soldiers of Portal's older eras. */
export function specialistEntries({ specialists, gadgets }: Bf2042Arsenal): readonly CatalogueEntry[] {
  return [...specialists.values()].map((specialist) => {
    const { id, name, classId, era, gadgetIds, apiId, apiClass, asset, sourceId } = specialist;
    const kit = classId === null ? null : KIT_TITLES[classId];
    const own = getShown(gadgetIds) ?? [];
    const getName = (gadgetId: string) => gadgets.get(gadgetId)?.name ?? gadgetId;
    return getEntry({
      id,
      name,
      group: kit ?? m.entry_portal(),
      brief: [kit ?? m.entry_portal(), ...own.map(getName)].join(m.common_dot()),
      fields: [
        [m.entry_class(), kit ?? m.entry_class_of_older_era({ name: apiClass })],
        ...gadgetIds.map((claim): Field => [m.entry_own_gadget(), claim.value.map(getName).join(", "), claim.sourceId]),
        [m.entry_counted_by_the_statistics_as(), `${apiId}, ${apiClass}`],
        [m.entry_asset(), asset ?? ""],
        [m.entry_trait(), era === "2042" ? m.entry_no_public_source() : ""],
      ],
      sections: [
        section(m.entry_class(), classId === null ? [] : [link("kits", classId, KIT_TITLES[classId])]),
        section(
          m.entry_own_gadget(),
          own.map((gadgetId) => link("gadgets", gadgetId, getName(gadgetId))),
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
  /** The weapon, or the asset of which the blueprint lists only the parts. */
  weapon: { id: string; name: string; isKnown: boolean };
  sourceId: string;
  /** The source of the effects, where there are some. */
  effectsSourceId: string | null;
};

/**
 * Every attachment of Battlefield 2042 by slot and name, with the weapons that offer it and what Season 2 measured; those
 * the game gives no name stand alone.
 */
export function bf2042AttachmentEntries(arsenal: Bf2042Arsenal): readonly CatalogueEntry[] {
  const byName = new Map<string, Offer[]>();
  for (const offer of offers(arsenal)) {
    const id = getId(offer);
    byName.set(id, [...(byName.get(id) ?? []), offer]);
  }
  return [...byName].flatMap(([id, [first, ...others]]) => (first ? [attachmentEntry(id, [first, ...others])] : []));
}

function* offers({ attachments, otherAttachments, weapons }: Bf2042Arsenal): Generator<Offer> {
  for (const { weaponId, options, sourceId, effectsSourceId } of attachments.values()) {
    const weapon = { id: weaponId, name: weapons.get(weaponId)?.name ?? weaponId, isKnown: weapons.has(weaponId) };
    for (const part of options) yield { part, weapon, sourceId, effectsSourceId };
  }
  for (const { asset, options, sourceId } of otherAttachments) {
    const weapon = { id: asset, name: asset, isKnown: false };
    for (const part of options) yield { part, weapon, sourceId, effectsSourceId: null };
  }
}

const getId = ({ part, weapon }: Offer): string =>
  [part.slot ?? "no-slot", part.name === null ? `${weapon.id} ${part.id}` : part.name]
    .join(" ")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");

function attachmentEntry(id: string, offered: readonly [Offer, ...Offer[]]): CatalogueEntry {
  const [{ part, sourceId }] = offered;
  const slot = part.slot === null ? m.entry_slot_not_known() : BOARD_SLOT_TITLES[part.slot];
  const kind = part.kind && m.entry_part_kind({ kind: part.kind });
  const measured = offered.find(({ part: { effects } }) => Object.keys(effects).length > 0);
  return getEntry({
    id,
    name: part.name ?? getUnnamed(),
    label: part.name === null ? part.asset : null,
    group: part.name === null ? getUnnamed() : slot,
    brief: kind === null ? slot : slot + m.common_dot() + kind,
    amount: m.entry_count_weapons({ count: offered.length }),
    fields: [
      [m.entry_slot(), slot],
      [m.entry_kind(), kind ?? ""],
      [m.entry_barrel_of_the_weapon_sheet(), part.barrel ?? ""],
      [m.entry_ammunition_of_the_weapon_sheet(), part.ammunition ?? ""],
      measured?.effectsSourceId
        ? [m.entry_effects(), m.entry_measured_in_season_2_by_weapon(), measured.effectsSourceId]
        : [m.entry_effects(), m.entry_not_measured_in_public()],
      noRule(),
    ],
    sections: [section(m.entry_offered_by(), offered.map(getItem))],
    aliases: offered.flatMap((offer) => [offer.part.id, offer.part.asset]),
    sourceId,
  });
}

function getItem({ part, weapon }: Offer): Item {
  const effects = formatEffects(part.effects);
  const measured = effects.length > 0 ? effects.join(", ") : part.damage ? m.entry_other_damage() : null;
  return {
    id: part.id,
    name: weapon.name,
    note: [...(part.isDefault ? [m.common_stock()] : []), ...(measured ? [measured] : [])].join(", ") || null,
    place: weapon.isKnown ? { catalogue: "weapons", id: weapon.id } : null,
  };
}
