import type { Bf2042Arsenal } from "#domain/game-data/bf2042-arsenal.ts";
import { ARMAMENT_KINDS, type ArmamentKind, type Bf2042Vehicle } from "#domain/game-data/schemas/vehicle.ts";
import { getOwn } from "#domain/plain-values.ts";
import { m } from "#messages";
import { createTexts } from "#messages/format.ts";
import { getModeTitle } from "#messages/game/mode-words.ts";
import { createUnlockField } from "./bf2042-criteria.ts";
import {
  type CatalogueEntry,
  createEntry,
  createLink,
  createSection,
  createUnknownFields,
  formatEra,
  formatEras,
  type Item,
  type Place,
  type Section,
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
  "heli-stealth": m.entry_stealth_helicopters,
  hoverbike: m.entry_hoverbikes,
  "armored-car": m.entry_armoured_cars,
  ifv: m.entry_infantry_fighting_vehicles,
  "mobile-aa": m.entry_mobile_anti_air,
});

/** Returns the entries of Battlefield 2042's vehicles, including those of Portal. */
export function listBf2042VehicleEntries(arsenal: Bf2042Arsenal): readonly CatalogueEntry[] {
  const { vehicles, apiNames } = arsenal;
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
        ...(eras.includes("2042") ? [createUnlockField("vehicle", id, arsenal)] : []),
        ...createUnknownFields(m.entry_health(), m.entry_damage(), m.entry_speed()),
      ],
      sections: [
        ...listArmamentSections(arsenal, id),
        ...apiIds
          .filter((apiId) => apiNames.has(apiId))
          .map((apiId) =>
            createSection(m.entry_in_the_statistics(), [createLink("statistics-names", apiId, name, apiId)]),
          ),
      ],
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

const ARMAMENT_TITLES = createTexts<ArmamentKind>({
  gun: m.entry_guns_and_grenade_launchers,
  missile: m.entry_missiles_and_rockets,
  bomb: m.entry_bombs_and_mines,
  ability: m.entry_abilities,
  gadget: m.entry_gadgets,
});

/** Returns the entries of the weapons and abilities of Battlefield 2042's vehicles. */
export function listArmamentEntries({ armament, vehicles, gadgets }: Bf2042Arsenal): readonly CatalogueEntry[] {
  return [...armament.values()].map(({ asset, name, kind, vehicleIds, gadgetId, position, sourceId }) => {
    const owners = vehicleIds.flatMap((id) => vehicles.get(id) ?? []);
    const gadget = gadgetId === undefined ? undefined : gadgets.get(gadgetId);
    const names = [...new Set(owners.map((vehicle) => vehicle.name))].join(", ");
    const label = names || (gadget ? m.entry_gadget_of_a_soldier() : m.entry_vehicle_unknown());
    return createEntry({
      id: asset,
      name,
      label: position === undefined ? label : label + m.common_dot() + m.entry_armament_position({ position }),
      group: ARMAMENT_TITLES[kind],
      brief: ARMAMENT_TITLES[kind],
      fields: [
        [m.entry_asset(), asset],
        [m.entry_kind(), ARMAMENT_TITLES[kind]],
        [m.entry_vehicle(), names || (gadget ? "" : null)],
        ...createUnknownFields(m.entry_damage(), m.entry_rate_of_fire()),
      ],
      sections: [
        createSection(m.entry_vehicles(), owners.map(linkVehicle)),
        createSection(
          m.entry_the_same_under_its_own_name(),
          gadget ? [createLink("gadgets", gadget.id, gadget.name)] : [],
        ),
      ],
      aliases: [asset.replaceAll("_", " ")],
      sourceId,
    });
  });
}

const linkVehicle = ({ id, name, eras }: Bf2042Vehicle): Item =>
  createLink("vehicles", id, name, getPortalEras({ eras }));

/** Returns a section for each kind of armament that the vehicle has. */
function listArmamentSections({ armament }: Bf2042Arsenal, vehicleId: string): readonly Section[] {
  const own = [...armament.values()].filter(({ vehicleIds }) => vehicleIds.includes(vehicleId));
  return ARMAMENT_KINDS.map((kind) =>
    createSection(
      ARMAMENT_TITLES[kind],
      own
        .filter((item) => item.kind === kind)
        .map(({ asset, name, position }) =>
          createLink(
            "vehicle-armament",
            asset,
            name,
            position === undefined ? null : m.entry_armament_position({ position }),
          ),
        ),
    ),
  );
}

/** Returns the entries of the names in Battlefield 2042's statistics: of items, modes and maps. A record's name replaces the statistics'. */
export function listStatisticsEntries(arsenal: Bf2042Arsenal): readonly CatalogueEntry[] {
  const { apiNames, statModes, statMaps, maps } = arsenal;
  return [
    ...[...apiNames.values()].map(({ apiId, name, kind, sourceId }) => {
      const namesakes = listNamesakes(arsenal, apiId);
      const [record] = namesakes;
      return createEntry({
        id: apiId,
        name: record?.name ?? name,
        label: record?.note ?? null,
        group: getGroup(kind),
        brief: kind === null ? m.entry_unknown_kind() : formatKind(kind),
        fields: [
          [m.entry_id(), apiId],
          [m.entry_kind(), kind ? formatKind(kind) : ""],
          [m.entry_counted_by_the_statistics_as(), record && record.name !== name ? name : ""],
        ],
        sections: [createSection(m.entry_the_same_under_its_own_name(), namesakes)],
        sourceId,
      });
    }),
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
    ...[...statMaps.values()].map(({ id, name, sourceId }) => {
      const battlefields = [...maps.values()].filter(({ statIds }) => statIds.includes(id));
      const shown = battlefields[0]?.name ?? name;
      return createEntry({
        id,
        name: shown,
        group: m.entry_maps(),
        brief: m.entry_a_map_of_the_statistics(),
        fields: [
          [m.entry_id(), id],
          [m.entry_counted_by_the_statistics_as(), shown === name ? "" : name],
        ],
        sections: [
          createSection(
            m.entry_the_map(),
            battlefields.map((map) => createLink("maps", map.id, map.name)),
          ),
        ],
        sourceId,
      });
    }),
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

/** Returns links to the records that have this id in the statistics; the note of a record of Portal is its era. */
function listNamesakes({ weapons, gadgets, vehicles }: Bf2042Arsenal, apiId: string): readonly Item[] {
  const link = (records: Iterable<Namesake>, getPlace: (record: Namesake) => Place["catalogue"]) =>
    [...records]
      .filter(({ apiIds }) => apiIds.includes(apiId))
      .map((record) => createLink(getPlace(record), record.id, record.name, getPortalEras(record)));
  return [
    ...link(weapons.values(), () => "weapons"),
    ...link(gadgets.values(), ({ kind }) => (kind === "throwable" ? "throwables" : "gadgets")),
    ...link(vehicles.values(), () => "vehicles"),
  ];
}

type Namesake = Pick<Bf2042Vehicle, "id" | "name" | "eras" | "apiIds"> & { kind?: string };

/** Returns the eras of a record of Portal; null for a record of All-Out Warfare. */
const getPortalEras = ({ eras }: Pick<Bf2042Vehicle, "eras">): string | null =>
  eras.includes("2042") ? null : eras.map(formatEra).join(", ");
