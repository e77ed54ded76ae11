// Reads a saved Battlelog file: the answers in it, what one reader found in one answer, and the values Battlelog writes.
import { mergedStatistics } from "#domain/soldier/snapshots.ts";
import { noStatistics, type Statistics } from "#domain/soldier/statistics.ts";

// The answers in a saved file: one alone, or several in lists and objects, in Battlelog's envelope or out of it.

export type Answer = {
  data: Data;
  /** The key it stood under, where there was one: it may name a weapon. */
  key: string | undefined;
};

/** What an answer of interest holds; one of these is enough. */
const MARKS = [
  "mainWeaponStats",
  "weaponsByCategory",
  "mainWeaponStatsMetadata",
  "selectedWeaponAccessory",
  "statsItemUnlocks",
  "mainVehicleStats",
  "unlockProgression",
  "kitItemPerformances",
  "unlocks",
  "medalAwardByCode",
  "ribbonAwardByCode",
  "allMissions",
  "generalStats",
  "overviewStats",
];

const MAX_DEPTH = 5;

/** Why a part of a file is left out. */
export type IgnoredReason =
  | "weapon_unnamed"
  | "vehicle_unnamed"
  | "battlepack"
  | "unlock_unknown"
  | "award_unknown"
  | "assignment_unknown"
  | "refusal"
  | "without_statistics"
  | "other_kind";

export type Answers = { answers: Answer[]; ignored: IgnoredReason[] };

/** Every answer in this JSON, and a reason for everything else. */
export function findAnswers(json: unknown, key?: string, depth = 0): Answers {
  const data = asRecord(json);
  if (data && MARKS.some((mark) => Object.hasOwn(data, mark))) return { answers: [{ data, key }], ignored: [] };
  if (data && isEnvelope(data)) return fromEnvelope(data, key, depth);
  if (depth >= MAX_DEPTH || typeof json !== "object" || json === null) return NO_ANSWERS;
  return mergedAnswers(Object.entries(json).map(([name, value]) => findAnswers(value, data ? name : key, depth + 1)));
}

const NO_ANSWERS: Answers = { answers: [], ignored: [] };

const isEnvelope = (data: Data): boolean => typeof data["type"] === "string" && Object.hasOwn(data, "data");

function fromEnvelope({ type, data, weaponGuid }: Data, key: string | undefined, depth: number): Answers {
  if (type === "error") return { answers: [], ignored: ["refusal"] };
  if (!asRecord(data)) return { answers: [], ignored: ["without_statistics"] };
  const inside = findAnswers(data, typeof weaponGuid === "string" ? weaponGuid : key, depth + 1);
  return inside.answers.length > 0 ? inside : { answers: [], ignored: ["other_kind"] };
}

const mergedAnswers = (all: readonly Answers[]): Answers => ({
  answers: all.flatMap(({ answers }) => answers),
  ignored: all.flatMap(({ ignored }) => ignored),
});

// What one reader found in one answer, and how findings come together.

/** How much of each kind was understood. */
export type Found = { weapons: number; unlockRows: number; awards: number; assignments: number; vehicles: number };

export type Reading = {
  statistics: Statistics;
  found: Found;
  /** What was there and not understood: a reason, as often as it occurred. */
  ignored: IgnoredReason[];
};

const NOTHING_FOUND: Found = { weapons: 0, unlockRows: 0, awards: 0, assignments: 0, vehicles: 0 };

type Findings = { statistics?: Partial<Omit<Statistics, "game">>; found?: Partial<Found>; ignored?: IgnoredReason[] };

/** A reading of what was found; the rest of it is empty. */
export const getReading = ({ statistics, found, ignored }: Findings): Reading => ({
  statistics: { ...noStatistics("bf4"), ...statistics },
  found: { ...NOTHING_FOUND, ...found },
  ignored: ignored ?? [],
});

/** All readings as one. */
export function mergedReadings(readings: readonly Reading[]): Reading {
  const found = { ...NOTHING_FOUND };
  for (const reading of readings) {
    for (const kind of Object.keys(found) as (keyof Found)[]) found[kind] += reading.found[kind];
  }
  const statistics = mergedStatistics(readings.map((reading) => reading.statistics)) ?? noStatistics("bf4");
  return { statistics, found, ignored: readings.flatMap(({ ignored }) => ignored) };
}

// What Battlelog writes: numbers as numbers or as text, null for what it does not know. Nothing here throws.

export type Data = Record<string, unknown>;

const MAX_TEXT_LENGTH = 100;

/** A finite number, also one written as text; anything else is unknown. */
export function asNumber(value: unknown): number | undefined {
  if (typeof value === "string" && value.trim() !== "") return asNumber(Number(value));
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export const asText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" && value.length <= MAX_TEXT_LENGTH ? value : undefined;

export const asRecord = (value: unknown): Data | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Data) : undefined;

/** The objects of a list, or of the values of an object. */
export const asRows = (value: unknown): Data[] =>
  listed(value)
    .map(asRecord)
    .filter((row) => row !== undefined);

/** The entries of an object whose values are numbers. */
export const asNumbers = (value: unknown): [key: string, number][] =>
  Object.entries(asRecord(value) ?? {}).flatMap(([key, each]) => {
    const number = asNumber(each);
    return number === undefined ? [] : [[key, number]];
  });

/** What is known of these, without what is undefined. */
export const known = (values: Record<string, number | undefined>): Record<string, number> =>
  Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));

/** A part of a whole, unknown where either is or where there is no whole. */
export const ratio = (part: number | undefined, whole: number | undefined): number | undefined =>
  part === undefined || whole === undefined || whole <= 0 ? undefined : part / whole;

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : Object.values(asRecord(value) ?? {}));
