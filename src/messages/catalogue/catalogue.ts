// The catalogues of a game: every record of its data beside the weapons, as entries people read.

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
import { bf4AttachmentEntries, bf4GadgetEntries, bf4KitEntries, compatibilityEntries } from "./bf4-equipment.ts";
import { awardEntries, ladderEntries, rankEntries } from "./bf4-progress.ts";
import { bf4VehicleEntries, bf4VehicleLoadoutEntries } from "./bf4-vehicles.ts";
import { changeEntries } from "./bf2042-changes.ts";
import {
  bf2042AttachmentEntries,
  bf2042GadgetEntries,
  bf2042KitEntries,
  bf2042MeleeEntries,
  specialistEntries,
} from "./bf2042-equipment.ts";
import { armamentEntries, bf2042VehicleEntries, statisticsEntries } from "./bf2042-vehicles.ts";
import { type CatalogueEntry, type Field, formatExpansion, getEntry, link, number, section } from "./entry.ts";

type Game = keyof typeof CATALOGUES;
type Projection<G extends Game> = (arsenal: Arsenals[G]) => readonly CatalogueEntry[];
type Shelf<G extends Game> = { readonly [id in (typeof CATALOGUES)[G][number]]: Projection<G> };

/** The maps of either game, then its modes. */
function mapEntries({ maps, modes, game, ...arsenal }: Arsenal): readonly CatalogueEntry[] {
  const statMaps = "statMaps" in arsenal ? arsenal.statMaps : new Map<string, Mode>();
  const battlefields = [...maps.values()];
  return [
    ...battlefields.map((map) => mapEntry(map, modes, statMaps)),
    ...[...modes.values()].map(({ id, name, sourceId }) => {
      const played = battlefields.filter(({ modeIds }) => modeIds?.includes(id));
      return getEntry({
        id,
        name: getModeTitle({ id, name }),
        group: m.entry_modes(),
        brief: m.entry_a_mode(),
        // The records of the maps leave some modes out.
        amount: played.length > 0 ? m.entry_count_maps({ count: played.length }) : null,
        fields: [
          [game === "bf4" ? m.entry_number_of_the_statistics() : m.entry_id(), id],
          [m.entry_maps_known_to_offer_it(), played.length > 0 ? String(played.length) : null],
        ],
        sections: [
          section(
            m.entry_maps(),
            played.map((map) => link("maps", map.id, map.name, formatExpansion(map.expansion))),
          ),
        ],
        sourceId,
      });
    }),
  ];
}

