import type { Bf2042Arsenal } from "#domain/game-data/bf2042-arsenal.ts";
import { getOwn } from "#domain/plain-values.ts";
import { m } from "#messages";
import { createTexts } from "#messages/format.ts";
import { getModeTitle } from "#messages/game/mode-words.ts";
import {
  type CatalogueEntry,
  createEntry,
  createLink,
  createSection,
  createUnknownFields,
  formatEra,
  formatEras,
  getUnnamed,
  type Item,
} from "./entry.ts";

const CATEGORIES = createTexts<string>({
  "ground-transport-light": m.entry_light_transports,
  "ground-transport-armored": m.entry_armoured_transports,
  "plane-fighter": m.entry_fighter_planes,
  "plane-bomber": m.entry_bombers,
  "tank-mbt": m.entry_main_battle_tanks,
  "tank-medium": m.entry_medium_tanks,
  "tank-heavy": m.entry_heavy_tanks,
  "heli-attack": m.entry_attack_helicopters,
  "heli-transport": m.entry_transport_helicopters,
  "heli-scout": m.entry_scout_helicopters,
  ifv: m.entry_infantry_fighting_vehicles,
  "mobile-aa": m.entry_mobile_anti_air,
});

/** Returns the entries of Battlefield 2042's vehicles, including those of Portal. */
export function listBf2042VehicleEntries({ vehicles, apiNames }: Bf2042Arsenal): readonly CatalogueEntry[] {
  return [...vehicles.values()].map(({ id, name, category, eras, factions, apiIds, asset, sourceId }) => {
    const title = CATEGORIES[category] ?? category;
    return createEntry({
      id,
      name,
      label: eras.includes("2042") ? null : formatEra(eras[0]),
      group: title,
      brief: title,
      fields: [
        [m.entry_category(), title],
        [m.entry_eras(), formatEras(eras)],
        [m.entry_factions(), factions.map(formatFaction).join(", ")],
        [m.entry_ids_of_the_statistics(), apiIds.join(", ")],
        [m.entry_asset(), asset],
        ...createUnknownFields(m.entry_health(), m.entry_damage(), m.entry_speed()),
      ],
      sections: apiIds
        .filter((apiId) => apiNames.has(apiId))
        .map((apiId) =>
          createSection(m.entry_in_the_statistics(), [
            createLink("statistics-names", apiId, apiNames.get(apiId)?.name, apiId),
          ]),
        ),
      aliases: [...apiIds, asset],
      sourceId,
    });
  });
}

/** Returns the side of a faction, e.g. "United States" for "KIN_US", a code of era and side. */
function formatFaction(code: string): string {
  const side = code.split("_").at(-1) ?? code;
  return SIDES[side] ?? side;
}

const SIDES = createTexts<string>({
  US: m.entry_united_states,
  RU: m.entry_russia,
  UK: m.entry_united_kingdom,
  GER: m.entry_germany,
});

/** Returns the entries of the weapons and abilities of Battlefield 2042's vehicles. Only the asset's name indicates the vehicle. */
export function listArmamentEntries({ armament }: Bf2042Arsenal): readonly CatalogueEntry[] {
  return [...armament.values()].map(({ asset, name, sourceId }) =>
    createEntry({
      id: asset,
      name: name?.trim() ?? getUnnamed(),
      label: formatAsset(asset),
      group: getKind(asset),
      brief: getKind(asset),
      fields: [
        [m.entry_asset(), asset],
        [m.entry_kind_by_the_asset(), getKind(asset)],
        ...createUnknownFields(m.entry_vehicle(), m.entry_damage(), m.entry_rate_of_fire()),
      ],
      aliases: [asset.replaceAll("_", " ")],
      sourceId,
    }),
  );
}

/** Returns a label that distinguishes weapons of the same name, e.g. "F35B System Repair" for "U_VEH_F35B_SystemRepair". */
const formatAsset = (asset: string): string =>
  asset
    .replace(/^U_(VEH_)?/, "")
    .replaceAll("_", " ")
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ");

/** Returns the kind, derived from the asset's name, as no source gives it. */
function getKind(asset: string): string {
  if (/ability|smoke|flare|repair|spotting|scan|maintenance|armor|camo|protection/i.test(asset))
    return m.entry_abilities();
  if (/missile|rocket|tow|kornet|stinger|torpedo/i.test(asset)) return m.entry_missiles_and_rockets();
  if (/bomb|mine/i.test(asset) && !/minigun/i.test(asset)) return m.entry_bombs_and_mines();
  return m.entry_guns_and_the_rest();
}

