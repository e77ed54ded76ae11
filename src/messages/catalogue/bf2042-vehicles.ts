import type { Bf2042Arsenal } from "#domain/game-data/bf2042-arsenal.ts";
import {
  type CatalogueEntry,
  filled,
  formatEra,
  getEntry,
  type Item,
  reported,
  spelled,
  UNNAMED,
  unknown,
} from "./entry.ts";

const CATEGORIES: Readonly<Record<string, string>> = {
  "ground-transport-light": "Light transports",
  "ground-transport-armored": "Armoured transports",
  "plane-fighter": "Fighter planes",
  "plane-bomber": "Bombers",
  "tank-mbt": "Main battle tanks",
  "tank-medium": "Medium tanks",
  "tank-heavy": "Heavy tanks",
  "heli-attack": "Attack helicopters",
  "heli-transport": "Transport helicopters",
  "heli-scout": "Scout helicopters",
  ifv: "Infantry fighting vehicles",
  "mobile-aa": "Mobile anti-air",
};

/** Every vehicle of Battlefield 2042, Portal included. */
export function bf2042VehicleEntries({ vehicles, apiNames }: Bf2042Arsenal): readonly CatalogueEntry[] {
  return [...vehicles.values()].map(({ id, name, category, eras, factions, apiIds, asset, sourceId }) => {
    const title = CATEGORIES[category] ?? spelled(category);
    return getEntry({
      id,
      name,
      label: eras.includes("2042") ? null : formatEra(eras[0]),
      group: title,
      brief: title,
      facts: [
        { label: "Category", value: title },
        ...reported(["Eras", eras.map(formatEra).join(", ")], ["Factions", factions.map(formatFaction).join(", ")]),
        ...reported(["Ids of the statistics", apiIds.join(", ")], ["Asset", asset]),
        ...unknown("Health", "Damage", "Speed"),
      ],
      sections: apiIds
        .filter((apiId) => apiNames.has(apiId))
        .map((apiId) => ({
          title: "In the statistics",
          items: [
            {
              id: apiId,
              name: apiNames.get(apiId)?.name ?? apiId,
              note: apiId,
              place: { catalogue: "statistics-names" as const, id: apiId },
            },
          ],
        })),
      aliases: [...apiIds, asset],
      sourceId,
    });
  });
}

/** "KIN_US" → "United States"; the blueprint writes era and side in one. */
function formatFaction(code: string): string {
  const side = code.split("_").at(-1) ?? code;
  return SIDES[side] ?? side;
}

const SIDES: Readonly<Record<string, string>> = {
  US: "United States",
  RU: "Russia",
  UK: "United Kingdom",
  GER: "Germany",
};

/** What vehicles of Battlefield 2042 fire and do; only the asset's name hints at the vehicle. */
export function armamentEntries({ armament }: Bf2042Arsenal): readonly CatalogueEntry[] {
  return [...armament.values()].map(({ asset, name, sourceId }) =>
    getEntry({
      id: asset,
      name: name?.trim() ?? UNNAMED,
      label: asset,
      group: getKind(asset),
      brief: getKind(asset),
      facts: [
        { label: "Asset", value: asset },
        { label: "Kind, by the asset", value: getKind(asset) },
        ...unknown("Vehicle", "Damage", "Rate of fire"),
      ],
      aliases: [asset.replaceAll("_", " ")],
      sourceId,
    }),
  );
}

/** The kind is derived from the asset's name: no source gives it. */
function getKind(asset: string): string {
  if (/ability|smoke|flare|repair|spotting|scan|maintenance|armor|camo|protection/i.test(asset)) return "Abilities";
  if (/missile|rocket|tow|kornet|stinger|torpedo/i.test(asset)) return "Missiles and rockets";
  if (/bomb|mine/i.test(asset) && !/minigun/i.test(asset)) return "Bombs and mines";
  return "Guns and the rest";
}

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
