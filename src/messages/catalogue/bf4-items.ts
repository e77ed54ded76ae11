// What the ids of Battlefield 4 items mean, and where each item has its place.

import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import type { Bf4Gadget } from "#domain/game-data/schemas/gadget.ts";
import type { AwardName } from "#messages/game/unlock-words.ts";
import type { Place } from "./entry.ts";

/** An item by its id: its name, its place, and the weapons it belongs to where it is a part. */
export type Bf4Item = { name: string; place: Place; weaponNames: readonly string[] };

/** The catalogue a gadget stands in. */
export function gadgetCatalogue({
  kind,
}: Pick<Bf4Gadget, "kind">): "gadgets" | "throwables" | "melee" | "field-upgrades" {
  if (kind === "grenade") return "throwables";
  if (kind === "melee") return "melee";
  return kind === "field-upgrade" ? "field-upgrades" : "gadgets";
}

/**
 * The gadgets by thing, the record that stands for it first: Battlelog has several records of one gadget, for another kit
 * or without a slot, and awards, ladders and rules may name any of them. Each kit has a field upgrade of its own.
 */
export function gadgetGroups({ gadgets }: Bf4Arsenal): readonly (readonly [Bf4Gadget, ...Bf4Gadget[]])[] {
  const groups = Map.groupBy(gadgets.values(), (gadget) =>
    gadget.kind === "field-upgrade" ? gadget.id : `${gadgetCatalogue(gadget)} ${gadget.name}`,
  );
  return [...groups.values()].flatMap((records) => {
    const [first, ...others] = records.toSorted((one, other) => getDetail(other) - getDetail(one));
    return first ? [[first, ...others] as const] : [];
  });
}

/** A record with a slot that also names its expansion is the most complete one. */
const getDetail = ({ slots, expansion }: Bf4Gadget): number =>
  (slots.length > 0 ? 2 : 0) + (expansion === null ? 0 : 1);

/** Every item of Battlefield 4 that something else may name, by id. */
export function bf4Items(arsenal: Bf4Arsenal): ReadonlyMap<string, Bf4Item> {
  const items = new Map<string, Bf4Item>();
  for (const loadout of arsenal.vehicleLoadouts.values()) {
    for (const { id, name } of loadout.slots.flatMap(({ options }) => options)) {
      items.set(id, { name, place: { catalogue: "vehicle-loadouts", id: loadout.id }, weaponNames: [] });
    }
  }
  for (const { id, name } of arsenal.vehicles.values()) {
    items.set(id, { name, place: { catalogue: "vehicles", id }, weaponNames: [] });
  }
  for (const { id, name, typeId, weapon } of parts(arsenal)) {
    const weaponNames = [...(items.get(id)?.weaponNames ?? []), weapon];
    items.set(id, { name, place: { catalogue: "attachments", id: typeId }, weaponNames });
  }
  for (const records of gadgetGroups(arsenal)) {
    const place = { catalogue: gadgetCatalogue(records[0]), id: records[0].id };
    for (const { id, name } of records) items.set(id, { name, place, weaponNames: [] });
  }
  for (const { id, name } of arsenal.weapons.values()) {
    items.set(id, { name, place: { catalogue: "weapons", id }, weaponNames: [] });
  }
  return items;
}

function* parts({ attachments, weapons }: Bf4Arsenal) {
  for (const { weaponId, slots } of attachments.values()) {
    const weapon = weapons.get(weaponId)?.name ?? weaponId;
    for (const option of slots.flatMap(({ options }) => options)) yield { ...option, weapon };
  }
}

/** Names of awards by their codes; capitals do not count. */
export function awardNames({ awards }: Bf4Arsenal): AwardName {
  const names = new Map([...awards.values()].map(({ code, name }) => [code.toLowerCase(), name]));
  return (code) => names.get(code.toLowerCase()) ?? null;
}

/** The id an award has in its catalogue. */
export const awardId = ({ realm, code }: { realm: string; code: string }): string => `${realm}-${code}`;
