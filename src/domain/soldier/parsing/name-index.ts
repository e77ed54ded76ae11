// Maps the names and ids of things in a source to the arsenal's, by the same rules for every source.
import { TABLES } from "#domain/soldier/figures/table-id.ts";
import type { Statistics, StatisticsRow } from "#domain/soldier/statistics.ts";
import { normalizeText } from "#domain/text.ts";
import type { NameIndex, Thing } from "./fields.ts";

export type Named = { readonly id: string; readonly name: string };

/** A thing of the arsenal, and the names and ids that sources use for it. */
export type IndexEntry = readonly [thing: Named, names: readonly string[]];

/** Of two things with one name, the earlier entry is used. */
export function createIndex(entries: readonly IndexEntry[]): NameIndex {
  const things = new Map<string, Thing>();
  for (const [{ id, name }, names] of entries) {
    for (const key of names.map(getKey)) {
      if (!things.has(key)) things.set(key, { id, name, isKnown: true });
    }
  }
  return (sourceName) => things.get(getKey(sourceName));
}

/** "AEK-971", "aek-971" and "AEK971" are one name. */
const getKey = (name: string): string => normalizeText(name).replaceAll(" ", "");

/** Slugs of Battlelog that are another spelling of a vehicle of Battlefield 4, by the arsenal's ids. */
export const BF4_VEHICLE_ALIASES: Readonly<Record<string, readonly string[]>> = { "dv-15": ["dv-151"] };

/** Several modes of the arsenal, which the statistics count as one. */
const CONQUEST: Thing = { id: "conquest", name: "Conquest", isKnown: false };
/** Names of modes in the statistics of Battlefield 4 that differ from the arsenal's, in the form of `getKey`. */
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

/** Modes of Battlefield 4 by the names of the service and the ids of Battlelog. */
export function createBf4ModeIndex(modes: readonly Named[]): NameIndex {
  const index = createIndex([
    ...modes.map((mode): IndexEntry => [mode, [mode.id]]),
    ...modes.map((mode): IndexEntry => [mode, [mode.name]]),
  ]);
  return (sourceName) => {
    const key = getKey(sourceName);
    return CONQUEST_KEYS.includes(key) ? CONQUEST : index(MODE_ALIASES.get(key) ?? sourceName);
  };
}

/** Pairs of modes for which some sources repeat one combined score. */
const TWIN_MODES: readonly { ids: readonly string[]; combinedMode: Thing }[] = [
  { ids: ["8", "32"], combinedMode: { id: "deathmatch", name: "Deathmatch", isKnown: false } },
  { ids: ["2097152", "137438953472"], combinedMode: { id: "2097152", name: "Obliteration", isKnown: true } },
];

/** Merges the two rows of such a pair where their scores are equal. */
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

/** Ids under which one thing of Battlefield 4 is listed by some source or release. */
const LISTINGS: readonly (readonly string[])[] = [
  [CONQUEST.id, "1", "64", "68719476736"],
  ["33554432", "67108864", "134217728"],
  ...TWIN_MODES.map(({ ids, combinedMode }) => [combinedMode.id, ...ids]),
  ...Object.entries(BF4_VEHICLE_ALIASES).map(([id, aliases]) => [id, ...aliases]),
];
const LISTING_BY_ID = new Map(LISTINGS.flatMap((ids) => ids.map((id) => [id, ids[0] ?? id] as const)));

/** Removes rows of `older` that `newer` lists under another id, e.g. two modes that are now one. */
export function removeRenamedRows(older: Statistics, newer: Statistics): Statistics {
  const tables = { ...older.tables };
  for (const table of TABLES) {
    const [olderRows = [], newerRows = []] = [older.tables[table], newer.tables[table]];
    const ids = new Set(newerRows.map(({ id }) => id));
    const listings = new Set(newerRows.flatMap(({ id }) => LISTING_BY_ID.get(id) ?? []));
    const names = new Set(newerRows.flatMap(({ id, name }) => [getKey(id), getKey(name)]));
    const isRenamed = ({ id, name, isKnown }: StatisticsRow) =>
      listings.has(LISTING_BY_ID.get(id) ?? "") || (!isKnown && [id, name].some((each) => names.has(getKey(each))));
    if (olderRows.length > 0) tables[table] = olderRows.filter((row) => ids.has(row.id) || !isRenamed(row));
  }
  return { ...older, tables };
}
