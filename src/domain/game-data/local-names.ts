// Replaces the names of an arsenal by those of another language.
import type { Arsenal } from "./arsenal.ts";
import type { Bf4Arsenal } from "./bf4-arsenal.ts";
import type { Bf2042Arsenal } from "./bf2042-arsenal.ts";
import type { NamesById } from "./schemas/local-names.ts";

type Named = { name: string | null };

/** Returns the arsenal with the names of a language: a record with another name has the English one as `englishName`. */
export function localizeArsenal<Own extends Arsenal>(arsenal: Own, language: string): Own;
export function localizeArsenal(arsenal: Arsenal, language: string): Arsenal {
  return arsenal.game === "bf4" ? localizeBf4(arsenal, language) : localizeBf2042(arsenal, language);
}

function localizeBf4(arsenal: Bf4Arsenal, language: string): Bf4Arsenal {
  const names = arsenal.localNames[language];
  if (!names) return arsenal;
  const { partTypes } = arsenal;
  const localizePart = <Part extends Named & { typeId: string }>(part: Part): Part =>
    // A weapon may have a name of its own for a type.
    part.name === partTypes.get(part.typeId)?.name ? localize(part, names.attachments[part.typeId]) : part;
  const localizeItem = <Item extends Named & { itemId: string }>(item: Item): Item =>
    localize(item, names.gadgets[item.itemId] ?? names.vehicleParts[item.itemId]);
  return {
    ...arsenal,
    partTypes: localizeAll(partTypes, names.attachments),
    attachments: mapValues(arsenal.attachments, (weapon) => ({
      ...weapon,
      slots: weapon.slots.map(({ slot, options }) => ({ slot, options: options.map(localizePart) })),
    })),
    gadgets: localizeAll(arsenal.gadgets, names.gadgets),
    vehicles: localizeAll(arsenal.vehicles, names.vehicles),
    vehicleLoadouts: mapValues(arsenal.vehicleLoadouts, (loadout) => ({
      ...loadout,
      slots: loadout.slots.map(({ slot, options }) => ({
        slot,
        options: options.map((option) => localize(option, names.vehicleParts[option.id])),
      })),
    })),
    ladders: mapValues(arsenal.ladders, (ladder) => ({ ...ladder, steps: ladder.steps.map(localizeItem) })),
    maps: localizeAll(arsenal.maps, names.maps),
  };
}

function localizeBf2042(arsenal: Bf2042Arsenal, language: string): Bf2042Arsenal {
  const names = arsenal.localNames[language];
  if (!names) return arsenal;
  const localizeParts = <Owner extends { options: readonly (Named & { id: string })[] }>(owner: Owner): Owner => ({
    ...owner,
    options: owner.options.map((part) => localize(part, names.attachments[part.id])),
  });
  return {
    ...arsenal,
    attachments: mapValues(arsenal.attachments, localizeParts),
    otherAttachments: arsenal.otherAttachments.map(localizeParts),
    gadgets: localizeAll(arsenal.gadgets, names.gadgets),
    vehicles: localizeAll(arsenal.vehicles, names.vehicles),
    armament: localizeAll(arsenal.armament, names.armament),
    maps: localizeAll(arsenal.maps, names.maps),
  };
}

const localize = <Own extends Named>(record: Own, name: string | undefined): Own =>
  name === undefined || record.name === null ? record : { ...record, name, englishName: record.name };

const localizeAll = <Own extends Named>(
  records: ReadonlyMap<string, Own>,
  names: NamesById,
): ReadonlyMap<string, Own> => mapValues(records, (record, id) => localize(record, names[id]));

const mapValues = <Value>(
  records: ReadonlyMap<string, Value>,
  change: (record: Value, id: string) => Value,
): ReadonlyMap<string, Value> => new Map(Array.from(records, ([id, record]) => [id, change(record, id)]));
