// Looks up the names of Battlefield 4 items and the catalogue entries that describe them.

import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import { getEnglishName } from "#domain/game-data/english-name.ts";
import type { Bf4Gadget } from "#domain/game-data/schemas/gadget.ts";
import type { Bf4Vehicle } from "#domain/game-data/schemas/vehicle.ts";
import type { GetAwardName } from "#messages/game/unlock-words.ts";
import type { Place } from "./entry.ts";

/** An item's name, its catalogue entry, and for a part the names of its weapons. */
export type Bf4Item = { name: string; place: Place; weaponNames: readonly string[] };

/** Returns the catalogue that a gadget belongs to. */
export function getGadgetCatalogue({
  kind,
}: Pick<Bf4Gadget, "kind">): "gadgets" | "throwables" | "melee" | "field-upgrades" {
  if (kind === "grenade") return "throwables";
  if (kind === "melee") return "melee";
  return kind === "field-upgrade" ? "field-upgrades" : "gadgets";
}

/**
 * Returns the records of each gadget, the most complete record first. Battlelog has several records of a gadget, for another kit
 * or without a slot, and awards, ladders and rules may refer to any of them. Field upgrades of the same name are different items.
 */
export function groupGadgets({ gadgets }: Bf4Arsenal): readonly (readonly [Bf4Gadget, ...Bf4Gadget[]])[] {
  const groups = Map.groupBy(gadgets.values(), (gadget) =>
    gadget.kind === "field-upgrade" ? gadget.id : `${getGadgetCatalogue(gadget)} ${getEnglishName(gadget)}`,
  );
  return [...groups.values()].flatMap((records) => {
    const [first, ...others] = records.toSorted((a, b) => getDetail(b) - getDetail(a));
    return first ? [[first, ...others] as const] : [];
  });
}

/** Returns the completeness of a record: one with a slot and an expansion is the most complete. */
const getDetail = ({ slots, expansion }: Bf4Gadget): number =>
  (slots.length > 0 ? 2 : 0) + (expansion === null ? 0 : 1);

/** Returns the records of each vehicle; Battlelog has two records of some. The first has the id that the statistics use. */
export function groupVehicles(vehicles: Bf4Arsenal["vehicles"]): readonly (readonly [Bf4Vehicle, ...Bf4Vehicle[]])[] {
  return [
    ...Map.groupBy(vehicles.values(), (vehicle) => `${vehicle.category} ${getEnglishName(vehicle)}`).values(),
  ].flatMap((records) => {
    const [first, ...others] = records.toSorted((a, b) => a.id.length - b.id.length);
    return first ? [[first, ...others] as const] : [];
  });
}

/** Returns every item of Battlefield 4 that another record may refer to, by id. */
export function indexBf4Items(arsenal: Bf4Arsenal): ReadonlyMap<string, Bf4Item> {
  const items = new Map<string, Bf4Item>();
  for (const loadout of arsenal.vehicleLoadouts.values()) {
    for (const { id, name } of loadout.slots.flatMap(({ options }) => options)) {
      items.set(id, { name, place: { catalogue: "vehicle-loadouts", id: loadout.id }, weaponNames: [] });
    }
  }
  for (const records of groupVehicles(arsenal.vehicles)) {
    const place = { catalogue: "vehicles", id: records[0].id } as const;
    for (const { id, name } of records) items.set(id, { name, place, weaponNames: [] });
  }
  for (const { id, name, typeId, weapon } of listParts(arsenal)) {
    const weaponNames = [...(items.get(id)?.weaponNames ?? []), weapon];
    items.set(id, { name, place: { catalogue: "attachments", id: typeId }, weaponNames });
  }
  for (const records of groupGadgets(arsenal)) {
    const place = { catalogue: getGadgetCatalogue(records[0]), id: records[0].id };
    for (const { id, name } of records) items.set(id, { name, place, weaponNames: [] });
  }
  for (const { id, name } of arsenal.weapons.values()) {
    items.set(id, { name, place: { catalogue: "weapons", id }, weaponNames: [] });
  }
  return items;
}

function* listParts({ attachments, weapons }: Bf4Arsenal) {
  for (const { weaponId, slots } of attachments.values()) {
    const weapon = weapons.get(weaponId)?.name ?? weaponId;
    for (const option of slots.flatMap(({ options }) => options)) yield { ...option, weapon };
  }
}

/** Returns a function that looks up an award's name by its code, ignoring case. */
export function createAwardNameLookup({ awards }: Bf4Arsenal): GetAwardName {
  const names = new Map([...awards.values()].map(({ code, name }) => [code.toLowerCase(), name]));
  return (code) => names.get(code.toLowerCase()) ?? null;
}

/** Returns the id of an award's catalogue entry. */
export const getAwardEntryId = ({ realm, code }: { realm: string; code: string }): string => `${realm}-${code}`;
