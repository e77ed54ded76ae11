import type { Bf2042Arsenal } from "#domain/game-data/bf2042-arsenal.ts";
import { getOwn } from "#domain/plain-values.ts";
import { m } from "#messages";
import { createTexts } from "#messages/format.ts";
import { getModeTitle } from "#messages/game/mode-words.ts";
import {
  type CatalogueEntry,
  formatEra,
  formatEras,
  getEntry,
  getUnnamed,
  type Item,
  link,
  section,
  unknown,
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

/** Every vehicle of Battlefield 2042, Portal included. */
export function bf2042VehicleEntries({ vehicles, apiNames }: Bf2042Arsenal): readonly CatalogueEntry[] {
  return [...vehicles.values()].map(({ id, name, category, eras, factions, apiIds, asset, sourceId }) => {
    const title = CATEGORIES[category] ?? category;
    return getEntry({
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
        ...unknown(m.entry_health(), m.entry_damage(), m.entry_speed()),
      ],
      sections: apiIds
        .filter((apiId) => apiNames.has(apiId))
        .map((apiId) =>
          section(m.entry_in_the_statistics(), [link("statistics-names", apiId, apiNames.get(apiId)?.name, apiId)]),
        ),
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

const SIDES = createTexts<string>({
  US: m.entry_united_states,
  RU: m.entry_russia,
  UK: m.entry_united_kingdom,
  GER: m.entry_germany,
});

/** What vehicles of Battlefield 2042 fire and do; only the asset's name hints at the vehicle. */
export function armamentEntries({ armament }: Bf2042Arsenal): readonly CatalogueEntry[] {
  return [...armament.values()].map(({ asset, name, sourceId }) =>
    getEntry({
      id: asset,
      name: name?.trim() ?? getUnnamed(),
      label: formatAsset(asset),
      group: getKind(asset),
      brief: getKind(asset),
      fields: [
        [m.entry_asset(), asset],
        [m.entry_kind_by_the_asset(), getKind(asset)],
        ...unknown(m.entry_vehicle(), m.entry_damage(), m.entry_rate_of_fire()),
      ],
      aliases: [asset.replaceAll("_", " ")],
      sourceId,
    }),
  );
}

/** "U_VEH_F35B_SystemRepair" → "F35B System Repair", which is how weapons of the same name are distinguished. */
const formatAsset = (asset: string): string =>
  asset
    .replace(/^U_(VEH_)?/, "")
    .replaceAll("_", " ")
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ");

/** The kind is derived from the asset's name: no source gives it. */
function getKind(asset: string): string {
  if (/ability|smoke|flare|repair|spotting|scan|maintenance|armor|camo|protection/i.test(asset))
    return m.entry_abilities();
  if (/missile|rocket|tow|kornet|stinger|torpedo/i.test(asset)) return m.entry_missiles_and_rockets();
  if (/bomb|mine/i.test(asset) && !/minigun/i.test(asset)) return m.entry_bombs_and_mines();
  return m.entry_guns_and_the_rest();
}

/** Names the statistics of Battlefield 2042 use: of things, of modes and of maps. */
export function statisticsEntries(arsenal: Bf2042Arsenal): readonly CatalogueEntry[] {
  const { apiNames, statModes, statMaps, maps } = arsenal;
  return [
    ...[...apiNames.values()].map(({ apiId, name, kind, sourceId }) =>
      getEntry({
        id: apiId,
        name,
        group: getGroup(kind),
        brief: kind === null ? m.entry_unknown_kind() : formatKind(kind),
        fields: [
          [m.entry_id(), apiId],
          [m.entry_kind(), kind ? formatKind(kind) : ""],
        ],
        sections: [section(m.entry_the_same_under_its_own_name(), namesakes(arsenal, apiId))],
        sourceId,
      }),
    ),
    ...[...statModes.values()].map(({ id, name, sourceId }) =>
      getEntry({
        id,
        name: getModeTitle({ id, name }),
        group: m.entry_modes(),
        brief: m.entry_a_mode_of_the_statistics(),
        fields: [[m.entry_id(), id]],
        sourceId,
      }),
    ),
    ...[...statMaps.values()].map(({ id, name, sourceId }) =>
      getEntry({
        id,
        name,
        group: m.entry_maps(),
        brief: m.entry_a_map_of_the_statistics(),
        fields: [[m.entry_id(), id]],
        sections: [
          section(
            m.entry_the_map(),
            [...maps.values()]
              .filter(({ statIds }) => statIds.includes(id))
              .map((map) => link("maps", map.id, map.name)),
          ),
        ],
        sourceId,
      }),
    ),
  ];
}

/** The kinds of the statistics, in lower case and with hyphens; groups are the site's own. */
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
  // A misspelling of the statistics.
  "rocker-launcher": m.entry_kind_rocket_launcher,
};

/** A kind in the words of the language; as the statistics name it, where a later one has none. */
const formatKind = (kind: string): string => getOwn(KINDS, kind.toLowerCase().replaceAll(" ", "-"))?.() ?? kind;

const VEHICLE_KINDS = ["Land", "Helicopter", "Plane", "Stationary", "Amphibious", "In-World", "Quadbike", "RHIB"];

function getGroup(kind: string | null): string {
  if (kind === null) return m.entry_weapons();
  if (kind === "group") return m.entry_groups_of_vehicles();
  return VEHICLE_KINDS.includes(kind) ? m.entry_vehicles() : m.entry_equipment();
}

/** The records that name this id as theirs. */
function namesakes({ gadgets, vehicles }: Bf2042Arsenal, apiId: string): readonly Item[] {
  const hasId = ({ apiIds }: { apiIds: readonly string[] }) => apiIds.includes(apiId);
  return [
    ...[...gadgets.values()]
      .filter(hasId)
      .map(({ id, name, kind }) => link(kind === "throwable" ? "throwables" : "gadgets", id, name)),
    ...[...vehicles.values()].filter(hasId).map(({ id, name }) => link("vehicles", id, name)),
  ];
}
