// Maps a source's names and ids to the arsenal's, by the same rules for every source.
import { TABLES } from "#domain/soldier/figures/table-id.ts";
import type { Statistics, StatisticsRow } from "#domain/soldier/statistics.ts";
import { normalizeText } from "#domain/text.ts";
import type { ArsenalItem, NameIndex } from "./fields.ts";

export type NamedItem = { readonly id: string; readonly name: string };

/** An item of the arsenal, and the names and ids that sources use for it. */
export type IndexEntry = readonly [item: NamedItem, names: readonly string[]];

/** Returns an index of the entries. If two items have the same name, the earlier entry is used. */
export function createIndex(entries: readonly IndexEntry[]): NameIndex {
  const items = new Map<string, ArsenalItem>();
  for (const [{ id, name }, names] of entries) {
    for (const key of names.map(getKey)) {
      if (!items.has(key)) items.set(key, { id, name, isKnown: true });
    }
  }
  return (sourceName) => items.get(getKey(sourceName));
}

/** Returns the key of a name, which is equal for "AEK-971", "aek-971" and "AEK971". */
const getKey = (name: string): string => normalizeText(name).replaceAll(" ", "");

/** Alternative spellings of Battlefield 4 vehicles in Battlelog, by the arsenal's ids. */
export const BF4_VEHICLE_ALIASES: Readonly<Record<string, readonly string[]>> = { "dv-15": ["dv-151"] };

/** The statistics count all Conquest modes of the arsenal as this one. */
const CONQUEST: ArsenalItem = { id: "conquest", name: "Conquest", isKnown: false };
/** Names of modes in the statistics of Battlefield 4 that differ from the arsenal's, as returned by `getKey`. */
const MODE_ALIASES = new Map([
  ["sqdm", "8"],
  ["tdm", "32"],
  ["elimination", "16777216"],
  ["defuse", "16777216"],
  ["carrierassaultlarge", "33554432"],
  ["carrierassaultsmall", "33554432"],
  ["67108864", "33554432"],
  ["134217728", "33554432"],
]);
const CONQUEST_KEYS = ["conquest", "conquestsmall", "conquestlarge", "conquestladder", "1", "64", "68719476736"];

/** Returns an index of Battlefield 4's modes by the names of the statistics service and the ids of Battlelog. */
export function createBf4ModeIndex(modes: readonly NamedItem[]): NameIndex {
  const index = createIndex([
    ...modes.map((mode): IndexEntry => [mode, [mode.id]]),
    ...modes.map((mode): IndexEntry => [mode, [mode.name]]),
  ]);
  return (sourceName) => {
    const key = getKey(sourceName);
    return CONQUEST_KEYS.includes(key) ? CONQUEST : index(MODE_ALIASES.get(key) ?? sourceName);
  };
}

/** Pairs of modes for which some sources return the combined score in both rows. */
const TWIN_MODES: readonly { ids: readonly string[]; combinedMode: ArsenalItem }[] = [
  { ids: ["8", "32"], combinedMode: { id: "deathmatch", name: "Deathmatch", isKnown: false } },
  { ids: ["2097152", "137438953472"], combinedMode: { id: "2097152", name: "Obliteration", isKnown: true } },
];

/** Merges the two rows of a pair in TWIN_MODES if their scores are equal. */
export function mergeTwinModes(rows: readonly StatisticsRow[]): StatisticsRow[] {
  let merged = [...rows];
  for (const { ids, combinedMode } of TWIN_MODES) {
    const twins = merged.filter(({ id }) => ids.includes(id));
    const [score, ...others] = twins.map(({ values }) => values["score"]);
    const isOneScore = score !== undefined && score > 0 && others.length > 0 && others.every((each) => each === score);
    if (!isOneScore) continue;
    const [first] = twins;
    merged = merged.flatMap((row) =>
      row === first ? [{ ...row, ...combinedMode }] : twins.includes(row) ? [] : [row],
    );
  }
  return merged;
}

/** Ids under which earlier builds stored rows of Battlefield 2042, by the arsenal's ids: mostly those of the statistics. */
const EARLIER_BF2042_IDS: Readonly<Record<string, string>> = {
  "ammo-box-bc2": "char_amm_rum",
  "ammo-box-bf3": "char_amm_alx",
  "an-94": "an-94-bc2",
  bazooka: "open_equip_zook",
  binoculars: "char_bino",
  "cyberwarfare-suite": "char_hack",
  "defibrillator-bc2": "open_bc2_defib",
  "defibrillator-bf3": "open_bf3_defib",
  "eod-bot-bf3": "open_equip_eod",
  "frag-grenade-bc2": "open_throw_gren_bc2",
  "gewehr-43": "pri_dmr_gewehr",
  "gewehr-43-zf4": "pri_dmr_gewehrzf4",
  "insertion-beacon": "open_equip_spawnb",
  kubelwagen: "sur_land_kubel",
  landmine: "open_1942_atmine",
  "loadout-crate": "char_suppbag_crate",
  "m1-garand": "m1-garand-1942",
  "m67-grenade": "open_throw_gren_bf3",
  "med-pen": "open_equip_medpen",
  "medkit-1942": "char_med_gra",
  "medkit-bc2": "char_med_rum",
  "medkit-bf3": "char_med_alx",
  "motion-sensor": "char_motion",
  p38: "sa_p38",
  panzerschreck: "open_equip_shrek",
  "prox-sensor": "open_throw_motion",
  "radio-beacon": "open_equip_radiob",
  "recoilless-m5": "open_equip_rl_cgmk4",
  "repair-tool-bc2": "char_repair_rum",
  "repair-tool-bf3": "char_repair_alx",
  "smoke-grenade-launcher": "open_equip_smokegl",
  "su-35bm-flanker-e": "air_plane_su35bm",
  "t-ugs-bf3": "char_tugs",
  wrench: "char_repair_gra",
};

/** Groups of ids that identify the same item or mode in different sources or releases. */
const ID_GROUPS: readonly (readonly string[])[] = [
  [CONQUEST.id, "1", "64", "68719476736"],
  ["33554432", "67108864", "134217728"],
  ...TWIN_MODES.map(({ ids, combinedMode }) => [combinedMode.id, ...ids]),
  ...Object.entries(BF4_VEHICLE_ALIASES).map(([id, aliases]) => [id, ...aliases]),
  ...Object.entries(EARLIER_BF2042_IDS),
];
const GROUP_BY_ID = new Map(ID_GROUPS.flatMap((ids) => ids.map((id) => [id, ids[0] ?? id] as const)));

/** Removes the rows of `older` that `newer` lists under another id, e.g. two modes that are now one. */
export function removeRenamedRows(older: Statistics, newer: Statistics): Statistics {
  const tables = { ...older.tables };
  for (const table of TABLES) {
    const [olderRows = [], newerRows = []] = [older.tables[table], newer.tables[table]];
    const ids = new Set(newerRows.map(({ id }) => id));
    const groups = new Set(newerRows.flatMap(({ id }) => GROUP_BY_ID.get(id) ?? []));
    const names = new Set(newerRows.flatMap(({ id, name }) => [getKey(id), getKey(name)]));
    const isRenamed = ({ id, name, isKnown }: StatisticsRow) =>
      groups.has(GROUP_BY_ID.get(id) ?? "") || (!isKnown && [id, name].some((each) => names.has(getKey(each))));
    if (olderRows.length > 0) tables[table] = olderRows.filter((row) => ids.has(row.id) || !isRenamed(row));
  }
  return { ...older, tables };
}
