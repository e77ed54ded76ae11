// Maps the ids and names of a source to the arsenal's, for every source by the same rules.
import { TABLES } from "#domain/soldier/figures/table-id.ts";
import type { Statistics, StatisticsRow } from "#domain/soldier/statistics.ts";
import { normalizeText } from "#domain/text.ts";
import type { NameIndex, Thing } from "./fields.ts";

export type Named = { readonly id: string; readonly name: string };

/** A thing of the arsenal, and what sources call it. */
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

/** Modes that some sources list with one score for all of them, and what that score is of. */
const TWIN_MODES: readonly { ids: readonly string[]; both: Thing }[] = [
  { ids: ["8", "32"], both: { id: "deathmatch", name: "Deathmatch", isKnown: false } },
  { ids: ["2097152", "137438953472"], both: { id: "2097152", name: "Obliteration", isKnown: true } },
];

/** The rows with two modes of one score, counted once; two modes with a score each stay two. */
export function mergeTwinModes(rows: readonly StatisticsRow[]): StatisticsRow[] {
  let merged = [...rows];
  for (const { ids, both } of TWIN_MODES) {
    const twins = merged.filter(({ id }) => ids.includes(id));
    const [score, ...others] = twins.map(({ values }) => values["score"]);
    const isOneScore = score !== undefined && score > 0 && others.length > 0 && others.every((each) => each === score);
    if (!isOneScore) continue;
    const [first] = twins;
    merged = merged.flatMap((row) => (row === first ? [{ ...row, ...both }] : twins.includes(row) ? [] : [row]));
  }
  return merged;
}

/** Ids under which one thing of Battlefield 4 is listed by some source or release. */
const LISTINGS: readonly (readonly string[])[] = [
  [CONQUEST.id, "1", "64", "68719476736"],
  ["33554432", "67108864", "134217728"],
  ...TWIN_MODES.map(({ ids, both }) => [both.id, ...ids]),
  ...Object.entries(BF4_VEHICLE_ALIASES).map(([id, aliases]) => [id, ...aliases]),
];
const LISTING_BY_ID = new Map(LISTINGS.flatMap((ids) => ids.map((id) => [id, ids[0] ?? id] as const)));

/**
 * The older statistics without the rows of things that the newer ones list under another id: as one mode where it was two, and
 * under the arsenal's name where an earlier release did not know it.
 */
export function withoutRelisted(older: Statistics, newer: Statistics): Statistics {
  const tables = { ...older.tables };
  for (const table of TABLES) {
    const [before = [], after = []] = [older.tables[table], newer.tables[table]];
    const ids = new Set(after.map(({ id }) => id));
    const listings = new Set(after.flatMap(({ id }) => LISTING_BY_ID.get(id) ?? []));
    const names = new Set(after.flatMap(({ id, name }) => [getKey(id), getKey(name)]));
    const isRelisted = ({ id, name, isKnown }: StatisticsRow) =>
      listings.has(LISTING_BY_ID.get(id) ?? "") || (!isKnown && [id, name].some((each) => names.has(getKey(each))));
    if (before.length > 0) tables[table] = before.filter((row) => ids.has(row.id) || !isRelisted(row));
  }
  return { ...older, tables };
}
