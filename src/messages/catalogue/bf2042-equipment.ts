import type { Bf2042Arsenal } from "#domain/game-data/bf2042-arsenal.ts";
import { getShown } from "#domain/game-data/figure.ts";
import type { Bf2042Part } from "#domain/game-data/schemas/attachment.ts";
import type { Bf2042Gadget } from "#domain/game-data/schemas/gadget.ts";
import { m } from "#messages";
import { formatEffects } from "#messages/game/figure-words.ts";
import { BOARD_SLOT_TITLES, KIT_TITLES, listCarriers, WEAPON_CLASS_TITLES } from "#messages/game/titles.ts";
import {
  type CatalogueEntry,
  type Fact,
  filled,
  formatEra,
  getEntry,
  getUnnamed,
  type Item,
  NO_RULE,
  reported,
  type Section,
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
      facts: [
        { label: m.entry_carried_by(), value: carriers.join(", ") || m.entry_no_class_of_all_out_warfare() },
        { label: m.entry_kind(), value: m.entry_gadget_kind({ kind: gadget.kind }) },
        ...reported(
          // The one era of a Portal gadget is beside its name.
          [m.entry_eras(), gadget.eras.length > 1 ? gadget.eras.map(formatEra).join(", ") : null],
          [m.entry_tags_of_the_blueprint(), gadget.types.join(", ")],
        ),
        ...reported([m.entry_ids_of_the_statistics(), gadget.apiIds.join(", ")], [m.entry_asset(), gadget.asset]),
        NO_RULE,
        ...unknown(m.entry_damage(), m.entry_radius()),
      ],
      sections: filled(
        { title: m.entry_classes(), items: gadget.classIds.map((id) => link("kits", id, KIT_TITLES[id])) },
        {
          title: m.entry_specialists(),
          items: owners.map(({ id, name }) => link("specialists", id, name, m.entry_from_memory())),
        },
      ),
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
      facts: [...reported([m.entry_asset(), asset]), NO_RULE, ...unknown(m.entry_damage())],
      aliases: [asset],
      sourceId,
    }),
  );
}

/** The four classes of Battlefield 2042. */
export function bf2042KitEntries(arsenal: Bf2042Arsenal): readonly CatalogueEntry[] {
  const { gadgets, specialists } = arsenal;
  return [...arsenal.kits.values()].map((kit) => {
    const sections: readonly Section[] = [
      {
        title: m.entry_specialists(),
        items: kit.specialistIds.map((id) => link("specialists", id, specialists.get(id)?.name)),
      },
      { title: m.entry_gadgets(), items: kit.gadgetIds.map((id) => link("gadgets", id, gadgets.get(id)?.name)) },
      {
        title: m.entry_throwables(),
        items: kit.throwableIds.map((id) => link("throwables", id, gadgets.get(id)?.name)),
      },
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
      facts: [
        ...kit.proficiency.map(
          ({ value, sourceId }): Fact => ({
            label: m.entry_handles_better(),
            value: WEAPON_CLASS_TITLES[value],
            sourceId,
          }),
        ),
        { label: m.entry_weapons(), value: m.entry_open_to_all_four_classes() },
      ],
      sections: filled(...sections),
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
    return getEntry({
      id,
      name,
      group: kit ?? m.entry_portal(),
      brief: [kit ?? m.entry_portal(), ...own.map((gadgetId) => gadgets.get(gadgetId)?.name ?? gadgetId)].join(
        m.common_dot(),
      ),
      facts: [
        { label: m.entry_class(), value: kit ?? m.entry_class_of_older_era({ name: apiClass }) },
        ...gadgetIds.map(
          (claim): Fact => ({
            label: m.entry_own_gadget(),
            value: claim.value.map((gadgetId) => gadgets.get(gadgetId)?.name ?? gadgetId).join(", "),
            sourceId: claim.sourceId,
          }),
        ),
        { label: m.entry_counted_by_the_statistics_as(), value: `${apiId}, ${apiClass}` },
        ...reported([m.entry_asset(), asset]),
        ...reported([m.entry_trait(), era === "2042" ? m.entry_no_public_source() : null]),
      ],
      sections: filled(
        { title: m.entry_class(), items: classId === null ? [] : [link("kits", classId, KIT_TITLES[classId])] },
        {
          title: m.entry_own_gadget(),
          items: own.map((gadgetId) => link("gadgets", gadgetId, gadgets.get(gadgetId)?.name)),
        },
      ),
      kitIds: classId === null ? [] : [classId],
      aliases: [apiId, ...(asset === null ? [] : [asset])],
      sourceId,
    });
  });
}

function link(
  catalogue: "kits" | "specialists" | "gadgets" | "throwables",
  id: string,
  name: string | undefined,
  note: string | null = null,
): Item {
  return { id, name: name ?? id, note, place: { catalogue, id } };
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
    facts: [
      { label: m.entry_slot(), value: slot },
      ...reported([m.entry_kind(), kind]),
      ...reported(
        [m.entry_barrel_of_the_weapon_sheet(), part.barrel],
        [m.entry_ammunition_of_the_weapon_sheet(), part.ammunition],
      ),
      ...(measured?.effectsSourceId
        ? [
            {
              label: m.entry_effects(),
              value: m.entry_measured_in_season_2_by_weapon(),
              sourceId: measured.effectsSourceId,
            },
          ]
        : [{ label: m.entry_effects(), value: m.entry_not_measured_in_public() }]),
      NO_RULE,
    ],
    sections: [{ title: m.entry_offered_by(), items: offered.map(getItem) }],
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
