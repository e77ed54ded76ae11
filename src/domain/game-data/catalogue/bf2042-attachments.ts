import type { Bf2042Arsenal } from "#domain/game-data/bf2042-arsenal.ts";
import type { Bf2042Part } from "#domain/game-data/schemas/attachment.ts";
import { BOARD_SLOT_TITLES } from "#domain/game-data/slot.ts";
import { formatEffects } from "#domain/game-data/text/effect-words.ts";
import { type CatalogueEntry, counted, getEntry, type Item, NO_RULE, reported, spelled, UNNAMED } from "./entry.ts";

type Offer = {
  part: Bf2042Part;
  /** The weapon, or the asset of which the blueprint lists only the parts. */
  weapon: { id: string; name: string; known: boolean };
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
    const weapon = { id: weaponId, name: weapons.get(weaponId)?.name ?? weaponId, known: weapons.has(weaponId) };
    for (const part of options) yield { part, weapon, sourceId, effectsSourceId };
  }
  for (const { asset, options, sourceId } of otherAttachments) {
    const weapon = { id: asset, name: asset, known: false };
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
  const slot = part.slot === null ? "Slot not known" : BOARD_SLOT_TITLES[part.slot];
  const measured = offered.find(({ part: { effects } }) => Object.keys(effects).length > 0);
  return getEntry({
    id,
    name: part.name ?? UNNAMED,
    label: part.name === null ? part.asset : null,
    group: part.name === null ? UNNAMED : slot,
    brief: part.kind === null ? slot : `${slot}, ${spelled(part.kind).toLowerCase()}`,
    amount: counted(offered.length, "weapon"),
    facts: [
      { label: "Slot", value: slot },
      ...reported(["Kind", part.kind && spelled(part.kind)]),
      ...reported(["Barrel of the weapon sheet", part.barrel], ["Ammunition of the weapon sheet", part.ammunition]),
      ...(measured?.effectsSourceId
        ? [{ label: "Effects", value: "Measured in Season 2, by weapon", sourceId: measured.effectsSourceId }]
        : [{ label: "Effects", value: "Not measured in public" }]),
      NO_RULE,
    ],
    sections: [{ title: "Offered by", items: offered.map(getItem) }],
    aliases: offered.flatMap((offer) => [offer.part.id, offer.part.asset]),
    sourceId,
  });
}

function getItem({ part, weapon }: Offer): Item {
  const effects = formatEffects(part.effects);
  const measured = effects.length > 0 ? effects.join(", ") : part.damage ? "other damage" : null;
  return {
    id: part.id,
    name: weapon.name,
    note: [...(part.isDefault ? ["As issued"] : []), ...(measured ? [measured] : [])].join(", ") || null,
    place: weapon.known ? { catalogue: "weapons", id: weapon.id } : null,
  };
}
