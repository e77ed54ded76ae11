// Maps ids and names of the service to those of the arsenal.

import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import type { Bf2042Arsenal } from "#domain/game-data/bf2042-arsenal.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import type { TableId } from "#domain/soldier/figures/table-id.ts";
import type { NameIndex } from "#domain/soldier/parsing/fields.ts";
import {
  BF4_VEHICLE_ALIASES,
  createBf4ModeIndex,
  createIndex,
  type IndexEntry,
  type NamedItem,
} from "#domain/soldier/parsing/name-index.ts";
import { CLASS_NAMES } from "#domain/soldier/statistics.ts";

/** Returns indices of Battlefield 2042's items by the ids in the statistics; if several share an id, the first in the data counts. */
export function createBf2042Names(arsenal: Bf2042Arsenal): Record<TableId, NameIndex> {
  const byApiIds = (records: Iterable<NamedItem & { apiIds: readonly string[] }>) =>
    createIndex([...records].map((record) => [record, record.apiIds]));
  return {
    weapons: byApiIds(arsenal.weapons.values()),
    vehicles: byApiIds(arsenal.vehicles.values()),
    // The statistics list the launchers of 1942 as gadgets, the arsenal as weapons.
    gadgets: byApiIds([...arsenal.gadgets.values(), ...arsenal.weapons.values()]),
    classes: createIndex([...arsenal.specialists.values()].map((specialist) => [specialist, [specialist.apiId]])),
    modes: createIndex([...arsenal.statModes.values()].map((mode) => [mode, [mode.id]])),
    maps: createIndex([...arsenal.maps.values()].map((map) => [map, map.statIds])),
  };
}

/** Returns indices of Battlefield 4's items by the slugs, aliases and names in the statistics. */
export function createBf4Names(arsenal: Bf4Arsenal): Record<TableId, NameIndex> {
  const byNames = (records: readonly NamedItem[]) => createIndex([...records.map(getSlug), ...records.map(getName)]);
  const weapons = [...arsenal.weapons.values()];
  const gadgets = [...arsenal.gadgets.values()];
  const vehicles = [...arsenal.vehicles.values()];
  return {
    weapons: createIndex([
      ...weapons.map(getSlug),
      ...weapons.map((weapon) => [weapon, weapon.aliases] as const),
      ...weapons.map(getName),
    ]),
    gadgets: createIndex([
      ...gadgets.map(getSlug),
      ...gadgets.map(getName),
      ...gadgets.map((gadget) => [gadget, gadget.aliases ?? []] as const),
    ]),
    vehicles: createIndex([...vehicles.map(getSlug), ...vehicles.map(getVehicleAliases), ...vehicles.map(getName)]),
    classes: byNames(KIT_IDS.map((id) => ({ id, name: CLASS_NAMES[id] }))),
    modes: createBf4ModeIndex([...arsenal.modes.values()]),
    maps: byNames([...arsenal.maps.values()]),
  };
}

const getSlug = (item: NamedItem): IndexEntry => [item, [item.id]];
const getName = (item: NamedItem): IndexEntry => [item, [item.name]];
const getVehicleAliases = (item: NamedItem): IndexEntry => [item, BF4_VEHICLE_ALIASES[item.id] ?? []];
