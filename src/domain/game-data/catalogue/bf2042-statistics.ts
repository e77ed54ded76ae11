import type { Bf2042Arsenal } from "#domain/game-data/bf2042-arsenal.ts";
import { type CatalogueEntry, filled, getEntry, type Item, reported, spelled } from "./entry.ts";

/** Names the statistics of Battlefield 2042 use: of things, of modes and of maps. */
export function statisticsEntries(arsenal: Bf2042Arsenal): readonly CatalogueEntry[] {
  const { apiNames, statModes, statMaps, maps } = arsenal;
  return [
    ...[...apiNames.values()].map(({ apiId, name, kind, sourceId }) =>
      getEntry({
        id: apiId,
        name,
        label: apiId,
        group: getGroup(kind),
        brief: kind === null ? "Unknown kind" : spelled(kind),
        facts: [{ label: "Id", value: apiId }, ...reported(["Kind", kind && spelled(kind)])],
        sections: filled({ title: "The same under its own name", items: namesakes(arsenal, apiId) }),
        sourceId,
      }),
    ),
    ...[...statModes.values()].map(({ id, name, sourceId }) =>
      getEntry({
        id,
        name,
        label: id,
        group: "Modes",
        brief: "A mode of the statistics",
        facts: [{ label: "Id", value: id }],
        sourceId,
      }),
    ),
    ...[...statMaps.values()].map(({ id, name, sourceId }) =>
      getEntry({
        id,
        name,
        label: id,
        group: "Maps",
        brief: "A map of the statistics",
        facts: [{ label: "Id", value: id }],
        sections: filled({
          title: "The map",
          items: [...maps.values()]
            .filter(({ statIds }) => statIds.includes(id))
            .map((map) => ({ id: map.id, name: map.name, note: null, place: { catalogue: "maps", id: map.id } })),
        }),
        sourceId,
      }),
    ),
  ];
}

const VEHICLE_KINDS = ["Land", "Helicopter", "Plane", "Stationary", "Amphibious", "In-World", "Quadbike", "RHIB"];

function getGroup(kind: string | null): string {
  if (kind === null) return "Weapons";
  if (kind === "group") return "Groups of vehicles";
  return VEHICLE_KINDS.includes(kind) ? "Vehicles" : "Equipment";
}

/** The records that name this id as theirs. */
function namesakes({ gadgets, vehicles }: Bf2042Arsenal, apiId: string): readonly Item[] {
  const gadgetItems = [...gadgets.values()]
    .filter(({ apiIds }) => apiIds.includes(apiId))
    .map(({ id, name, kind }): Item => {
      const catalogue = kind === "throwable" ? "throwables" : "gadgets";
      return { id, name, note: null, place: { catalogue, id } };
    });
  const vehicleItems = [...vehicles.values()]
    .filter(({ apiIds }) => apiIds.includes(apiId))
    .map(({ id, name }): Item => ({ id, name, note: null, place: { catalogue: "vehicles", id } }));
  return [...gadgetItems, ...vehicleItems];
}
