// Finds the responses in a saved Battlelog file, merges their parsed data, and parses Battlelog's values.
import { type Fields, getFields, getId, getNumber, getText } from "#domain/soldier/parsing/fields.ts";
import type { Platform } from "#domain/soldier/platform.ts";
import { mergeParts } from "#domain/soldier/snapshots.ts";
import { createEmptyStatistics, type Statistics } from "#domain/soldier/statistics.ts";

// A file has one response, or several in lists and objects, each with or without Battlelog's envelope.

export type BattlelogResponse = {
  data: Fields;
  /** The key of the response in its object, if any; it may be a weapon's id. */
  key: string | undefined;
  /** The fields that identify game and soldier, from the response or the innermost enclosing object that has them. */
  identity: Fields;
};

/** An object with one of these keys is a response with statistics. */
const RESPONSE_KEYS = [
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

/** Fields that name the game and the soldier. */
const IDENTITY = ["statsTemplate", "gameInt", "game", "personaId", "personaName", "platformInt", "viewedPersonaInfo"];

const getIdentity = (data: Fields, around: Fields): Fields => ({
  ...around,
  ...Object.fromEntries(
    IDENTITY.flatMap((field) => {
      const value = Object.hasOwn(data, field) ? data[field] : null;
      return value === null || value === undefined ? [] : [[field, value]];
    }),
  ),
});

/** The reason why a part of a file is ignored. */
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

export type BattlelogResponses = { responses: BattlelogResponse[]; ignored: IgnoredReason[] };

/** Returns every response in this JSON, and a reason for each ignored part. */
export function findResponses(json: unknown, key?: string, around: Fields = {}, depth = 0): BattlelogResponses {
  const data = toRecord(json);
  const identity = data ? getIdentity(data, around) : around;
  if (data && RESPONSE_KEYS.some((mark) => Object.hasOwn(data, mark)))
    return { responses: [{ data, key, identity }], ignored: [] };
  if (data && isEnvelope(data)) return findInEnvelope(data, key, identity, depth);
  if (depth >= MAX_DEPTH || typeof json !== "object" || json === null) return NO_RESPONSES;
  return mergeResponses(
    Object.entries(json).map(([name, value]) => findResponses(value, data ? name : key, identity, depth + 1)),
  );
}

const NO_RESPONSES: BattlelogResponses = { responses: [], ignored: [] };

const isEnvelope = (data: Fields): boolean => typeof data["type"] === "string" && Object.hasOwn(data, "data");

function findInEnvelope(
  { type, data, weaponGuid }: Fields,
  key: string | undefined,
  identity: Fields,
  depth: number,
): BattlelogResponses {
  if (type === "error") return { responses: [], ignored: ["refusal"] };
  if (!toRecord(data)) return { responses: [], ignored: ["without_statistics"] };
  const nested = findResponses(data, typeof weaponGuid === "string" ? weaponGuid : key, identity, depth + 1);
  return nested.responses.length > 0 ? nested : { responses: [], ignored: ["other_kind"] };
}

const mergeResponses = (all: readonly BattlelogResponses[]): BattlelogResponses => ({
  responses: all.flatMap(({ responses }) => responses),
  ignored: all.flatMap(({ ignored }) => ignored),
});

// The soldier and the game of a response.

/** The soldier of a response; null for missing fields. "other" is a platform without Battlefield 4. */
export type Persona = { id: string | null; platform: Platform | "other" | null; name: string | null };

/** Platforms by their number in Battlelog. */
const PLATFORMS: Readonly<Record<number, Platform>> = { 1: "pc", 2: "xbox360", 4: "ps3", 32: "ps4", 64: "xboxone" };

export function getPersona({ identity }: BattlelogResponse): Persona {
  const viewed = getFields(identity["viewedPersonaInfo"]);
  const platform = getNumber(identity["platformInt"] ?? viewed["platform"]);
  return {
    id: getId(identity["personaId"]) ?? getId(viewed["personaId"]) ?? null,
    platform: platform === undefined ? null : (PLATFORMS[platform] ?? "other"),
    name: getText(identity["personaName"]) ?? null,
  };
}

const BF4_TEMPLATE = /^profile\.warsaw/i;
const BF4_GAME_NUMBER = 2048;
/** Titles of other games by the templates of their pages. */
const OTHER_GAMES: readonly (readonly [template: RegExp, title: string])[] = [
  [/^profile\.bfh/i, "Battlefield Hardline"],
  [/^profile\.bf3/i, "Battlefield 3"],
  [/^profile\.moh/i, "Medal of Honor Warfighter"],
];

/** Returns the title of the response's game if it is not Battlefield 4, or "" for an unknown game; null for Battlefield 4. */
export function getOtherGame({ identity }: BattlelogResponse): string | null {
  const template = getText(identity["statsTemplate"]);
  const game = getNumber(identity["gameInt"] ?? identity["game"]);
  if (template !== undefined && !BF4_TEMPLATE.test(template)) {
    return OTHER_GAMES.find(([pattern]) => pattern.test(template))?.[1] ?? "";
  }
  return game === undefined || game === BF4_GAME_NUMBER ? null : "";
}

// The data that a parser extracts from a response, and how they are merged.

/** The distinct ids of the imported items of each kind. */
export type Understood = Readonly<
  Record<"weapons" | "unlockRows" | "awards" | "assignments" | "vehicles", ReadonlySet<string>>
>;

export type Reading = {
  statistics: Statistics;
  understood: Understood;
  /** A reason for each ignored part. */
  ignored: IgnoredReason[];
};

const NOTHING: Understood = {
  weapons: new Set(),
  unlockRows: new Set(),
  awards: new Set(),
  assignments: new Set(),
  vehicles: new Set(),
};

type Parts = {
  statistics?: Partial<Omit<Statistics, "game">>;
  understood?: Partial<Understood>;
  ignored?: IgnoredReason[];
};

/** Returns a reading with these parts; all other parts are empty. */
export const createReading = ({ statistics, understood, ignored }: Parts): Reading => ({
  statistics: { ...createEmptyStatistics("bf4"), ...statistics },
  understood: { ...NOTHING, ...understood },
  ignored: ignored ?? [],
});

/** Merges readings; the result does not depend on their order. */
export function mergeReadings(readings: readonly Reading[]): Reading {
  const collect = (kind: keyof Understood) => new Set(readings.flatMap(({ understood }) => [...understood[kind]]));
  return {
    statistics: mergeParts(readings.map(({ statistics }) => statistics)) ?? createEmptyStatistics("bf4"),
    understood: {
      weapons: collect("weapons"),
      unlockRows: collect("unlockRows"),
      awards: collect("awards"),
      assignments: collect("assignments"),
      vehicles: collect("vehicles"),
    },
    ignored: readings.flatMap(({ ignored }) => ignored),
  };
}

// Parsers for values that only Battlelog has. They never throw.

export const toRecord = (value: unknown): Fields | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? getFields(value) : undefined;

/** Returns the objects in a list, or among the values of an object. */
export const toRows = (value: unknown): Fields[] => {
  const rows: readonly unknown[] = Array.isArray(value) ? value : Object.values(getFields(value));
  return rows.map(toRecord).filter((row) => row !== undefined);
};

/** Returns the entries of an object whose values are numbers. */
export const toNumberEntries = (value: unknown): [key: string, number][] =>
  Object.entries(getFields(value)).flatMap(([key, each]) => {
    const number = getNumber(each);
    return number === undefined ? [] : [[key, number]];
  });

/** Returns the values that are not undefined. */
export const omitUndefined = (values: Record<string, number | undefined>): Record<string, number> =>
  Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