function mapEntry(
  { id, name, modeIds, expansion, statIds, factions, sourceId }: Battlefield,
  modes: ReadonlyMap<string, Mode>,
  statMaps: ReadonlyMap<string, Mode>,
): CatalogueEntry {
  const from = formatExpansion(expansion);
  const sides = factions.map((side) => SIDES[side] ?? side).join(", ");
  return getEntry({
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
      section(
        m.entry_modes(),
        (modeIds ?? []).map((modeId) => ({
          id: modeId,
          name: getModeTitle({ id: modeId, name: modes.get(modeId)?.name ?? m.entry_mode_number({ id: modeId }) }),
          note: null,
          place: modes.has(modeId) ? { catalogue: "maps", id: modeId } : null,
        })),
      ),
      section(
        m.entry_in_the_statistics(),
        statIds.flatMap((statId) => {
          const statMap = statMaps.get(statId);
          return statMap ? link("statistics-names", statId, statMap.name, statId) : [];
        }),
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

/** Every source the figures of both games name. */
function sourceEntries({ sources }: Arsenal): readonly CatalogueEntry[] {
  return [...sources.values()].map(({ id, title, origin, patch, grade, note }) =>
    getEntry({
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

/** Health, multipliers by part of the body, and how stance and controller scale recoil and spread. */
function combatEntries({ combat }: Arsenal): readonly CatalogueEntry[] {
  return [
    ...HEALTH_IDS.filter((id) => combat.health[id].length > 0).map((id) =>
      rule(`health-${id}`, HEALTH_TITLES[id], m.entry_health(), [[m.entry_health_points(), combat.health[id], number]]),
    ),
    ...combat.multiplierGroups.map(multiplierRule),
    ...combat.handlingFactors.map(({ id, recoil, spread }) =>
      rule(id, m.entry_handling_factor({ id }), m.entry_recoil_and_spread(), [
        [m.entry_recoil(), recoil, formatTimes],
        [m.entry_spread(), spread, formatTimes],
      ]),
    ),
  ];
}

const multiplierRule = ({
  id,
  head,
  chest,
  legs,
  chestDefensive,
}: Combat["multiplierGroups"][number]): CatalogueEntry =>
  rule(id, m.entry_multiplier_group({ id }), m.entry_multipliers(), [
    [m.entry_head(), head, formatTimes],
    [m.entry_chest(), chest, formatTimes],
    [m.entry_legs_or_stomach(), legs, formatTimes],
    ...(chestDefensive.length > 0 ? [[m.entry_chest_behind_defensive(), chestDefensive, formatTimes] as const] : []),
  ]);

type Figure = readonly [label: string, claims: readonly Claim<number>[], say: (value: number) => string];

const formatTimes = (value: number): string => m.unit_factor({ factor: number(value) });

/** An entry of figures, each with what every source claims; it is from where its first known figure is from. */
function rule(id: string, name: string, group: string, figures: readonly Figure[]): CatalogueEntry {
  const fields = figures.flatMap(([label, claims, say]): readonly Field[] =>
    claims.length === 0 ? [[label, null]] : claims.map(({ value, sourceId }) => [label, say(value), sourceId]),
  );
  const stated = fields.filter(([, value]) => value !== null);
  return getEntry({
    id,
    name,
    group,
    brief: stated.map(([label, value]) => `${label}\u00a0${value}`).join(m.common_dot()),
    fields,
    sourceId: stated[0]?.[2] ?? "memory",
  });
}

const BF4: Shelf<"bf4"> = {
  attachments: bf4AttachmentEntries,
  gadgets: (arsenal) => bf4GadgetEntries(arsenal, "gadgets"),
  throwables: (arsenal) => bf4GadgetEntries(arsenal, "throwables"),
  melee: (arsenal) => bf4GadgetEntries(arsenal, "melee"),
  vehicles: bf4VehicleEntries,
  "vehicle-loadouts": bf4VehicleLoadoutEntries,
  kits: bf4KitEntries,
  "field-upgrades": (arsenal) => bf4GadgetEntries(arsenal, "field-upgrades"),
  maps: mapEntries,
  ranks: rankEntries,
  "unlock-ladders": ladderEntries,
  awards: awardEntries,
  compatibility: compatibilityEntries,
  "combat-rules": combatEntries,
  sources: sourceEntries,
};

const BF2042: Shelf<"bf2042"> = {
  attachments: bf2042AttachmentEntries,
  gadgets: (arsenal) => bf2042GadgetEntries(arsenal, "gadgets"),
  throwables: (arsenal) => bf2042GadgetEntries(arsenal, "throwables"),
  melee: bf2042MeleeEntries,
  vehicles: bf2042VehicleEntries,
  "vehicle-armament": armamentEntries,
  kits: bf2042KitEntries,
  specialists: specialistEntries,
  maps: mapEntries,
  "combat-rules": combatEntries,
  changes: changeEntries,
  "statistics-names": statisticsEntries,
  sources: sourceEntries,
};

/** A catalogue of the game, in the order of its data; empty where the game has none of that id. */
export function getCatalogue(arsenal: Arsenal, id: CatalogueId): readonly CatalogueEntry[] {
  if (arsenal.game === "bf4") return id in BF4 ? BF4[id as keyof typeof BF4](arsenal) : [];
  return id in BF2042 ? BF2042[id as keyof typeof BF2042](arsenal) : [];
}