/** Returns the entries of the names in Battlefield 2042's statistics: of items, modes and maps. */
export function listStatisticsEntries(arsenal: Bf2042Arsenal): readonly CatalogueEntry[] {
  const { apiNames, statModes, statMaps, maps } = arsenal;
  return [
    ...[...apiNames.values()].map(({ apiId, name, kind, sourceId }) =>
      createEntry({
        id: apiId,
        name,
        group: getGroup(kind),
        brief: kind === null ? m.entry_unknown_kind() : formatKind(kind),
        fields: [
          [m.entry_id(), apiId],
          [m.entry_kind(), kind ? formatKind(kind) : ""],
        ],
        sections: [createSection(m.entry_the_same_under_its_own_name(), listNamesakes(arsenal, apiId))],
        sourceId,
      }),
    ),
    ...[...statModes.values()].map(({ id, name, sourceId }) =>
      createEntry({
        id,
        name: getModeTitle({ id, name }),
        group: m.entry_modes(),
        brief: m.entry_a_mode_of_the_statistics(),
        fields: [[m.entry_id(), id]],
        sourceId,
      }),
    ),
    ...[...statMaps.values()].map(({ id, name, sourceId }) =>
      createEntry({
        id,
        name,
        group: m.entry_maps(),
        brief: m.entry_a_map_of_the_statistics(),
        fields: [[m.entry_id(), id]],
        sections: [
          createSection(
            m.entry_the_map(),
            [...maps.values()]
              .filter(({ statIds }) => statIds.includes(id))
              .map((map) => createLink("maps", map.id, map.name)),
          ),
        ],
        sourceId,
      }),
    ),
  ];
}

/** Texts of the kinds in the statistics, by kind in lower case and with hyphens. The kind "group" is added by this site. */
const KINDS: Readonly<Record<string, () => string>> = {
  group: m.entry_group,
  amphibious: m.entry_kind_amphibious,
  "ammo-box": m.entry_kind_ammo_box,
  character: m.entry_kind_character,
  equipment: m.entry_kind_equipment,
  explosives: m.entry_kind_explosives,
  grenade: m.entry_kind_grenade,
  helicopter: m.entry_kind_helicopter,
  "in-world": m.entry_kind_in_world,
  land: m.entry_kind_land,
  launchers: m.entry_kind_launchers,
  medkit: m.entry_kind_medkit,
  plane: m.entry_kind_plane,
  quadbike: m.entry_kind_quadbike,
  rhib: m.entry_kind_rhib,
  "repair-tool": m.entry_kind_repair_tool,
  "rocket-launcher": m.entry_kind_rocket_launcher,
  "smart-explosives": m.entry_kind_smart_explosives,
  stationary: m.entry_kind_stationary,
  "supply-bag": m.entry_kind_supply_bag,
  throwable: m.entry_kind_throwable,
  universal: m.entry_kind_universal,
  // A misspelling in the statistics.
  "rocker-launcher": m.entry_kind_rocket_launcher,
};

/** Returns the translated kind; a kind that has no text is returned as it is. */
const formatKind = (kind: string): string => getOwn(KINDS, kind.toLowerCase().replaceAll(" ", "-"))?.() ?? kind;

const VEHICLE_KINDS = ["Land", "Helicopter", "Plane", "Stationary", "Amphibious", "In-World", "Quadbike", "RHIB"];

function getGroup(kind: string | null): string {
  if (kind === null) return m.entry_weapons();
  if (kind === "group") return m.entry_groups_of_vehicles();
  return VEHICLE_KINDS.includes(kind) ? m.entry_vehicles() : m.entry_equipment();
}

/** Returns links to the records that have this id in the statistics. */
function listNamesakes({ gadgets, vehicles }: Bf2042Arsenal, apiId: string): readonly Item[] {
  const hasId = ({ apiIds }: { apiIds: readonly string[] }) => apiIds.includes(apiId);
  return [
    ...[...gadgets.values()]
      .filter(hasId)
      .map(({ id, name, kind }) => createLink(kind === "throwable" ? "throwables" : "gadgets", id, name)),
    ...[...vehicles.values()].filter(hasId).map(({ id, name }) => createLink("vehicles", id, name)),
  ];
}
