// The catalogues of a game: entries for all data except the weapons.

import type { Arsenal, Arsenals } from "#domain/game-data/arsenal.ts";
import type { CATALOGUES, CatalogueId } from "#domain/game-data/catalogue-id.ts";
import type { Claim } from "#domain/game-data/figure.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import type { Battlefield, Mode } from "#domain/game-data/schemas/map.ts";
import { HEALTH_IDS } from "#domain/weapons/hit-zones.ts";
import { m } from "#messages";
import { createTexts, formatDates } from "#messages/format.ts";
import { formatPatch } from "#messages/game/figure-words.ts";
import { getModeTitle } from "#messages/game/mode-words.ts";
import { formatGrade, GRADE_TITLES } from "#messages/game/titles.ts";
import {
  listBf4AttachmentEntries,
  listBf4GadgetEntries,
  listBf4KitEntries,
  listCompatibilityEntries,
} from "./bf4-equipment.ts";
import { listAwardEntries, listLadderEntries, listRankEntries } from "./bf4-progress.ts";
import { listBf4VehicleEntries, listBf4VehicleLoadoutEntries } from "./bf4-vehicles.ts";
import { listChangeEntries } from "./bf2042-changes.ts";
import { listCriterionEntries } from "./bf2042-criteria.ts";
import {
  listBf2042AttachmentEntries,
  listBf2042GadgetEntries,
  listBf2042KitEntries,
  listBf2042MeleeEntries,
  listSpecialistEntries,
} from "./bf2042-equipment.ts";
import { listArmamentEntries, listBf2042VehicleEntries, listStatisticsEntries } from "./bf2042-vehicles.ts";
import {
  type CatalogueEntry,
  createEntry,
  createLink,
  createSection,
  type Field,
  formatEntryNumber,
  formatExpansion,
} from "./entry.ts";

type Game = keyof typeof CATALOGUES;
type ListEntries<G extends Game> = (arsenal: Arsenals[G]) => readonly CatalogueEntry[];
type Catalogues<G extends Game> = { readonly [id in (typeof CATALOGUES)[G][number]]: ListEntries<G> };

/** Returns the entries of a game's maps, then of its modes. */
function listMapEntries({ maps, modes, game, ...arsenal }: Arsenal): readonly CatalogueEntry[] {
  const statMaps = "statMaps" in arsenal ? arsenal.statMaps : new Map<string, Mode>();
  const battlefields = [...maps.values()];
  return [
    ...battlefields.map((map) => createMapEntry(map, modes, statMaps)),
    ...[...modes.values()].map(({ id, name, sourceId }) => {
      const mapsWithMode = battlefields.filter(({ modeIds }) => modeIds?.includes(id));
      return createEntry({
        id,
        name: getModeTitle({ id, name }),
        group: m.entry_modes(),
        brief: m.entry_a_mode(),
        // The records of the maps omit some modes.
        amount: mapsWithMode.length > 0 ? m.entry_count_maps({ count: mapsWithMode.length }) : null,
        fields: [
          [game === "bf4" ? m.entry_number_of_the_statistics() : m.entry_id(), id],
          [m.entry_maps_known_to_offer_it(), mapsWithMode.length > 0 ? String(mapsWithMode.length) : null],
        ],
        sections: [
          createSection(
            m.entry_maps(),
            mapsWithMode.map((map) => createLink("maps", map.id, map.name, formatExpansion(map.expansion))),
          ),
        ],
        sourceId,
      });
    }),
  ];
}

function createMapEntry(
  { id, name, modeIds, expansion, statIds, factions, sourceId }: Battlefield,
  modes: ReadonlyMap<string, Mode>,
  statMaps: ReadonlyMap<string, Mode>,
): CatalogueEntry {
  const from = formatExpansion(expansion);
  const sides = factions.map((side) => SIDES[side] ?? side).join(", ");
  return createEntry({
    id,
    name,
    group: from ?? m.entry_maps(),
    brief: from ?? m.entry_map(),
    amount: modeIds === null ? null : m.entry_count_modes({ count: modeIds.length }),
    fields: [
      [m.entry_from(), from ?? ""],
      [m.entry_sides(), sides],
      [m.entry_modes(), modeIds === null ? null : String(modeIds.length)],
      [m.entry_name_in_the_files(), id],
      [m.entry_ids_of_the_statistics(), statIds.join(", ")],
    ],
    sections: [
      createSection(
        m.entry_modes(),
        (modeIds ?? []).map((modeId) => ({
          id: modeId,
          name: getModeTitle({ id: modeId, name: modes.get(modeId)?.name ?? m.entry_mode_number({ id: modeId }) }),
          note: null,
          place: modes.has(modeId) ? { catalogue: "maps", id: modeId } : null,
        })),
      ),
      createSection(
        m.entry_in_the_statistics(),
        statIds
          .filter((statId) => statMaps.has(statId))
          .map((statId) => createLink("statistics-names", statId, name, statId)),
      ),
    ],
    aliases: statIds,
    sourceId,
  });
}

const SIDES = createTexts<string>({
  FactionUS: m.entry_united_states,
  FactionRUS: m.entry_russia,
});

