import type { Arsenal } from "#domain/game-data/arsenal.ts";

/** Every name of an attachment once, and of each weapon the places of its names in that list. */
export type PartNames = {
  names: readonly string[];
  weapons: readonly { id: string; parts: readonly number[] }[];
};

/** Which attachments the weapons of a game offer, by name; a weapon no source lists attachments of has none. */
export function getPartNames({ attachments }: Pick<Arsenal, "attachments">): PartNames {
  const places = new Map<string, number>();
  const getPlace = (name: string) => {
    const place = places.get(name) ?? places.size;
    places.set(name, place);
    return place;
  };
  const weapons = [...attachments.values()].map((one) => ({
    id: one.weaponId,
    parts: [...new Set(getNames(one).map(getPlace))],
  }));
  return { names: [...places.keys()], weapons };
}

function getNames(one: Arsenal["attachments"] extends ReadonlyMap<string, infer Parts> ? Parts : never): string[] {
  const options = one.game === "bf4" ? one.slots.flatMap((slot) => slot.options) : one.options;
  return options.flatMap(({ name }) => name ?? []);
}
