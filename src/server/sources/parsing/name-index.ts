// Maps the ids and names of a source to the arsenal's.

import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import type { Bf2042Arsenal } from "#domain/game-data/bf2042-arsenal.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import type { TableId } from "#domain/soldier/figures/table-id.ts";
import { CLASS_NAMES } from "#domain/soldier/statistics.ts";
import { normalizeText } from "#domain/text.ts";

/** `known` is false where it is one thing to players, and no record of the arsenal. */
type Thing = { readonly id: string; readonly name: string; readonly known: boolean };

/** The thing that a source's id or name stands for. */
export type NameIndex = (sourceName: string) => Thing | undefined;

type Named = { readonly id: string; readonly name: string };

/** Several modes of one arsenal, which the statistics count as one. */
const CONQUEST: Thing = { id: "conquest", name: "Conquest", known: false };
/** Names of modes in the statistics of Battlefield 4 that differ from the arsenal's. */
const BF4_MODES = new Map([
  ["sqdm", "8"],
  ["elimination", "16777216"],
  ["carrierassaultlarge", "33554432"],
  ["carrierassaultsmall", "33554432"],
]);
const BF4_CONQUEST = ["conquest", "conquestsmall", "conquestlarge", "conquestladder"];

/** Things of Battlefield 2042 by the ids of the statistics; of those that share one, the first in the data. */
export function bf2042Names(arsenal: Bf2042Arsenal): Record<TableId, NameIndex> {
  const byApiIds = (records: Iterable<Named & { apiIds: readonly string[] }>) =>
    createIndex([...records].map((record) => [record, record.apiIds]));
  return {
    weapons: byApiIds(arsenal.weapons.values()),
    vehicles: byApiIds(arsenal.vehicles.values()),
    gadgets: byApiIds(arsenal.gadgets.values()),
    classes: createIndex([...arsenal.specialists.values()].map((specialist) => [specialist, [specialist.apiId]])),
    modes: createIndex([...arsenal.statModes.values()].map((mode) => [mode, [mode.id]])),
    maps: createIndex([...arsenal.maps.values()].map((map) => [map, map.statIds])),
  };
}

/** Things of Battlefield 4 by the slugs, aliases and names under which the statistics list them. */
export function bf4Names(arsenal: Bf4Arsenal): Record<TableId, NameIndex> {
  const byNames = (records: readonly Named[]) => createIndex([...records.map(getSlug), ...records.map(getName)]);
  const weapons = [...arsenal.weapons.values()];
  const modes = byNames([...arsenal.modes.values()]);
  return {
    weapons: createIndex([
      ...weapons.map(getSlug),
      ...weapons.map((weapon) => [weapon, weapon.aliases] as const),
      ...weapons.map(getName),
    ]),
    gadgets: byNames([...arsenal.gadgets.values()]),
    vehicles: byNames([...arsenal.vehicles.values()]),
    classes: byNames(KIT_IDS.map((id) => ({ id, name: CLASS_NAMES[id] }))),
    modes: (sourceName) => {
      const key = getKey(sourceName);
      return BF4_CONQUEST.includes(key) ? CONQUEST : modes(BF4_MODES.get(key) ?? sourceName);
    },
    maps: byNames([...arsenal.maps.values()]),
  };
}

type Entry = readonly [thing: Named, names: readonly string[]];

const getSlug = (thing: Named): Entry => [thing, [thing.id]];
const getName = (thing: Named): Entry => [thing, [thing.name]];

/** Of two things with one name, the earlier entry is used. */
function createIndex(entries: readonly Entry[]): NameIndex {
  const things = new Map<string, Thing>();
  for (const [{ id, name }, names] of entries) {
    for (const key of names.map(getKey)) {
      if (!things.has(key)) things.set(key, { id, name, known: true });
    }
  }
  return (sourceName) => things.get(getKey(sourceName));
}

/** "AEK-971", "aek-971" and "AEK971" are one name. */
const getKey = (name: string): string => normalizeText(name).replaceAll(" ", "");