/** Returns the entries of the sources of all figures. */
function listSourceEntries({ sources }: Arsenal): readonly CatalogueEntry[] {
  return [...sources.values()].map(({ id, title, origin, patch, grade, note }) =>
    createEntry({
      id,
      name: title,
      group: m.entry_grade_of({ grade }),
      brief: GRADE_TITLES[grade],
      amount: formatPatch({ patch }),
      fields: [
        [m.entry_grade(), formatGrade(grade)],
        [m.entry_version_of_the_game(), patch === "unknown" ? m.entry_no_source() : formatDates(patch)],
        [m.entry_origin(), origin ?? m.entry_no_public_origin()],
        [m.entry_known_limits(), note ?? ""],
      ],
      aliases: origin === null ? [] : [origin],
      sourceId: id,
    }),
  );
}

const HEALTH_TITLES = createTexts({
  normal: m.entry_health,
  hardcore: m.entry_health_in_hardcore,
  plate: m.entry_armour_plate,
});

/** Returns the entries of health, of multipliers by body part, and of the factors of stance and controller for recoil and spread. */
function listCombatEntries({ combat }: Arsenal): readonly CatalogueEntry[] {
  return [
    ...HEALTH_IDS.filter((id) => combat.health[id].length > 0).map((id) =>
      createRuleEntry(`health-${id}`, HEALTH_TITLES[id], m.entry_health(), [
        [m.entry_health_points(), combat.health[id], formatEntryNumber],
      ]),
    ),
    ...combat.multiplierGroups.map(createMultiplierEntry),
    ...combat.handlingFactors.map(({ id, recoil, spread }) =>
      createRuleEntry(id, m.entry_handling_factor({ id }), m.entry_recoil_and_spread(), [
        [m.entry_recoil(), recoil, formatTimes],
        [m.entry_spread(), spread, formatTimes],
      ]),
    ),
  ];
}

const createMultiplierEntry = ({
  id,
  head,
  chest,
  legs,
  chestDefensive,
}: Combat["multiplierGroups"][number]): CatalogueEntry =>
  createRuleEntry(id, m.entry_multiplier_group({ id }), m.entry_multipliers(), [
    [m.entry_head(), head, formatTimes],
    [m.entry_chest(), chest, formatTimes],
    [m.entry_legs_or_stomach(), legs, formatTimes],
    ...(chestDefensive.length > 0 ? [[m.entry_chest_behind_defensive(), chestDefensive, formatTimes] as const] : []),
  ]);

type Figure = readonly [label: string, claims: readonly Claim<number>[], format: (value: number) => string];

const formatTimes = (value: number): string => m.unit_factor({ factor: formatEntryNumber(value) });

/** Returns an entry of figures, each with the claims of its sources. The entry's source is that of the first known figure. */
function createRuleEntry(id: string, name: string, group: string, figures: readonly Figure[]): CatalogueEntry {
  const fields = figures.flatMap(([label, claims, format]): readonly Field[] =>
    claims.length === 0 ? [[label, null]] : claims.map(({ value, sourceId }) => [label, format(value), sourceId]),
  );
  const knownFields = fields.filter(([, value]) => value !== null);
  return createEntry({
    id,
    name,
    group,
    brief: knownFields.map(([label, value]) => `${label}\u00a0${value}`).join(m.common_dot()),
    fields,
    sourceId: knownFields[0]?.[2] ?? "memory",
  });
}

const BF4: Catalogues<"bf4"> = {
  attachments: listBf4AttachmentEntries,
  gadgets: (arsenal) => listBf4GadgetEntries(arsenal, "gadgets"),
  throwables: (arsenal) => listBf4GadgetEntries(arsenal, "throwables"),
  melee: (arsenal) => listBf4GadgetEntries(arsenal, "melee"),
  vehicles: listBf4VehicleEntries,
  "vehicle-loadouts": listBf4VehicleLoadoutEntries,
  kits: listBf4KitEntries,
  "field-upgrades": (arsenal) => listBf4GadgetEntries(arsenal, "field-upgrades"),
  maps: listMapEntries,
  ranks: listRankEntries,
  "unlock-ladders": listLadderEntries,
  awards: listAwardEntries,
  compatibility: listCompatibilityEntries,
  "combat-rules": listCombatEntries,
  sources: listSourceEntries,
};

const BF2042: Catalogues<"bf2042"> = {
  attachments: listBf2042AttachmentEntries,
  gadgets: (arsenal) => listBf2042GadgetEntries(arsenal, "gadgets"),
  throwables: (arsenal) => listBf2042GadgetEntries(arsenal, "throwables"),
  melee: listBf2042MeleeEntries,
  vehicles: listBf2042VehicleEntries,
  "vehicle-armament": listArmamentEntries,
  kits: listBf2042KitEntries,
  specialists: listSpecialistEntries,
  maps: listMapEntries,
  unlocks: listCriterionEntries,
  "combat-rules": listCombatEntries,
  changes: listChangeEntries,
  "statistics-names": listStatisticsEntries,
  sources: listSourceEntries,
};

/** Returns a catalogue of the game, in the order of the data; empty if the game lacks the catalogue. */
export function getCatalogue(arsenal: Arsenal, id: CatalogueId): readonly CatalogueEntry[] {
  if (arsenal.game === "bf4") return id in BF4 ? BF4[id as keyof typeof BF4](arsenal) : [];
  return id in BF2042 ? BF2042[id as keyof typeof BF2042](arsenal) : [];
}
